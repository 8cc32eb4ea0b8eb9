"""A blocking client."""

from __future__ import annotations

import ssl
import threading
import time
from typing import TYPE_CHECKING, Any, Iterator, Literal, Mapping, Sequence

from .answers import refusal_in, value_of
from .career import Career
from .errors import ProblemError
from .following import Follower
from .interruption import Interruption, interrupted_by
from .messages import Message, MessageReader
from .operations import Operations
from .patience import Tries
from .place import Place
from .playing import Agent, Player, Turn
from .request import Answer, Request, named
from .settings import NOBODY, PATIENCE, Settings
from .transport import LOST, Transport
from .turns import Reading

if TYPE_CHECKING:
    from . import types
    from .place import Told

FOREVER = float("inf")


class Croupier(Operations):
    """A player at a service. All threads can share an instance.

    Every operation of the service is a method. A call is repeated while the service restarts, and makes its change only once.
    Raises `ProblemError` if the service refuses, `Unreachable` if it does not respond, and `NotCroupier` if the address is
    not a Croupier service. Proxy settings of the environment are ignored.

    :param url: the URL of the service. Default: `CROUPIER_URL`, or else `http://127.0.0.1:3000`.
    :param token: the token of the player. Default: `CROUPIER_TOKEN`, or else calls have no token.
    :param patience: for how many seconds to repeat calls while the service does not respond.
    :param tls: the context for https. Default: that of Python, which checks certificates.

    >>> with croupier.Croupier(url) as anybody:
    ...     anybody.get_health()
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
        self._transport = Transport(self._settings.address, self._settings.tls)
        self._has_answered = False
        self.registration: types.PlayerWithToken | None = None

    @classmethod
    def register(
        cls,
        name: str,
        *,
        kind: Literal["agent", "human"] = "agent",
        url: str | None = None,
        patience: float = PATIENCE,
        tls: ssl.SSLContext | None = None,
    ) -> Croupier:
        """Creates a player. If the name is taken, the player gets a similar name.

        Store `token` and `registration["recoveryCode"]`: they are shown only once.

        >>> eve = croupier.Croupier.register("Eve", url=url)
        >>> eve.get_me()["kind"]
        'agent'
        """
        client = cls(url, NOBODY, patience=patience, tls=tls)
        try:
            registration = client.create_player(kind, name=name)
        except ProblemError as error:
            if error.suggestion is None:
                raise
            registration = client.create_player(kind, name=error.suggestion)
        client._settings.token = registration["token"]
        client.registration = registration
        return client

    @property
    def token(self) -> str | None:
        """The secret that authenticates the player."""
        return self._settings.token

    def request(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, Any] | None = None,
        headers: Mapping[str, str | None] | None = None,
        body: Mapping[str, Any] | None = None,
    ) -> Answer:
        """Returns the complete response, for features that methods lack, such as `If-None-Match`.

        >>> answer = house.request("GET", "/v1/rulesets")
        >>> house.request("GET", "/v1/rulesets", headers={"If-None-Match": answer.etag}).status
        304
        """
        return self._send(self._settings.request(method, path, query or {}, headers or {}, body))

    def turns(self, *, reading: Reading | None = None, stop: threading.Event | None = None) -> Iterator[Turn]:
        """Yields the player's turns in all games, each once, until `stop` is set.

        After the first response of the service, an interrupted connection is opened again without a time limit.

        >>> for turn in house.turns():
        ...     result = turn.act(turn.legal_actions[0])
        ...     break
        """
        with interrupted_by(stop) as interruption:
            yield from Player(self, reading or {}, interruption).turns()

    def follow(
        self,
        game_id: str,
        *,
        seat: int | Literal["spectator"] | None = None,
        after: int = 0,
        text: bool = False,
        names: bool = False,
        invite_code: str | None = None,
        stop: threading.Event | None = None,
    ) -> Iterator[Told]:
        """Yields the events of a game after version `after`, each once, until the game is over or `stop` is set.

        >>> told = list(house.follow(finished_game_id))
        >>> told[-1]["type"]
        'gameEnded'
        """
        query = {"seat": seat, "text": text, "names": names}
        headers = {"invite-code": invite_code}
        with interrupted_by(stop) as interruption:
            yield from Follower(self, game_id, query, headers, Place(after), interruption).all()

    def play(
        self,
        agent: Agent,
        *,
        create: types.NewGame | Sequence[types.NewGame] = (),
        join: int = 0,
        compete: str | None = None,
        entry: types.NewEntry | None = None,
        seek: types.NewSeek | None = None,
        reading: Reading | None = None,
        stop: threading.Event | None = None,
    ) -> list[types.Game]:
        """Lets an agent play until all that it began is over. Returns the final states of the games in which it had a turn.

        The agent is called with each turn and returns an action, or None to leave the seat to its clock. Its exceptions and
        illegal actions (`ProblemError`) end the call.

        :param create: games to create.
        :param join: the number of open seats to take, each in another game.
        :param compete: the id of a competition to enter. The agent plays until it is complete.
        :param entry: options of the competition entry, such as `concurrency`.
        :param seek: a seek for rated games. The agent plays until the seek is closed and its games are over.
        :param reading: options for reading games.
        :param stop: ends the call without an exception and leaves running games as they are. If only `stop` is given, the
            agent plays all present and future games until it is set.

        >>> [game] = guest.play(lambda turn: turn.legal_actions[0], create={"ruleset": "pascal"})
        >>> game["status"]
        'finished'
        """
        career = Career(create, join, compete, entry, seek)
        with interrupted_by(stop) as interruption:
            return Player(self, reading or {}, interruption).play(agent, career)

    def close(self) -> None:
        """Closes idle connections."""
        self._transport.close()

    def __enter__(self) -> Croupier:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _call(
        self,
        method: str,
        path: str,
        names: dict[str, Any],
        query: dict[str, Any],
        headers: dict[str, str | None],
        body: dict[str, Any] | None,
    ) -> Any:
        request = self._settings.request(method, named(path, names), query, headers, body)
        return value_of(self._send(request))

    def _stream(
        self, path: str, names: dict[str, Any], query: dict[str, Any], headers: dict[str, str | None]
    ) -> Iterator[Message[Any]]:
        opened = self._open(self._settings.stream(named(path, names), query, headers), None)
        if not isinstance(opened, Answer):
            yield from opened
        elif opened.status != 204:
            raise refusal_in(opened)

    def _open(self, request: Request, stop: Interruption | None) -> Answer | Iterator[Message[Any]]:
        """Returns the messages of a stream until it ends, or the response if it is no stream."""
        opened = self._transport.stream(request, stop)
        self._has_answered = True
        return opened if isinstance(opened, Answer) else messages_in(opened)

    def _send_patiently(self, request: Request, stop: Interruption | None) -> Answer:
        return self._send(request, self._patient_tries(request), stop)

    def _patient_tries(self, request: Request) -> Tries:
        """Retries without limit if the service has responded before, because it will come back."""
        patience = FOREVER if self._has_answered else self._settings.patience
        return Tries(self._settings.address, request, patience)

    def _send(self, request: Request, tries: Tries | None = None, stop: Interruption | None = None) -> Answer:
        """Sends a request, and repeats it until the response is final."""
        tries = tries or Tries(self._settings.address, request, self._settings.patience)
        while True:
            try:
                answer = self._transport.exchange(tries.timed(), stop)
                self._has_answered = True
                pause = tries.pause_after(answer)
                if pause is None:
                    return answer
            except LOST as error:
                pause = tries.pause_after(error) or 0.0
            self._pause(pause, stop)

    def _pause(self, seconds: float, stop: Interruption | None) -> None:
        if stop is None:
            time.sleep(seconds)
        else:
            stop.sleep(seconds)


def messages_in(lines: Iterator[bytes]) -> Iterator[Message[Any]]:
    reader = MessageReader()
    for line in lines:
        yield from reader.feed(line)
