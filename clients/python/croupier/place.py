"""The position of a follower in a game. With it, no event repeats after an interruption."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Iterator, Union, cast

from .messages import Message, Rewound

if TYPE_CHECKING:
    from . import types

    Told = Union[types.LiveEvent, Rewound]

BEHIND_ALL = 1 << 30
ENDS = {"gameEnded", "gameAborted"}


class Place:
    """The place of the last yielded event: its version, and its index within the version."""

    def __init__(self, version: int) -> None:
        self.stand_at(version)
        self.is_over = False

    def stand_at(self, version: int) -> None:
        self.version, self.index = version, BEHIND_ALL
        self.last_id: str | None = None
        self.is_whole = True  # all events of this version were yielded

    def headers(self) -> dict[str, str | None]:
        return {"last-event-id": self.last_id or str(self.version)}

    def after(self) -> int:
        """The version after which the next page begins. A page has whole versions, so it may repeat events."""
        return self.version if self.is_whole else self.version - 1

    def take(self, message: Message[Any]) -> Iterator[Told]:
        if message.event == "rewound":
            yield self.rewind(message.data["version"], message.data["head"])
            return
        yield from self.tell([message.data])
        self.last_id, self.is_whole = message.id, False

    def page(self, page: types.EventPage) -> Iterator[Told]:
        if page["next"] is not None and page["next"] < self.after():
            yield self.rewind(page["next"], None)
        known = {"ruleset": page["ruleset"], "rulesVersion": page["rulesVersion"]}
        events = cast("list[dict[str, Any]]", page["events"])
        yield from self.tell([{**event, **known} for event in events])
        self.last_id, self.is_whole = None, True

    def rewind(self, version: int, head: str | None) -> Rewound:
        self.stand_at(version)
        return {"type": "rewound", "version": version, "head": head}

    def tell(self, events: list[Any]) -> Iterator[Told]:
        for event in events:
            if (event["version"], event["index"]) > (self.version, self.index):
                self.version, self.index = event["version"], event["index"]
                self.is_over = event["type"] in ENDS
                yield event
