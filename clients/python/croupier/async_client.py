"""A client for asyncio."""

from __future__ import annotations

import asyncio
import ssl
from typing import TYPE_CHECKING, Any, AsyncIterator, Literal, Mapping, Sequence

from .answers import refusal_in, value_of
from .career import Career
from .errors import ProblemError
from .async_following import AsyncFollower
from .messages import Message, MessageReader
from .async_operations import AsyncOperations
from .patience import Tries
from .place import Place
from .async_playing import AsyncAgent, AsyncPlayer, AsyncTurn
from .request import Answer, Request, named
from .settings import NOBODY, PATIENCE, Settings
from .async_transport import LOST, AsyncTransport
from .turns import Reading

if TYPE_CHECKING:
    from . import types
    from .place import Told

FOREVER = float("inf")


class AsyncCroupier(AsyncOperations):
    """Like `Croupier`, for asyncio. All tasks of one event loop can share an instance.

    Canceling a task ends its calls and iterators at once.

    >>> async with croupier.AsyncCroupier(url) as anybody:
    ...     await anybody.get_health()
    {'status': 'ok'}
    """

    def __init__(
        self,
        url: str | None = None,
        token: str | None = None,
        *,
        patience: float = PATIENCE,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        self._settings = Settings(url, token, patience, tls)
        self._transport = AsyncTransport(self._settings.address, self._settings.tls)
        self._has_answered = False
        self.registration: types.PlayerWithToken | None = None

    @classmethod
    async def register(
        cls,
        name: str,
        *,
        kind: Literal["agent", "human"] = "agent",
        url: str | None = None,
        patience: float = PATIENCE,
        tls: ssl.SSLContext | None = None,
    ) -> AsyncCroupier:
        """Creates a player. If the name is taken, the player gets a similar name.

        Store `token` and `registration["recoveryCode"]`: they are shown only once.

        >>> eve = await croupier.AsyncCroupier.register("Eve", url=url)
        >>> me = await eve.get_me()
        >>> me["kind"]
        'agent'
        """
        client = cls(url, NOBODY, patience=patience, tls=tls)
        try:
            registration = await client.create_player(kind, name=name)
        except ProblemError as error:
            if error.suggestion is None:
                raise
            registration = await client.create_player(kind, name=error.suggestion)
        client._settings.token = registration["token"]
        client.registration = registration
        return client

    @property
    def token(self) -> str | None:
        """The secret that authenticates the player."""
        return self._settings.token

    async def request(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, Any] | None = None,
        headers: Mapping[str, str | None] | None = None,
        body: Mapping[str, Any] | None = None,
    ) -> Answer:
        """Returns the complete response, for features that methods lack, such as `If-None-Match`.

        >>> answer = await house.request("GET", "/v1/rulesets")
        >>> again = await house.request("GET", "/v1/rulesets", headers={"If-None-Match": answer.etag})
        >>> again.status
        304
        """
        return await self._send(self._settings.request(method, path, query or {}, headers or {}, body))

    def turns(self, *, reading: Reading | None = None) -> AsyncIterator[AsyncTurn]:
        """Yields the player's turns in all games, each once.

        After the first response of the service, an interrupted connection is opened again without a time limit.

        >>> async for turn in house.turns():
        ...     result = await turn.act(turn.legal_actions[0])
        ...     break
        """
        return AsyncPlayer(self, reading or {}).turns()

    def follow(
        self,
        game_id: str,
        *,
        seat: int | Literal["spectator"] | None = None,
        after: int = 0,
        text: bool = False,
        names: bool = False,
        invite_code: str | None = None,
    ) -> AsyncIterator[Told]:
        """Yields the events of a game after version `after`, each once, until the game is over.

        >>> told = [event async for event in house.follow(finished_game_id)]
        >>> told[-1]["type"]
        'gameEnded'
        """
        query = {"seat": seat, "text": text, "names": names}
        headers = {"invite-code": invite_code}
        return AsyncFollower(self, game_id, query, headers, Place(after)).all()

    async def play(
        self,
        agent: AsyncAgent,
        *,
        create: types.NewGame | Sequence[types.NewGame] = (),
        join: int = 0,
        compete: str | None = None,
        entry: types.NewEntry | None = None,
        seek: types.NewSeek | None = None,
        reading: Reading | None = None,
        thinking: int = 1,
    ) -> list[types.Game]:
        """Like `Croupier.play`. The agent can be a coroutine function.

        :param thinking: the largest number of turns that the agent gets at the same time.

        >>> [game] = await guest.play(lambda turn: turn.legal_actions[0], create={"ruleset": "pascal"})
        >>> game["status"]
        'finished'
        """
        career = Career(create, join, compete, entry, seek)
        return await AsyncPlayer(self, reading or {}).play(agent, career, thinking)

    async def close(self) -> None:
        """Closes idle connections."""
        await self._transport.close()

    async def __aenter__(self) -> AsyncCroupier:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def _call(
        self,
        method: str,
        path: str,
        names: dict[str, Any],
        query: dict[str, Any],
        headers: dict[str, str | None],
        body: dict[str, Any] | None,
    ) -> Any:
        request = self._settings.request(method, named(path, names), query, headers, body)
        return value_of(await self._send(request))

    async def _stream(
        self, path: str, names: dict[str, Any], query: dict[str, Any], headers: dict[str, str | None]
    ) -> AsyncIterator[Message[Any]]:
        opened = await self._open(self._settings.stream(named(path, names), query, headers))
        if not isinstance(opened, Answer):
            async for message in opened:
                yield message
        elif opened.status != 204:
            raise refusal_in(opened)

    async def _open(self, request: Request) -> Answer | AsyncIterator[Message[Any]]:
        """Returns the messages of a stream until it ends, or the response if it is no stream."""
        opened = await self._transport.stream(request)
        self._has_answered = True
        return opened if isinstance(opened, Answer) else messages_in(opened)

    async def _send_patiently(self, request: Request) -> Answer:
        return await self._send(request, self._patient_tries(request))

    def _patient_tries(self, request: Request) -> Tries:
        """Retries without limit if the service has responded before, because it will come back."""
        patience = FOREVER if self._has_answered else self._settings.patience
        return Tries(self._settings.address, request, patience)

    async def _send(self, request: Request, tries: Tries | None = None) -> Answer:
        """Sends a request, and repeats it until the response is final."""
        tries = tries or Tries(self._settings.address, request, self._settings.patience)
        while True:
            try:
                answer = await self._transport.exchange(tries.timed())
                self._has_answered = True
                pause = tries.pause_after(answer)
                if pause is None:
                    return answer
            except LOST as error:
                pause = tries.pause_after(error) or 0.0
            await asyncio.sleep(pause)


async def messages_in(pieces: AsyncIterator[bytes]) -> AsyncIterator[Message[Any]]:
    reader = MessageReader()
    async for piece in pieces:
        for message in reader.feed(piece):
            yield message
