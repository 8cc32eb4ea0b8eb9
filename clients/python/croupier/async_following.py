"""Follows a game by a stream, or by polling if the service has too many streams."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, AsyncIterator, Mapping

from .answers import refusal_in, value_of
from .patience import TOO_MANY, Tries, backoff
from .request import Answer
from .async_transport import LOST
from .turns import WAIT

if TYPE_CHECKING:
    from .async_client import AsyncCroupier
    from .place import Place, Told


class AsyncFollower:
    def __init__(
        self,
        house: AsyncCroupier,
        game_id: str,
        query: Mapping[str, Any],
        headers: Mapping[str, str | None],
        place: Place,
    ) -> None:
        self.house = house
        self.path = f"/v1/games/{game_id}/events"
        self.query = query
        self.headers = headers
        self.place = place
        self.tries: Tries | None = None

    async def all(self) -> AsyncIterator[Told]:
        while not self.place.is_over:
            async for told in self.stream():
                yield told

    async def stream(self) -> AsyncIterator[Told]:
        request = self.house._settings.stream(f"{self.path}/stream", self.query, {**self.headers, **self.place.headers()})
        tries = self.tries = self.tries or self.house._patient_tries(request)
        try:
            opened = await self.house._open(request)
            if isinstance(opened, Answer):
                async for told in self.instead(opened, tries):
                    yield told
                return
            async for message in opened:
                self.tries = None
                for told in self.place.take(message):
                    yield told
            pause = backoff(0)
        except LOST as error:
            pause = tries.pause_after(error) or 0.0
        await asyncio.sleep(pause)

    async def instead(self, answer: Answer, tries: Tries) -> AsyncIterator[Told]:
        if answer.status == 204:
            self.place.is_over = True
        elif answer.status == TOO_MANY:
            async for told in self.poll():
                yield told
        else:
            pause = tries.pause_after(answer)
            if pause is None:
                raise refusal_in(answer)
            await asyncio.sleep(pause)

    async def poll(self) -> AsyncIterator[Told]:
        query = {**self.query, "after": self.place.after(), "wait": WAIT}
        request = self.house._settings.request("GET", self.path, query, self.headers, None)
        for told in self.place.page(value_of(await self.house._send_patiently(request))):
            yield told
