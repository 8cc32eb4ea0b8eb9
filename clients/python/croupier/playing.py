"""Waits for turns and plays them one after another."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Iterator, Mapping, Optional

from .answers import value_of
from .career import GLANCE, SEARCH, SEATLESS, Career, Errands, to_join
from .errors import CroupierError, ProblemError, Stopped
from .turns import GONE, MOST_TURNS, TOO_LATE, WAIT, Position, Reading, TurnBook

if TYPE_CHECKING:
    from . import types
    from .client import Croupier
    from .interruption import Interruption


class Turn(Position):
    """A decision of one seat. It is yielded once."""

    def __init__(self, position: Position, player: Player) -> None:
        super().__init__(position.decision, position.game)
        self._player = player

    def act(self, action: types.Action) -> types.ActionResult | None:
        """Submits an action. Returns None if the turn is already over, because of the clock or the end of the game.

        Raises `ProblemError` if the action is illegal. You can then submit another.
        """
        self.has_acted = True
        return self._player.act(self, action)


Agent = Callable[[Turn], Optional["types.Action"]]


class Player:
    def __init__(self, house: Croupier, reading: Reading, stop: Interruption | None) -> None:
        self.house = house
        self.reading = reading
        self.stop = stop
        self.book = TurnBook()

    def play(self, agent: Agent, career: Career) -> list[types.Game]:
        """Plays until all that it has started is over. Returns the final states of the games in which the agent had a turn."""
        try:
            errands = self.begin(career)
        except Stopped:
            return []
        for turn in self.turns(errands):
            errands.note_turn(turn.game_id)
            action = agent(turn)
            if action is None:
                turn.check_left()
                continue
            result = turn.act(action)
            if result is not None:
                errands.note_game(turn.game_id, result["state"])
        games = [self.read(game_id, {}, None) for game_id in errands.played]
        return [game for game in games if game is not None]

    def turns(self, errands: Errands | None = None) -> Iterator[Turn]:
        book = self.book
        try:
            while errands is None or not errands.is_done:
                if self.stop is not None and self.stop.is_set():
                    return
                if book.ready:
                    yield Turn(book.ready.popleft(), self)
                elif book.unread:
                    self.read_next()
                elif not self.list_turns(WAIT if errands is None or errands.is_endless else GLANCE) and errands:
                    self.check(errands)
        except Stopped:
            return

    def act(self, position: Position, action: types.Action) -> types.ActionResult | None:
        try:
            result: types.ActionResult = self.call(
                "POST", f"/v1/games/{position.game_id}/actions", self.reading, position.move(action)
            )
        except ProblemError as error:
            if error.code not in TOO_LATE:
                raise
            self.book.settle(position, None)
            return None
        except CroupierError:
            self.book.settle(position, None)  # the next state of the game shows whether the action was stored
            raise
        self.book.settle(position, result["state"])
        return result

    def list_turns(self, seconds: int) -> bool:
        headers = {"If-None-Match": self.book.etag}
        request = self.house._settings.request("GET", "/v1/me/turns", {"wait": seconds, "limit": MOST_TURNS}, headers, None)
        answer = self.house._send_patiently(request, self.stop)
        if answer.status == 304:
            return False
        listed: types.TurnList = value_of(answer)
        self.book.take(listed, answer.etag)
        return bool(listed["turns"])

    def read_next(self) -> None:
        game_id, seat = self.book.unread.popleft()
        asked_at = self.book.actions
        game = self.read(game_id, self.reading, seat)
        if game is not None:
            self.book.meet(game, asked_at)

    def read(self, game_id: str, reading: Reading, seat: int | None) -> types.Game | None:
        try:
            game: types.Game = self.call("GET", f"/v1/games/{game_id}", {**reading, "seat": seat}, None)
            return game
        except ProblemError as error:
            if error.code in GONE:
                return None
            raise

    def call(self, method: str, path: str, query: Mapping[str, Any], body: Mapping[str, Any] | None) -> Any:
        request = self.house._settings.request(method, path, query, {}, body)
        return value_of(self.house._send_patiently(request, self.stop))

    def begin(self, career: Career) -> Errands:
        games = {self.call("POST", "/v1/games", {}, game)["id"] for game in career.games()} | self.join(career.join)
        if career.compete is not None:
            self.call("POST", f"/v1/competitions/{career.compete}/entries", {}, career.entry or {})
        seek = None if career.seek is None else self.call("POST", "/v1/me/seeks", {}, career.seek)["id"]
        return Errands(games, career.compete, seek)

    def join(self, most: int) -> set[str]:
        joined: set[str] = set()
        while len(joined) < most:
            listed = self.call("GET", "/v1/games", {"openSeats": True, "limit": 100}, None)
            for game_id in to_join(listed["games"], joined, most):
                if self.sit(game_id):
                    joined.add(game_id)
            if len(joined) < most:
                self.house._pause(SEARCH, self.stop)
        return joined

    def sit(self, game_id: str) -> bool:
        """Takes an open seat. Returns False if another player took it first."""
        try:
            self.call("POST", f"/v1/games/{game_id}/seats", {}, {})
            return True
        except ProblemError as error:
            if error.code in SEATLESS:
                return False
            raise

    def check(self, errands: Errands) -> None:
        for game_id in list(errands.games):
            game = self.read(game_id, {}, None)
            errands.note_game(game_id, game)
        if errands.competition is not None:
            errands.note_competition(self.call("GET", f"/v1/competitions/{errands.competition}", {}, None))
        if errands.seek is not None:
            errands.note_seek(self.call("GET", f"/v1/me/seeks/{errands.seek}", {}, None))
