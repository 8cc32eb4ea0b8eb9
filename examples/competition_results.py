"""Recomputes results, points and tie-breaks of a competition, and checks its pairings, for verify.py.

Takes outcomes of games, strengths and cup scores from the transcript: `npm run verify` checks these, and the choice
among the possible pairings.
"""
from __future__ import annotations

import math
from typing import Any, Callable, Iterable

Json = dict[str, Any]
Result = dict[str, Any]
Expect = Callable[[Any, str, object, object], None]

PLACE = ["gameId", "round", "table", "board", "copy", "entries"]
COUNTED = [*PLACE, "head", "counted", "shares", "scores", "noShows", "unasked"]
ROW = ["rank", "entry", "disqualified", "points", "games", "walkovers", "byes", "buchholz", "sonnebornBerger", "matchpoints"]
ROW += ["adjustedShare", "score", "strength"]
CHANGES = {
    "entryPaused": ("paused", ["active"]),
    "entryResumed": ("active", ["paused", "withdrawn"]),
    "entryChanged": (None, ["active", "paused"]),
    "entryWithdrawn": ("withdrawn", ["active", "paused"]),
    "entryDisqualified": ("disqualified", ["active", "paused", "withdrawn"]),
}
UNCHECKED = [
    "the rules of the games, and with them outcomes, bounds, legality, bots' choices, positions and times",
    "whether each entry of the log might come at its time: limits of entries, pauses after no-shows, ends of rounds, verdicts",
    "which of the pairings that are possible the format makes",
    "pars of boards",
]


def number(value: Any) -> float:
    return float(value)


def numbers(values: Iterable[Any]) -> list[float]:
    return [number(value) for value in values]


def rounded(value: float, digits: int) -> float:
    scale = float(10**digits)
    return math.floor(value * scale + 0.5) / scale


def shares_of(winners: list[int], seats: int) -> list[float]:
    if seats == 1:
        return [1.0 if winners else 0.0]
    sharers = winners or list(range(seats))
    return [1 / len(sharers) if seat in sharers else 0.0 for seat in range(seats)]


def against_nobody(entries: list[int | None]) -> bool:
    return len(entries) == 2 and None in entries


def earned(result: Result) -> list[float]:
    """Returns the share of each seat. One that never acted earns nothing; the others divide its share equally."""
    shares, absent = result["shares"], result["noShows"]
    acted = len(shares) - len(absent)
    if acted == 0:
        return [0.0 for _ in shares]
    given = 0.0
    for seat in absent:
        given += shares[seat]
    return [0.0 if seat in absent else share + given / acted for seat, share in enumerate(shares)]


class Results:
    """Follows a competition's log and compares it with its games and standings."""

    def __init__(self, settled: Json, expect: Expect, fault: type[Exception]) -> None:
        """`expect` raises a `fault` if two values differ."""
        self.settings, self.expect, self.fault = settled["settings"], expect, fault
        self.created = {name: settled[name] for name in ("settings", "createdBy", "commitment")}
        self.status, self.aborted_by = "open", None
        self.entries: list[Json] = []
        self.rounds: list[Json] = []
        self.places: set[tuple[int, int, int, int]] = set()
        self.lost: list[Json] = []
        self.dealt: dict[str, Json] = {}
        self.counted: dict[str, Json] = {}
        self.pars: dict[int, list[float] | None] = {}

    def follow(self, event: Json) -> None:
        version, kind, data = event["version"], event["type"], event["data"]
        if kind == "competitionCreated":
            self.expect(version, "what is settled", self.created, data)
        elif kind == "entryMade":
            self.expect(version, "number of the entry", len(self.entries) + 1, data["entry"])
            self.entries.append({**data, "status": "active"})
        elif kind in CHANGES:
            self.change(version, kind, data["entry"])
        elif kind == "competitionStarted":
            self.expect(version, "status", "open", self.status)
            self.status = "playing"
        elif kind == "roundPaired":
            self.pair(version, data)
        elif kind == "gamesDealt":
            for game in data["games"]:
                self.deal(version, game)
        elif kind == "gameCounted":
            self.count(version, data)
        elif kind == "boardClosed":
            par = data["par"]
            self.pars[data["board"]] = None if par is None else numbers(par["shares"])
        elif kind == "competitionEnded":
            self.expect(version, "status", "playing", self.status)
            self.status = "finished"
        elif kind == "competitionAborted":
            self.status, self.aborted_by = "aborted", data["by"]
        elif kind == "seedPublished":
            self.expect(version, "games that are dealt and not counted", [], sorted(set(self.dealt) - set(self.counted)))
            self.expect(version, "status", True, self.status in ("finished", "aborted"))

    def change(self, version: int, kind: str, entry: int) -> None:
        self.expect(version, "entry", True, 1 <= entry <= len(self.entries))
        status, before = CHANGES[kind]
        found = self.entries[entry - 1]
        self.expect(version, f"status of entry {entry} is one of {before}", True, found["status"] in before)
        found["status"] = status or found["status"]

    def pair(self, version: int, data: Json) -> None:
        """Checks what all formats share: active candidates, each placed at most once, at tables of the right size."""

        def say(what: str, due: object, found: object) -> None:
            self.expect(version, what, due, found)

        say("number of the round", len(self.rounds) + 1, data["round"])
        active = [entry["entry"] for entry in self.entries if entry["status"] == "active"]
        candidates = data["candidates"]
        if self.settings["format"] == "ladder":
            say("who can be paired is active, and once", candidates, [entry for entry in active if entry in candidates])
        else:
            say("who can be paired", active, candidates)
        say("tables", list(range(1, len(data["tables"]) + 1)), [table["table"] for table in data["tables"]])
        seated = [entry for table in data["tables"] for entry in table["entries"] if entry is not None]
        placed = seated + data["byes"]
        say("entries that are placed twice", [], sorted({entry for entry in placed if placed.count(entry) > 1}))
        field = candidates if self.settings["format"] in ("swiss", "ladder") else [entry["entry"] for entry in self.entries]
        say("entries that are placed and cannot be paired", [], sorted(set(placed) - set(field)))
        if self.settings["format"] == "swiss":
            say("entries that are neither paired nor sit out", [], sorted(set(candidates) - set(placed)))
        say("byes at most", True, len(data["byes"]) < max(2, self.settings["seats"]))
        for table in data["tables"]:
            say(f"seats of table {table['table']}", self.settings["seats"], len(table["entries"]))
            say(f"whether anyone sits at table {table['table']}", True, any(entry is not None for entry in table["entries"]))
            say(f"number of boards of table {table['table']}", self.settings["boards"], len(set(table["boards"])))
        self.rounds.append(data)

    def deal(self, version: int, game: Json) -> None:
        place = (game["round"], game["table"], game["board"], game["copy"])
        self.expect(version, f"place of game {game['gameId']} is free", False, place in self.places)
        self.expect(version, "a game that is dealt once", False, game["gameId"] in self.dealt)
        again = next((lost for lost in self.lost if self.is_again(lost, game)), None)
        if again is not None:
            self.lost.remove(again)
        else:
            tables = self.rounds[game["round"] - 1]["tables"] if 1 <= game["round"] <= len(self.rounds) else []
            seated = [each["entries"] for each in tables if each["table"] == game["table"] and game["board"] in each["boards"]]
            self.expect(version, "place of a game that is dealt", 1, len(seated))
            turns = range(len(seated[0]) if self.settings["duplicate"] == "permuted" else 1)
            due = [self.present([*seated[0][turn:], *seated[0][:turn]]) for turn in turns]
            self.expect(version, f"who plays game {game['gameId']} was paired there", True, game["entries"] in due)
        self.places.add(place)
        self.dealt[game["gameId"]] = game

    def is_again(self, lost: Json, game: Json) -> bool:
        """True if the game repeats a void one: at the same table, on a new board."""
        met = [board for paired in self.rounds for table in paired["tables"] for board in table["boards"]]
        new = game["copy"] == 1 and game["board"] > max([*met, *(place[2] for place in self.places)])
        same = (lost["round"], lost["table"]) == (game["round"], game["table"])
        return new and same and self.present(lost["entries"]) == game["entries"]

    def present(self, entries: list[int | None]) -> list[int | None]:
        """Returns the seats of a table, with None for each entry that is not active: there a bot of the service plays."""
        return [entry if entry is not None and self.entries[entry - 1]["status"] == "active" else None for entry in entries]

    def count(self, version: int, data: Json) -> None:
        dealt = self.dealt.get(data["gameId"])
        self.expect(version, "game that counts was dealt", True, dealt is not None)
        self.expect(version, "place of the game that counts", dealt, {name: data[name] for name in PLACE})
        self.expect(version, "a game that counts once", False, data["gameId"] in self.counted)
        if data["counted"] == "void":
            self.lost.append(data)
        self.counted[data["gameId"]] = {**data, "shares": numbers(data["shares"]), "scores": numbers(data["scores"])}

    def check_game(self, game: Json, dealt: Json) -> None:
        name, entries = game["gameId"], dealt["entries"]
        self.expect(None, f"ruleset of game {name}", self.settings["ruleset"], game["ruleset"])
        self.expect(None, f"version of the rules of game {name}", self.settings["rulesVersion"], game["rulesVersion"])
        for what in ("options", "seats", "standIn", "clock"):
            self.expect(None, f"{what} of game {name}", self.settings[what], game[what])
        seats = game["log"][0]["action"]["seats"]
        for seat, entry in enumerate(entries):
            self.expect(None, f"who holds seat {seat} of game {name}", self.holder(entry), self.held(seats[seat]))
        due = {**dealt, "head": game["log"][-1]["head"], **self.result(game, entries)}
        found = {what: self.counted[name][what] for what in COUNTED if what in self.counted[name]}
        self.expect(None, f"what counts of game {name}", due, found)

    def holder(self, entry: int | None) -> list[Any]:
        if entry is None:
            return ["bot", "random"]
        made = self.entries[entry - 1]
        if made["player"] is None:
            return ["bot", made["bot"], made["clientSeed"]]
        return ["player", made["player"]["id"], made["player"]["kind"], made["clientSeed"]]

    @staticmethod
    def held(seat: Json) -> list[Any]:
        if seat["kind"] == "player":
            return ["player", seat["player"]["id"], seat["player"]["kind"], seat["clientSeed"]]
        return ["bot", seat["policy"], *([seat["clientSeed"]] if "ownSeed" in seat else [])]

    def result(self, game: Json, entries: list[int | None]) -> Json:
        outcome = game["outcome"]
        if outcome is None:
            nothing = [0.0 for _ in entries]
            return {"counted": "void", "shares": nothing, "scores": nothing, "noShows": [], "unasked": []}
        players = [seat for seat, entry in enumerate(entries) if entry is not None and self.entries[entry - 1]["player"] is not None]
        came = {seat: self.attendance(game, seat) for seat in players}
        absent = [seat for seat in players if came[seat] == "absent"]
        unasked = [seat for seat in players if came[seat] == "unasked"]
        counted = "played"
        if against_nobody(entries):
            counted = "walkover"
        elif absent:
            cannot_pick = self.settings["format"] == "ladder" or self.settings["stop"] is not None
            counted = "played" if cannot_pick and len(absent) < len(entries) else "walkover"
        if against_nobody(entries):
            shares = [0.0 if entry is None else 1.0 for entry in entries]
        else:
            shares = shares_of(outcome["winners"], len(entries))
        return {"counted": counted, "shares": shares, "scores": numbers(outcome["scores"]), "noShows": absent, "unasked": unasked}

    @staticmethod
    def attendance(game: Json, seat: int) -> str:
        """Returns how a seat took part. `absent`: it timed out without acting; `unasked`: it never had to act; `came`: it acted
        or resigned."""
        leaving = next((each for each in game["outcome"]["left"] if each["seat"] == seat), None)
        if leaving is not None and leaving["how"] == "resigned":
            return "came"
        until = math.inf if leaving is None else leaving["version"]
        own = [entry for entry in game["log"] if entry["seat"] == seat]
        acted = any(entry["kind"] == "action" and entry["version"] < until for entry in own)
        if acted:
            return "came"
        return "absent" if leaving is not None or any(entry["kind"] == "timeout" for entry in own) else "unasked"

    # Standings

    def check_standings(self, rows: list[Json]) -> list[str]:
        """Raises the first fault; returns the parts of the standings that are not recomputed."""
        results = self.in_schedule_order()
        try:
            return self.check_rows(rows, results, highest=True)
        except self.fault as first:  # the game's rules decide whether more is better
            try:
                return self.check_rows(rows, results, highest=False)
            except self.fault:
                raise first from None

    def check_rows(self, rows: list[Json], results: list[Result], highest: bool) -> list[str]:
        marks = matchpoints(results, highest)
        tallies = self.tallies(results, marks)
        columns: dict[str, dict[int, float]] = {
            "matchpoints": percentages(results, marks),
            "adjustedShare": adjusted_shares(results, self.pars),
            "buchholz": self.buchholz(results, tallies) if self.settings["format"] == "swiss" else {},
            "sonnebornBerger": sonneborn_berger(results, tallies) if self.settings["format"] == "roundRobin" else {},
        }
        self.expect(None, "entries of the standings", sorted(tallies), sorted(row["entry"] for row in rows))
        keyed = []
        for row in rows:
            entry, where = row["entry"], f"of entry {row['entry']} in the standings"
            self.expect(None, f"fields {where} that are not known", [], sorted(set(row) - set(ROW)))
            gone = self.entries[entry - 1]["status"] == "disqualified"
            self.expect(None, f"disqualified {where}", gone, row["disqualified"])
            for name, value in tallies[entry].items():
                self.expect(None, f"{name} {where}", value, number(row[name]))
            for name, values in columns.items():
                found = row[name]
                self.expect(None, f"{name} {where}", values.get(entry), None if found is None else number(found))
            keyed.append((self.keys(row, highest), row))
        for i, (keys, row) in enumerate(keyed):
            before = keyed[i - 1] if i > 0 else None
            if before is not None:
                in_order = before[0] > keys or (before[0] == keys and before[1]["entry"] < row["entry"])
                self.expect(None, f"order of row {i + 1} of the standings", True, in_order)
            due = before[1]["rank"] if before is not None and before[0] == keys else i + 1
            self.expect(None, f"rank of entry {row['entry']} in the standings", due, row["rank"])
        return ["strengths"] if self.settings["format"] != "cup" else ["scores of a cup and their intervals"]

    def keys(self, row: Json, highest: bool) -> list[float]:
        standing, points, form = 0.0 if row["disqualified"] else 1.0, number(row["points"]), self.settings["format"]
        if form == "swiss":
            return [standing, points, number(row["buchholz"])]
        if form == "roundRobin":
            return [standing, points, number(row["sonnebornBerger"])]
        if form == "ladder":
            strength = row["strength"]
            known = 0.0 if strength is None else 1.0 if strength["provisional"] else 2.0
            return [standing, known, 0.0 if strength is None else number(strength["rating"])]
        if form == "match" or self.settings["scoring"] == "matchpoints":
            return [standing, points]
        value = 0.0 if row["score"] is None else number(row["score"]["value"])
        return [standing, row["games"] - row["walkovers"], value if highest else -value]

    def in_schedule_order(self) -> list[Result]:
        kept = [game for game in self.counted.values() if game["counted"] != "void"]
        return sorted(kept, key=lambda game: (game["round"], game["table"], game["board"], game["copy"]))

    def tallies(self, results: list[Result], marks: list[list[float | None]]) -> dict[int, Json]:
        tallies: dict[int, Json] = {made["entry"]: {"points": 0.0, "games": 0, "walkovers": 0, "byes": 0} for made in self.entries}
        for result, own in zip(results, marks):
            points: list[float | None] = own if self.settings["scoring"] == "matchpoints" else [*earned(result)]
            for seat, entry in enumerate(result["entries"]):
                if entry is None:
                    continue
                mark = points[seat]
                tallies[entry]["points"] += 0.5 if mark is None else mark
                tallies[entry]["games"] += 1
                tallies[entry]["walkovers"] += 1 if result["counted"] == "walkover" else 0
        each = self.settings["boards"] * (self.settings["seats"] if self.settings["duplicate"] == "permuted" else 1)
        for paired in self.rounds:
            for entry in paired["byes"]:
                tallies[entry]["points"] += each
                tallies[entry]["byes"] += 1
        for tally in tallies.values():
            tally["points"] = rounded(tally["points"], 4)
        return tallies

    def buchholz(self, results: list[Result], tallies: dict[int, Json]) -> dict[int, float]:
        """Returns by entry the sum of its opponents' points, each once a round. A bye adds the entry's own points."""
        met: dict[tuple[int, int, int], None] = {}
        for result in results:
            for entry in result["entries"]:
                for opponent in result["entries"]:
                    if entry is not None and opponent is not None and entry != opponent:
                        met[(result["round"], entry, opponent)] = None
        sums = {entry: 0.0 for entry in tallies}
        for _, entry, opponent in met:
            sums[entry] += tallies[opponent]["points"]
        for paired in self.rounds:
            for entry in paired["byes"]:
                sums[entry] += tallies[entry]["points"]
        return {entry: rounded(value, 4) for entry, value in sums.items()}


def sonneborn_berger(results: list[Result], tallies: dict[int, Json]) -> dict[int, float]:
    """Returns the sum, over games and opponents, of the opponent's points times the share won against it."""
    sums = {entry: 0.0 for entry in tallies}
    for result in results:
        shares, entries = earned(result), result["entries"]
        for seat, entry in enumerate(entries):
            for other, opponent in enumerate(entries):
                if entry is None or opponent is None or other == seat:
                    continue
                both = shares[seat] + shares[other]
                sums[entry] += (0.5 if both == 0 else shares[seat] / both) * tallies[opponent]["points"]
    return {entry: rounded(value, 4) for entry, value in sums.items()}


def matchpoints(results: list[Result], highest: bool) -> list[list[float | None]]:
    """Returns for each seat how many of the same seats in other copies of the board it beat, 0 to 1; a tie counts half."""
    marks = [
        [(rounded(share, 6), score if highest else -score) for share, score in zip(earned(result), result["scores"])]
        for result in results
    ]
    measures: dict[tuple[int, int], list[tuple[float, float]]] = {}
    for result, own in zip(results, marks):
        if result["counted"] == "played":
            for seat, entry in enumerate(result["entries"]):
                if entry is not None:
                    measures.setdefault((result["board"], seat), []).append(own[seat])

    def beside(result: Result, seat: int, own: tuple[float, float]) -> float | None:
        if result["entries"][seat] is None:
            return None
        if seat in result["noShows"]:
            return 0.0
        itself = 1 if result["counted"] == "played" else 0
        measure = measures.get((result["board"], seat), [])
        others = len(measure) - itself
        if others == 0:
            return None
        below = sum(1 for mark in measure if mark < own)
        as_good = sum(1 for mark in measure if mark == own) - itself
        return (below + as_good / 2) / others

    return [[beside(result, seat, mark) for seat, mark in enumerate(own)] for result, own in zip(results, marks)]


def percentages(results: list[Result], marks: list[list[float | None]]) -> dict[int, float]:
    # in the order in which boards first occur
    first: dict[int, int] = {}
    for result in results:
        first.setdefault(result["board"], len(first))
    sums: dict[int, list[float]] = {}
    for result, own in sorted(zip(results, marks), key=lambda pair: first[pair[0]["board"]]):
        for entry, mark in zip(result["entries"], own):
            if entry is not None and mark is not None:
                found = sums.setdefault(entry, [0.0, 0])
                found[0] += mark
                found[1] += 1
    return {entry: rounded(100 * total / count, 2) for entry, (total, count) in sums.items()}


def adjusted_shares(results: list[Result], pars: dict[int, list[float] | None]) -> dict[int, float]:
    """Returns the mean share without the luck of the boards: share - slope * (par - mean), by the other boards' slope."""
    played = [result for result in results if result["counted"] == "played" and pars.get(result["board"]) is not None]
    boards: dict[int, list[float]] = {}
    whole = [0.0, 0.0]
    for result in played:
        mean, par = 1 / len(result["shares"]), pars[result["board"]] or []
        luck = [par[seat] - mean for seat in range(len(result["shares"]))]
        both = square = 0.0
        for above, share in zip(luck, result["shares"]):
            both += above * (share - mean)
            square += above * above
        own = boards.setdefault(result["board"], [0.0, 0.0])
        for sums in (own, whole):
            sums[0] += both
            sums[1] += square
    found: dict[int, list[float]] = {}
    for result in played:
        own, par = boards[result["board"]], pars[result["board"]] or []
        square = whole[1] - own[1]
        slope = 0.0 if square < 1e-9 else (whole[0] - own[0]) / square
        for seat, entry in enumerate(result["entries"]):
            if entry is not None:
                sums = found.setdefault(entry, [0.0, 0])
                sums[0] += result["shares"][seat] - slope * (par[seat] - 1 / len(result["entries"]))
                sums[1] += 1
    return {entry: rounded(total / count, 4) for entry, (total, count) in found.items()}
