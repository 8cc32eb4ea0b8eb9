"""Waits for turns and plays them, several at the same time if `thinking` is more than 1."""

from __future__ import annotations

import asyncio
import inspect
from typing import TYPE_CHECKING, Any, AsyncIterator, Awaitable, Callable, Mapping, Optional, Sequence, Union

from .answers import value_of
from .career import GLANCE, SEARCH, SEATLESS, Career, Errands, to_join
from .errors import CroupierError, ProblemError
from .turns import GONE, MOST_TURNS, TOO_LATE, WAIT, Position, Reading, TurnBook

if TYPE_CHECKING:
    from . import types
    from .async_client import AsyncCroupier


class AsyncTurn(Position):
    """A decision of one seat. It is yielded once."""

    def __init__(self, position: Position, player: AsyncPlayer) -> None:
        super().__init__(position.decision, position.game)
        self._player = player

    async def act(self, action: types.Action) -> types.ActionResult | None:
        """Submits an action. Returns None if the turn is already over, because of the clock or the end of the game.

        Raises `ProblemError` if the action is illegal. You can then submit another.
        """
        self.has_acted = True
        return await self._player.act(self, action)


Choice = Optional["types.Action"]
AsyncAgent = Callable[[AsyncTurn], Union[Choice, Awaitable[Choice]]]


class AsyncPlayer:
    def __init__(self, house: AsyncCroupier, reading: Reading) -> None:
        self.house = house
        self.reading = reading
        self.book = TurnBook()

    async def play(self, agent: AsyncAgent, career: Career, thinking: int) -> list[types.Game]:
        errands = await self.begin(career)
        await Table(agent, errands, thinking).play(self.turns(errands))
        games = [await self.read(game_id, {}, None) for game_id in errands.played]
        return [game for game in games if game is not None]

    async def turns(self, errands: Errands | None = None) -> AsyncIterator[AsyncTurn]:
        book = self.book
        while errands is None or not errands.is_done:
            if book.ready:
                yield AsyncTurn(book.ready.popleft(), self)
            elif book.unread:
                await self.read_next()
            elif not await self.list_turns(WAIT if errands is None or errands.is_endless else GLANCE) and errands:
                await self.check(errands)

    async def act(self, position: Position, action: types.Action) -> types.ActionResult | None:
        try:
            result: types.ActionResult = await self.call(
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

    async def list_turns(self, seconds: int) -> bool:
        headers = {"If-None-Match": self.book.etag}
        request = self.house._settings.request("GET", "/v1/me/turns", {"wait": seconds, "limit": MOST_TURNS}, headers, None)
        answer = await self.house._send_patiently(request)
        if answer.status == 304:
            return False
        listed: types.TurnList = value_of(answer)
        self.book.take(listed, answer.etag)
        return bool(listed["turns"])

    async def read_next(self) -> None:
        game_id, seat = self.book.unread.popleft()
        asked_at = self.book.actions
        game = await self.read(game_id, self.reading, seat)
        if game is not None:
            self.book.meet(game, asked_at)

    async def read(self, game_id: str, reading: Reading, seat: int | None) -> types.Game | None:
        try:
            game: types.Game = await self.call("GET", f"/v1/games/{game_id}", {**reading, "seat": seat}, None)
            return game
        except ProblemError as error:
            if error.code in GONE:
                return None
            raise

    async def call(self, method: str, path: str, query: Mapping[str, Any], body: Mapping[str, Any] | None) -> Any:
        request = self.house._settings.request(method, path, query, {}, body)
        return value_of(await self.house._send_patiently(request))

    async def begin(self, career: Career) -> Errands:
        created = [await self.call("POST", "/v1/games", {}, game) for game in career.games()]
        games = {game["id"] for game in created} | await self.join(career.join)
        if career.compete is not None:
            await self.call("POST", f"/v1/competitions/{career.compete}/entries", {}, career.entry or {})
        seek = None if career.seek is None else await self.call("POST", "/v1/me/seeks", {}, career.seek)
        return Errands(games, career.compete, None if seek is None else seek["id"])

    async def join(self, most: int) -> set[str]:
        joined: set[str] = set()
        while len(joined) < most:
            listed = await self.call("GET", "/v1/games", {"openSeats": True, "limit": 100}, None)
            for game_id in to_join(listed["games"], joined, most):
                if await self.sit(game_id):
                    joined.add(game_id)
            if len(joined) < most:
                await asyncio.sleep(SEARCH)
        return joined

    async def sit(self, game_id: str) -> bool:
        try:
            await self.call("POST", f"/v1/games/{game_id}/seats", {}, {})
            return True
        except ProblemError as error:
            if error.code in SEATLESS:
                return False
            raise

    async def check(self, errands: Errands) -> None:
        for game_id in list(errands.games):
            game = await self.read(game_id, {}, None)
            errands.note_game(game_id, game)
        if errands.competition is not None:
            errands.note_competition(await self.call("GET", f"/v1/competitions/{errands.competition}", {}, None))
        if errands.seek is not None:
            errands.note_seek(await self.call("GET", f"/v1/me/seeks/{errands.seek}", {}, None))


class Table:
    """Limits how many turns the agent gets at the same time. The first exception of the agent ends `play`."""

    def __init__(self, agent: AsyncAgent, errands: Errands, most: int) -> None:
        self.agent = agent
        self.errands = errands
        self.most = most
        self.asked: set[asyncio.Future[None]] = set()

    async def play(self, turns: AsyncIterator[AsyncTurn]) -> None:
        coming: asyncio.Future[AsyncTurn] | None = None
        try:
            while True:
                if coming is None and len(self.asked) < self.most:
                    coming = asyncio.ensure_future(turns.__anext__())
                await self.settle(coming)
                if coming is not None and coming.done():
                    self.ask(coming.result())
                    coming = None
        except StopAsyncIteration:
            await self.settle_all()
        finally:
            await end([*self.asked, *([] if coming is None else [coming])])

    def ask(self, turn: AsyncTurn) -> None:
        self.errands.note_turn(turn.game_id)
        self.asked.add(asyncio.ensure_future(self.think(turn)))

    async def think(self, turn: AsyncTurn) -> None:
        chosen = self.agent(turn)
        action = await chosen if inspect.isawaitable(chosen) else chosen
        if action is None:
            return turn.check_left()
        result = await turn.act(action)
        if result is not None:
            self.errands.note_game(turn.game_id, result["state"])

    async def settle(self, coming: asyncio.Future[AsyncTurn] | None) -> None:
        waiting: set[asyncio.Future[Any]] = self.asked | ({coming} if coming is not None else set())
        done, _ = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        answered = done & self.asked
        self.asked -= answered
        for each in answered:
            each.result()

    async def settle_all(self) -> None:
        while self.asked:
            await self.settle(None)


async def end(left: Sequence[asyncio.Future[Any]]) -> None:
    for each in left:
        each.cancel()
    await asyncio.gather(*left, return_exceptions=True)
