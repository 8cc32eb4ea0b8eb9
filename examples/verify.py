#!/usr/bin/env python3
"""Checks the chance and the history of a finished Croupier game, in plain Python 3.

    python3 examples/verify.py transcript.json [--head 12=0f3a... ...] [--accept-unchecked]
    python3 examples/verify.py --competition competition.ndjson [--head 12=0f3a... ...] [--accept-unchecked]

The transcript is the body of GET /v1/games/{gameId}/transcript. This checks the commitment, the game seed, every draw
against its bound, and the hash chain; --head adds heads that you kept during the game. It knows no rules: `npm run verify`
also checks bounds, legality, bots' choices, positions and outcome. docs/fairness.md explains the recipe.

With --competition it is the body of GET /v1/competitions/{competitionId}/transcript. This checks the commitment, the chain
of the competition and the seed of every board. For every game it checks place, players, chance, and the chain up to the
counted head. competition_results.py beside this file checks pairings, results, points, tie-breaks and ranks. The output
names the rest, which `npm run verify -- --competition` checks.

Exit code 1: a check failed; 2: this is no transcript; 3: all checks passed, and the output names what is unchecked; 0: the
same, with --accept-unchecked.
"""
from __future__ import annotations

import argparse
import hashlib
import hmac
import json
import sys
from typing import Any, Iterable, Iterator

Json = dict[str, Any]

SETTLED = ["gameId", "ruleset", "rulesVersion", "options", "seats", "standIn", "clock", "daily", "commitment", "commitmentId"]
OPENING = ["croupier-competition", "1"]
PLACE = ["competitionId", "round", "table", "board", "copy", "sealed"]
ENTRY = ["version", "kind", "seat", "action", "draws", "at"]
WHOLE_ENTRY = [*ENTRY, "bounds", "head", "stateHash"]
FRAME = [*SETTLED, "competition", "rated", "format", "formatVersion", "createdAt", "seeded", "commitmentFirst", "serverSeed", "seed"]
FRAME += ["chainKey", "log", "status", "outcome"]
COMPETITION_FRAME = ["format", "formatVersion", "competitionId", "settings", "createdBy", "createdAt", "commitment", "serverSeed"]
EVENT = ["version", "type", "data", "at", "head"]
ABORTING = ["aborted", "voided", "left"]
DELETED = "deleted"
NOT_ALL_CHECKED = 3


class Fault(Exception):
    """The first failed check."""

    def __init__(self, version: int | None, check: str, expected: object, found: object) -> None:
        super().__init__(check)
        self.version, self.check, self.expected, self.found = version, check, expected, found


def mac(key: bytes, text: str) -> hmac.HMAC:
    return hmac.new(key, text.encode(), hashlib.sha256)


def canonical(value: Any) -> str:
    """Canonical JSON (RFC 8785). Games hold only integers."""
    if isinstance(value, dict):
        names = sorted(value, key=lambda name: str(name).encode("utf-16-be"))
        return "{" + ",".join(f"{canonical(name)}:{canonical(value[name])}" for name in names) + "}"
    if isinstance(value, list):
        return "[" + ",".join(canonical(item) for item in value) + "]"
    if isinstance(value, Fraction):
        return str(value)
    return json.dumps(value, ensure_ascii=False)


class Fraction(str):
    """A fractional number as it was written, because languages format these differently."""


def commitment_to(server_seed: bytes) -> str:
    return hashlib.sha256(server_seed).hexdigest()


def game_seed_from(server_seed: bytes, client_seeds: list[str]) -> bytes:
    return mac(server_seed, "\n".join(client_seeds)).digest()


def game_seed_from_text(seed: str) -> bytes:
    return hashlib.sha256(seed.encode()).digest()


def words(game_seed: bytes, stream: str) -> Iterator[int]:
    """Yields the 32-bit words of a stream. The stream of a version is named by its number."""
    block = 0
    while True:
        digest = mac(game_seed, f"{stream}:{block}").digest()
        for i in range(0, 32, 4):
            yield int.from_bytes(digest[i : i + 4], "big")
        block += 1


def number_below(below: int, source: Iterator[int]) -> int:
    limit = 2**32 // below * below
    return next(word for word in source if word < limit) % below


def shuffled(items: Iterable[Any], source: Iterator[int]) -> list[Any]:
    items = list(items)
    for last in range(len(items) - 1, 0, -1):
        other = number_below(last + 1, source)
        items[last], items[other] = items[other], items[last]
    return items


def linked(chain_key: bytes, version: int, text: str) -> str:
    salt = mac(chain_key, str(version)).digest()
    return mac(salt, text).hexdigest()


def first_head(chain_key: bytes, game: Json) -> str:
    bound = {name: game[name] for name in SETTLED}
    if game.get("competition") is not None:
        bound["competition"] = {name: game["competition"][name] for name in PLACE}
    if game.get("rated"):
        bound["rated"] = True
    return linked(chain_key, 0, canonical(bound))


def bound_name(part: Json) -> Json:
    """Returns a log part as the chain hashes it: with a salted digest of the name, which stays valid if the name is erased."""
    player = part.get("player")
    if player is None:
        return part
    rest = {name: value for name, value in part.items() if name not in ("player", "nameSalt", "nameDigest")}
    rest["player"] = {name: value for name, value in player.items() if name != "name"}
    if "nameSalt" in part:
        salted = part["nameSalt"] + "\n" + player["name"]
        return {**rest, "nameDigest": hashlib.sha256(salted.encode()).hexdigest()}
    if "nameDigest" in part and player["name"] == DELETED:
        return {**rest, "nameDigest": part["nameDigest"]}
    return part


def next_head(chain_key: bytes, head: str, entry: Json) -> str:
    kind, action = entry["kind"], entry["action"]
    if kind in ("created", "joined"):
        parts = action["seats"] if kind == "created" else [action]
        bound = {**action, "seats": [bound_name(part) for part in parts]} if kind == "created" else bound_name(action)
        entry = {**entry, "action": bound}
    return linked(chain_key, entry["version"], head + "\n" + canonical([entry[name] for name in ENTRY]))


def expect(version: int | None, check: str, expected: object, found: object) -> None:
    if expected != found:
        raise Fault(version, check, expected, found)


def expect_known(version: int | None, what: str, names: list[str], value: Json) -> None:
    """Rejects unknown fields: no check reads them, so they must not pass as verified."""
    expect(version, f"fields of {what} that are not known", [], sorted(set(value) - set(names)))


class Seats:
    """The holders of seats, with their client seeds. `taken`: the versions at which they took their seats."""

    def __init__(self) -> None:
        self.holders: list[Json] = []
        self.taken: list[int | None] = []

    def follow(self, entry: Json) -> None:
        kind, seat, action, version = entry["kind"], entry["seat"], entry["action"], entry["version"]
        if kind == "created":
            self.holders = action["seats"]
            self.taken = [version if "clientSeed" in holder else None for holder in self.holders]
        elif kind == "joined":
            self.holders[seat], self.taken[seat] = action, version
        elif kind == "left":
            self.holders[seat], self.taken[seat] = {"kind": "open"}, None

    def client_seeds(self, version: int) -> list[str]:
        for seat, holder in enumerate(self.holders):
            if "clientSeed" not in holder:
                raise Fault(version, "start", f"seat {seat} taken", holder)
        return [holder["clientSeed"] for holder in self.holders]


def check_draws(entry: Json, game_seed: bytes | None) -> int:
    version, draws, bounds = entry["version"], entry["draws"], entry["bounds"]
    expect(version, "number of bounds", len(draws), len(bounds))
    if not draws:
        return 0
    if game_seed is None:
        raise Fault(version, "number of draws", 0, len(draws))
    source = words(game_seed, str(version))
    for i, (drawn, below) in enumerate(zip(draws, bounds)):
        expect(version, f"draw {i + 1} below {below}", number_below(below, source), drawn)
    return len(draws)


def seed_at_start(game: Json, seats: Seats, version: int) -> bytes:
    if game["seeded"]:
        return game_seed_from_text(game["seed"])
    return game_seed_from(bytes.fromhex(game["serverSeed"]), seats.client_seeds(version))


def check(game: Json, kept: dict[int, str]) -> tuple[int, int, int]:
    """Raises the first fault; returns the numbers of correct entries, draws and kept heads."""
    form = game["formatVersion"]
    if type(form) is not int or form != 1:
        raise Fault(None, "version of the format", 1, form)
    for name in ("competition", "rated"):
        expect(None, f"{name} is told", True, name in game)
    expect_known(None, "the transcript", FRAME, game)
    if game.get("competition") is not None:
        expect_known(None, "its place in a competition", PLACE, game["competition"])
    if not game["seeded"]:
        expect(None, "commitment", game["commitment"], commitment_to(bytes.fromhex(game["serverSeed"])))
        expect(None, "seed", None, game["seed"])
    chain_key = bytes.fromhex(game["chainKey"])
    head, game_seed, seats, draws = first_head(chain_key, game), None, Seats(), 0
    for due, entry in enumerate(game["log"], start=1):
        version = entry["version"]
        expect(due, "version", due, version)
        expect_known(version, "the entry", WHOLE_ENTRY, entry)
        if version == 1:
            expect(version, "time of creation", game["createdAt"], entry["at"])
        seats.follow(entry)
        if entry["kind"] == "started":
            game_seed = seed_at_start(game, seats, version)
        draws += check_draws(entry, game_seed)
        head = next_head(chain_key, head, entry)
        expect(version, "head of the chain", head, entry["head"])
        if version in kept:
            expect(version, "head that was kept", kept[version], head)
    first = not game["seeded"] and (game["commitmentId"] is not None or 1 not in seats.taken)
    expect(None, "commitmentFirst", first, game["commitmentFirst"])
    aborted = game["log"][-1]["kind"] in ABORTING
    expect(None, "status", "aborted" if aborted else "finished", game["status"])
    expect(None, "whether there is an outcome", not aborted, game["outcome"] is not None)
    for version in kept:
        if not 1 <= version <= len(game["log"]):
            raise Fault(None, "head that was kept", f"version 1 to {len(game['log'])}", version)
    return len(game["log"]), draws, len(kept)


class Competition:
    """Follows the boards and games in a competition's log; raises the first fault."""

    def __init__(self, settled: Json, results: Any) -> None:
        expect_known(None, "the first line", COMPETITION_FRAME, settled)
        self.settled, self.server_seed = settled, bytes.fromhex(settled["serverSeed"])
        expect(None, "commitment", settled["commitment"], commitment_to(self.server_seed))
        bound = {name: settled[name] for name in ("competitionId", "settings", "createdBy", "commitment")}
        self.head = hashlib.sha256(canonical(bound).encode()).hexdigest()
        self.version, self.complete = 0, False
        self.results = results
        self.client_seeds: list[str] = []
        self.boards: dict[int, str] = {}
        self.games: dict[str, Json] = {}
        self.heads: dict[str, str] = {}
        self.due: list[str] = []

    def follow(self, event: Json, kept: dict[int, str]) -> None:
        self.version += 1
        version, data = event["version"], event["data"]
        expect(self.version, "version", self.version, version)
        expect_known(version, "the entry", EVENT, event)
        if version == 1:
            expect(version, "time of creation", self.settled["createdAt"], event["at"])
        entered = event["type"] == "entryMade"
        link = self.head + "\n" + canonical([version, event["type"], bound_name(data) if entered else data, event["at"]])
        self.head = hashlib.sha256(link.encode()).hexdigest()
        expect(version, "head of the chain", self.head, event["head"])
        if version in kept:
            expect(version, "head that was kept", kept[version], self.head)
        self.results.follow(event)
        if event["type"] == "entryMade":
            self.client_seeds.append(data["clientSeed"])
        elif event["type"] == "roundPaired":
            self.meet(board for table in data["tables"] for board in table["boards"])
        elif event["type"] == "gamesDealt":
            self.meet(game["board"] for game in data["games"])
            self.games.update((game["gameId"], game) for game in data["games"])
        elif event["type"] == "gameCounted":
            self.heads[data["gameId"]] = data["head"]
        elif event["type"] == "boardClosed":
            expect(version, f"seed of board {data['board']}", self.boards[data["board"]], data["seed"])
        elif event["type"] == "seedPublished":
            expect(version, "server seed", self.settled["serverSeed"], data["serverSeed"])
            self.complete = True
            self.due = sorted(self.games, key=lambda name: [self.games[name][part] for part in PLACE[1:5]])

    def meet(self, boards: Iterable[int]) -> None:
        """A board's chance includes the client seeds of all entries that exist when it is first used."""
        for board in boards:
            if board not in self.boards:
                bound = {"competitionId": self.settled["competitionId"], "board": board, "clientSeeds": self.client_seeds}
                self.boards[board] = mac(self.server_seed, canonical(bound)).hexdigest()

    def check_game(self, game: Json) -> int:
        expect(None, "game in the order of the schedule", self.due.pop(0), game["gameId"])
        dealt = self.games[game["gameId"]]
        place = game["competition"]
        expected = [self.settled["competitionId"], *(dealt[name] for name in PLACE[1:5])]
        expect(None, f"place of game {game['gameId']}", expected, [place[name] for name in PLACE[:5]])
        expect(None, f"seed of game {game['gameId']}", self.boards[dealt["board"]], game["seed"])
        _, draws, _ = check(game, {})
        self.results.check_game(game, dealt)
        expect(None, f"head of game {game['gameId']}", self.heads.get(game["gameId"]), game["log"][-1]["head"])
        return draws


def opening(value: Json) -> list[Any]:
    return [value.get("format"), canonical(value.get("formatVersion"))]


def check_competition(lines: Iterable[str], kept: dict[int, str]) -> tuple[str, list[str]]:
    """Raises the first fault; returns what is correct, and what was not checked."""
    from competition_results import UNCHECKED, Results

    whole, competition, games, draws, ended = hashlib.sha256(), None, 0, 0, False
    unchecked: list[str] = []
    for line in lines:
        value = json.loads(line, parse_float=Fraction)
        if competition is None and (not isinstance(value, dict) or opening(value) != OPENING):
            raise ValueError('its first line has not the "format" "croupier-competition" and "formatVersion" 1')
        expect(None, "canonical JSON", canonical(value) + "\n", line)
        if ended:
            raise Fault(None, "end", "nothing after the standings", line[:80])
        if competition is None:
            competition = Competition(value, Results(value, expect, Fault))
        elif not competition.complete:
            competition.follow(value, kept)
        elif competition.due:
            draws += competition.check_game(value)
            games += 1
        else:
            expect(None, "fields of the last line", ["sha256", "standings"], sorted(value))
            unchecked = UNCHECKED + competition.results.check_standings(value["standings"])
            expect(None, "SHA-256 of the lines before", whole.hexdigest(), value["sha256"])
            ended = True
        whole.update(line.encode())
    if competition is None:
        raise ValueError("it is empty")
    if not ended:
        raise Fault(None, "end", "the standings", "the end of the file")
    for version in kept:
        if not 1 <= version <= competition.version:
            raise Fault(None, "head that was kept", f"version 1 to {competition.version}", version)
    results = competition.results
    by = "" if results.aborted_by is None else f" by the {results.aborted_by}"
    return (
        f"a competition that was {results.status}{by}: {len(competition.boards)} boards and {draws} draws of {games} games follow "
        f"from the seeds, {competition.version} entries from the chain, results, points and tie-breaks from the games",
        unchecked,
    )


def kept_head(text: str) -> tuple[int, str]:
    version, _, head = text.partition("=")
    if not version.isdigit() or len(head) != 64:
        raise argparse.ArgumentTypeError("takes a version and the 64 digits of its head, such as 12=0f3a...")
    return int(version), head.lower()


def why_unreadable(error: Exception) -> str:
    if isinstance(error, KeyError):
        return f"its field {error} is missing"
    if isinstance(error, (OSError, ValueError)):
        return str(error)
    return f"a field is of another kind ({error})"


def game_findings(path: str, kept: dict[int, str]) -> tuple[str, list[str]]:
    with open(path, encoding="utf-8") as file:
        text = file.read()
    if "}\n{" in text:
        raise ValueError("it has several lines of JSON; the transcript of a competition needs --competition")
    game = json.loads(text)
    if isinstance(game, dict) and str(game.get("type")).startswith("/problems/"):
        raise ValueError(f"it is an error answer, which says {game.get('detail')}")
    if not isinstance(game, dict) or game.get("format") != "croupier-transcript":
        raise ValueError('its "format" is not "croupier-transcript"')
    entries, draws, heads = check(game, kept)
    said = f"{draws} draws follow from the seeds, {entries} entries from the chain, {heads} kept heads are in it"
    return said, ["the rules, and with them the outcome, bounds, legality, bots' choices, positions and times"]


def competition_findings(path: str, kept: dict[int, str]) -> tuple[str, list[str]]:
    with open(path, encoding="utf-8", newline="\n") as file:
        return check_competition(file, kept)


def main() -> int:
    parser = argparse.ArgumentParser(description="Checks the chance and the history of a finished Croupier game, or competition.")
    parser.add_argument("transcript")
    parser.add_argument("--competition", action="store_true", help="the transcript is that of a competition")
    parser.add_argument("--head", type=kept_head, action="append", default=[], help="a head that you kept: version=hash")
    parser.add_argument("--accept-unchecked", action="store_true", help="exit with 0, not 3, when nothing that is checked is wrong")
    asked = parser.parse_args()
    kind, find = ("competition", competition_findings) if asked.competition else ("game", game_findings)
    try:
        found, unchecked = find(asked.transcript, dict(asked.head))
    except Fault as fault:
        where = "" if fault.version is None else f"version {fault.version}: "
        print(f"not verified: {where}{fault.check} does not hold")
        print(f"  expected  {fault.expected}\n  found     {fault.found}")
        return 1
    except (OSError, ValueError, KeyError, TypeError, AttributeError, IndexError) as error:
        print(f"{asked.transcript} is not the transcript of a {kind}: {why_unreadable(error)}", file=sys.stderr)
        return 2
    print(f"verified: {found}")
    for what in unchecked:
        print(f"not checked here: {what} (npm run verify)")
    return 0 if asked.accept_unchecked else NOT_ALL_CHECKED


if __name__ == "__main__":
    sys.exit(main())
