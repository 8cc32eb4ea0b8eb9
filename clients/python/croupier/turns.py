"""Remembers turns, so that each is yielded once even if the connection is interrupted."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from itertools import product
from typing import TYPE_CHECKING, Any, TypedDict, cast

from .errors import CroupierError

if TYPE_CHECKING:
    from . import types

WAIT = 25  # seconds of a long poll
MOST_TURNS = 500  # the service's maximum per list
# With these codes the decision is over. The list of turns shows the next one.
TOO_LATE = {"stale-version", "not-your-turn", "game-over", "seat-left", "time-out", "game-not-found"}
# With these codes a listed turn no longer exists for this player.
GONE = {"game-not-found", "not-your-seat", "not-your-game", "game-not-started"}


@dataclass(frozen=True)
class Decision:
    """Identifies a decision. No two decisions of a seat open at the same version."""

    game_id: str
    seat: int
    since: int


class Reading(TypedDict, total=False):
    labels: bool
    odds: bool
    text: bool
    names: bool


class Position:

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
        """The seat that must act. Seats are counted from 0."""
        return self.decision.seat

    @property
    def since(self) -> int:
        """The version at which the decision opened."""
        return self.decision.since

    @property
    def legal_actions(self) -> list[types.Action]:
        """The legal actions, expanded from the game's `choices`."""
        return legal_actions_of(self.game)

    @property
    def deadline(self) -> str | None:
        """When the time of the decision ends, in ISO 8601; None if the game has no clock."""
        return next(each["deadline"] for each in self.game["decisions"] if each["seat"] == self.seat)

    def check_left(self) -> None:
        """Raises if the agent chose None and the game has no clock: then the game would never continue."""
        if self.game["clock"] is None and not self.has_acted:
            raise CroupierError(f"The agent chose nothing in {self!r}, a game without a clock, which would wait for ever.")

    def move(self, action: types.Action) -> dict[str, Any]:
        """Returns the request body of an action. It is valid only for this position."""
        return {
            "action": action,
            "seat": self.seat,
            "expectedVersion": self.game["version"],
            "expectedHead": self.game["head"],
        }


@dataclass
class TurnBook:
    """The decisions that an iterator has yielded or must still yield. Makes no calls."""

    given: set[Decision] = field(default_factory=set)
    ready: deque[Position] = field(default_factory=deque)
    unread: deque[tuple[str, int]] = field(default_factory=deque)
    looked: dict[str, int] = field(default_factory=dict)
    settled: dict[Decision, int] = field(default_factory=dict)
    actions: int = 0
    etag: str | None = None

    def take(self, listed: types.TurnList, etag: str | None) -> None:
        """Queues those games of a list of turns that can have a new decision."""
        self.etag = etag
        here = {turn["gameId"] for turn in listed["turns"]}
        self.given = {decision for decision in self.given if decision.game_id in here}
        self.settled = {decision: at for decision, at in self.settled.items() if decision.game_id in here}
        self.looked = {game_id: version for game_id, version in self.looked.items() if game_id in here}
        news = [turn for turn in listed["turns"] if self.looked.get(turn["gameId"]) != turn["version"]]
        self.looked.update((turn["gameId"], turn["version"]) for turn in news)
        self.unread.extend((turn["gameId"], seat) for turn in news for seat in turn["seats"])

    def meet(self, game: types.Game, asked_at: int) -> None:
        """Queues the decision of the game's viewer, unless it was yielded before.

        `asked_at`: the value of `actions` when the game was requested. The response may not know of later actions.
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
        """Call after an action. `state`: the result; None if it is unknown, so the decision may still be open."""
        self.actions += 1
        self.settled[position.decision] = self.actions
        self.given.discard(position.decision)
        self.looked.pop(position.game_id, None)
        self.etag = None  # after a database restore the old list may be valid again
        if state is not None:
            self.meet(state, self.actions)


def legal_actions_of(game: types.Game) -> list[types.Action]:
    """Returns all actions of a game's `choices`, in the order of `list_actions`; empty if `viewer` need not act."""
    entries = cast("list[dict[str, Any]]", game.get("choices", []))
    lists = [[[value] if name == "type" else value for name, value in entry.items()] for entry in entries]
    actions = [dict(zip(entry, values)) for entry, fields in zip(entries, lists) for values in product(*fields)]
    return cast("list[types.Action]", actions)


def is_over(game: types.Game) -> bool:
    return game["status"] in ("finished", "aborted")
