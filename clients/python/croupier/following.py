"""Follows a game by a stream, or by polling if the service has too many streams."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Iterator, Mapping

from .answers import refusal_in, value_of
from .errors import Stopped
from .patience import TOO_MANY, Tries, backoff
from .request import Answer
from .transport import LOST
from .turns import WAIT

if TYPE_CHECKING:
    from .client import Croupier
    from .interruption import Interruption
    from .place import Place, Told


class Follower:
    """Yields each event once, even if the connection is interrupted."""

    def __init__(
        self,
        house: Croupier,
        game_id: str,
        query: Mapping[str, Any],
        headers: Mapping[str, str | None],
        place: Place,
        stop: Interruption | None,
    ) -> None:
        self.house = house
        self.path = f"/v1/games/{game_id}/events"
        self.query = query
        self.headers = headers
        self.place = place
        self.stop = stop
        self.tries: Tries | None = None

    def all(self) -> Iterator[Told]:
        try:
            while not (self.place.is_over or (self.stop is not None and self.stop.is_set())):
                yield from self.stream()
        except Stopped:
            return

    def stream(self) -> Iterator[Told]:
        request = self.house._settings.stream(f"{self.path}/stream", self.query, {**self.headers, **self.place.headers()})
        tries = self.tries = self.tries or self.house._patient_tries(request)
        try:
            opened = self.house._open(request, self.stop)
            if isinstance(opened, Answer):
                yield from self.instead(opened, tries)
                return
            for message in opened:
                self.tries = None
                yield from self.place.take(message)
            pause = backoff(0)
        except LOST as error:
            pause = tries.pause_after(error) or 0.0
        self.house._pause(pause, self.stop)

    def instead(self, answer: Answer, tries: Tries) -> Iterator[Told]:
        if answer.status == 204:
            self.place.is_over = True
        elif answer.status == TOO_MANY:
            yield from self.poll()
        else:
            pause = tries.pause_after(answer)
            if pause is None:
                raise refusal_in(answer)
            self.house._pause(pause, self.stop)

    def poll(self) -> Iterator[Told]:
        query = {**self.query, "after": self.place.after(), "wait": WAIT}
        request = self.house._settings.request("GET", self.path, query, self.headers, None)
        yield from self.place.page(value_of(self.house._send_patiently(request, self.stop)))
