"""Which turns there are, so that each is given once, whatever breaks off in between."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from itertools import product
from typing import TYPE_CHECKING, Any, TypedDict, cast

from .errors import CroupierError

if TYPE_CHECKING:
    from . import types

WAIT = 25  # seconds that a call waits for news
MOST_TURNS = 500  # that the service lists at a time
# Somebody else, or the clock, was quicker: what there is to decide now, the list of turns tells.
TOO_LATE = {"stale-version", "not-your-turn", "game-over", "seat-left", "time-out", "game-not-found"}
# What waits no more for who knows of it from an older list.
GONE = {"game-not-found", "not-your-seat", "not-your-game", "game-not-started"}


@dataclass(frozen=True)
class Decision:
    """Names a decision for good: the version at which it opened never has another one for this seat."""

    game_id: str
    seat: int
    since: int


class Reading(TypedDict, total=False):
    """How games are read, as the query of `get_state` has it."""

    labels: bool
    odds: bool
    text: bool
    names: bool


class Position:
    """A decision, and the game as its seat sees it."""

    def __init__(self, decision: Decision, game: types.Game) -> None:
        self.decision = decision
        self.game = game
        self.has_acted = False

    def __repr__(self) -> str:
        return f"<{self.game['ruleset']} {self.game_id}, seat {self.seat} since version {self.since}>"

    @property
    def game_id(self) -> str:
        return self.decision.game_id

    @property
    def seat(self) -> int:
        """The seat that is to decide, from 0."""
        return self.decision.seat

    @property
    def since(self) -> int:
        """The version at which this decision opened."""
        return self.decision.since

    @property
    def legal_actions(self) -> list[types.Action]:
        """Every action that the `choices` of the game stand for."""
        return legal_actions_of(self.game)

    @property
    def deadline(self) -> str | None:
        """When the time for this decision is up."""
        return next(each["deadline"] for each in self.game["decisions"] if each["seat"] == self.seat)

    def check_left(self) -> None:
        """Raises where an agent chose nothing and nobody else will: without a clock its game would wait for ever."""
        if self.game["clock"] is None and not self.has_acted:
            raise CroupierError(f"The agent chose nothing in {self!r}, a game without a clock, which would wait for ever.")

    def move(self, action: types.Action) -> dict[str, Any]:
        """The body that plays this action here, and in no other position."""
        return {
            "action": action,
            "seat": self.seat,
            "expectedVersion": self.game["version"],
            "expectedHead": self.game["head"],
        }


@dataclass
class TurnBook:
    """What one iterator has given and what it has still to give; it asks nobody itself."""

    given: set[Decision] = field(default_factory=set)
    ready: deque[Position] = field(default_factory=deque)
    unread: deque[tuple[str, int]] = field(default_factory=deque)
    looked: dict[str, int] = field(default_factory=dict)
    settled: dict[Decision, int] = field(default_factory=dict)
    actions: int = 0
    etag: str | None = None

    def take(self, listed: types.TurnList, etag: str | None) -> None:
        """Puts in line to be read what may be new in a list of turns, one seat after another."""
        self.etag = etag
        here = {turn["gameId"] for turn in listed["turns"]}
        self.given = {decision for decision in self.given if decision.game_id in here}
        self.settled = {decision: at for decision, at in self.settled.items() if decision.game_id in here}
        self.looked = {game_id: version for game_id, version in self.looked.items() if game_id in here}
        news = [turn for turn in listed["turns"] if self.looked.get(turn["gameId"]) != turn["version"]]
        self.looked.update((turn["gameId"], turn["version"]) for turn in news)
        self.unread.extend((turn["gameId"], seat) for turn in news for seat in turn["seats"])

    def meet(self, game: types.Game, asked_at: int) -> None:
        """Puts the decision of the seat that sees the game in line, unless it was given.

        `asked_at` is the number of `actions` when the game was asked for: an answer may be older than an action of which
        the outcome is known already.
        """
        opened = {each["seat"]: each["since"] for each in game["decisions"]}
        seat = game["viewer"]
        if not isinstance(seat, int) or seat not in opened or seat not in game["you"]:
            return
        decision = Decision(game["id"], seat, opened[seat])
        if self.settled.get(decision, 0) > asked_at:
            self.looked.pop(game["id"], None)
        elif decision not in self.given:
            self.given.add(decision)
            self.ready.append(Position(decision, game))

    def settle(self, position: Position, state: types.Game | None) -> None:
        """An action went out, and `state` is what came of it: what waits now is to be looked at anew."""
        self.actions += 1
        self.settled[position.decision] = self.actions
        self.given.discard(position.decision)
        self.looked.pop(position.game_id, None)
        self.etag = None  # a list as it was may stand there again, when what followed it was lost
        if state is not None:
            self.meet(state, self.actions)


def legal_actions_of(game: types.Game) -> list[types.Action]:
    """Every action that the `choices` of a game stand for, in the order of `list_actions`; none when `viewer` is not to act."""
    entries = cast("list[dict[str, Any]]", game.get("choices", []))
    lists = [[[value] if name == "type" else value for name, value in entry.items()] for entry in entries]
    actions = [dict(zip(entry, values)) for entry, fields in zip(entries, lists) for values in product(*fields)]
    return cast("list[types.Action]", actions)


def is_over(game: types.Game) -> bool:
    return game["status"] in ("finished", "aborted")
