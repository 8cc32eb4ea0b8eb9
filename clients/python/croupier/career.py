"""What a player is to do, and what is left of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Iterable, Mapping, Sequence

from .turns import is_over

if TYPE_CHECKING:
    from . import types

GLANCE = 5  # seconds without a turn after which is looked whether all is over
# There was a seat, as far as the list knew.
SEATLESS = {"seat-taken", "game-started", "game-over", "game-not-found", "no-such-seat"}
SEARCH = 1.0  # seconds after which open seats are looked for again where nobody keeps one


@dataclass(frozen=True)
class Career:
    """Where games come from; without any of these all that are there and come are played, until the player is stopped."""

    create: types.NewGame | Sequence[types.NewGame]
    join: int
    compete: str | None
    entry: types.NewEntry | None
    seek: types.NewSeek | None

    def games(self) -> list[Mapping[str, Any]]:
        """The games that are to be created."""
        return [self.create] if isinstance(self.create, dict) else list(self.create)


def to_join(listed: Iterable[types.GameSummary], joined: set[str], most: int) -> list[str]:
    """Tables with an open seat that were not joined yet, as many as are wanted."""
    return [game["id"] for game in listed if game["id"] not in joined][: most - len(joined)]


@dataclass
class Errands:
    """Games, a competition and a seek that have to be over; `played` are the games in which there was a turn."""

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
        """What is not there for its player any more is over too."""
        if game is None or is_over(game):
            self.games.discard(game_id)

    def note_competition(self, competition: types.Competition) -> None:
        if competition["complete"]:
            self.competition = None

    def note_seek(self, seek: types.Seek) -> None:
        if seek["status"] != "open" and not seek["runningGames"]:
            self.seek = None
