from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Iterable, Mapping, Sequence

from .turns import is_over

if TYPE_CHECKING:
    from . import types

GLANCE = 5  # seconds without a turn before checking whether everything is over
# Codes that mean that the list of open seats was outdated.
SEATLESS = {"seat-taken", "game-started", "game-over", "game-not-found", "no-such-seat"}
SEARCH = 1.0  # seconds between searches for open seats


@dataclass(frozen=True)
class Career:
    """What the player does. Without any of these fields it plays all present and future games until it is stopped."""

    create: types.NewGame | Sequence[types.NewGame]
    join: int
    compete: str | None
    entry: types.NewEntry | None
    seek: types.NewSeek | None

    def games(self) -> list[Mapping[str, Any]]:
        return [self.create] if isinstance(self.create, dict) else list(self.create)


def to_join(listed: Iterable[types.GameSummary], joined: set[str], most: int) -> list[str]:
    return [game["id"] for game in listed if game["id"] not in joined][: most - len(joined)]


@dataclass
class Errands:
    """What must end before the career is over. `played`: games in which the agent had a turn."""

    games: set[str]
    competition: str | None
    seek: str | None
    played: list[str] = field(default_factory=list)
    is_endless: bool = False

    def __post_init__(self) -> None:
        self.is_endless = self.is_done

    @property
    def is_done(self) -> bool:
        return not (self.games or self.competition or self.seek or self.is_endless)

    def note_turn(self, game_id: str) -> None:
        if game_id not in self.played:
            self.played.append(game_id)

    def note_game(self, game_id: str, game: types.Game | None) -> None:
        """Stores the state of a game. `game`: None if the player may no longer see it, which counts as over."""
        if game is None or is_over(game):
            self.games.discard(game_id)

    def note_competition(self, competition: types.Competition) -> None:
        if competition["complete"]:
            self.competition = None

    def note_seek(self, seek: types.Seek) -> None:
        if seek["status"] != "open" and not seek["runningGames"]:
            self.seek = None
