"""Parses server-sent events."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Generic, Iterator, Literal, TypedDict, TypeVar

from .errors import NotCroupier

T = TypeVar("T")
MOST_BYTES = 16 * 1024 * 1024  # of one message


class Rewound(TypedDict):
    """The database was restored: events after `version` are void.

    `version` is 0 and `head` null if the last valid version is unknown.
    """

    type: Literal["rewound"]
    version: int
    head: str | None


class ChatNews(TypedDict):
    """There are new chat messages. `newest` is the id of the newest one that the caller may read."""

    type: Literal["chat"]
    newest: str


NAMED = {"rewound", "chat"}  # these have their type only in the stream's `event` field


@dataclass(frozen=True)
class Message(Generic[T]):
    """A message of a stream. A stream opened with `last_event_id=id` continues after it."""

    id: str | None
    event: str
    data: T


class MessageReader:
    """Builds messages from pieces of a stream."""

    def __init__(self) -> None:
        self.rest = b""
        self.id: str | None = None
        self.event = ""
        self.data: list[str] = []
        self.size = 0

    def feed(self, piece: bytes) -> Iterator[Message[Any]]:
        """Yields the messages that this piece completes."""
        *lines, self.rest = (self.rest + piece).split(b"\n")
        self.size += len(piece)
        if self.size > MOST_BYTES:
            raise NotCroupier("a stream told a message without an end")
        for line in lines:
            message = self.take(line.rstrip(b"\r").decode(errors="replace"))
            if message is not None:
                yield message

    def take(self, line: str) -> Message[Any] | None:
        if line == "":
            return self.end()
        name, _, value = line.partition(":")
        value = value[1:] if value.startswith(" ") else value
        if name == "id":
            self.id = value
        elif name == "event":
            self.event = value
        elif name == "data":
            self.data.append(value)
        return None

    def end(self) -> Message[Any] | None:
        """Called at an empty line, which ends a message. Without data there is no message, only a keep-alive comment."""
        event, text = self.event or "message", "\n".join(self.data)
        self.event, self.data, self.size = "", [], 0
        if text == "":
            return None
        try:
            value = json.loads(text)
        except (ValueError, RecursionError):
            raise NotCroupier(f"a stream told what is no JSON: {text[:60]!r}") from None
        if not isinstance(value, dict):
            raise NotCroupier(f"a stream told what is no JSON object: {text[:60]!r}")
        return Message(self.id, event, {"type": event, **value} if event in NAMED else value)
