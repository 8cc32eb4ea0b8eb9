"""The encoding of an environment: actions by index, and views as flat lists of numbers.

A layout is JSON from the environment (``LocalEnv.layout``); each rules version has its own. A trained agent plays over HTTP
with the same numbers: ``space.index_of(action)`` of its legal actions, and ``observation.of(view, seat)``.
"""

from __future__ import annotations

from typing import Any

Layout = dict[str, Any]
LEAST, GREATEST = -32768, 32767


class ActionSpace:
    """All actions of a ruleset by index.

    >>> space = ActionSpace({"size": 3, "types": [
    ...     {"type": "pass", "first": 0, "size": 1, "fields": []},
    ...     {"type": "roll", "first": 1, "size": 2, "fields": [{"name": "die", "values": ["d6", "d8"]}]}]})
    >>> space.index_of({"type": "roll", "die": "d8"}), space.action_at(1)
    (2, {'type': 'roll', 'die': 'd6'})
    """

    def __init__(self, layout: Layout) -> None:
        self.size: int = layout["size"]
        self._types: list[Layout] = layout["types"]
        self._by_type = {kind["type"]: (kind, [_places(field["values"]) for field in kind["fields"]]) for kind in self._types}

    def index_of(self, action: Layout) -> int:
        """Returns the index of a complete action. Raises KeyError if the ruleset has no such action."""
        kind, places = self._by_type[action["type"]]
        index = 0
        for field, known in zip(kind["fields"], places):
            index = index * len(known) + known[_key(action.get(field["name"]))]
        return int(kind["first"]) + index

    def action_at(self, index: int) -> Layout:
        """Returns the action with this index. Raises IndexError if there is none."""
        for kind in self._types:
            if kind["first"] <= index < kind["first"] + kind["size"]:
                return _action(kind, index - kind["first"])
        raise IndexError(f"there is no action {index}: indices go from 0 to {self.size - 1}")


class Observation:
    """Views as flat lists of integers, as in the environment."""

    def __init__(self, layout: Layout) -> None:
        self.size: int = layout["size"]
        self._seats: int = len(layout["seats"])
        self._view: Layout = layout["view"]

    def of(self, view: Any, seat: int) -> list[int]:
        """Returns a view as numbers. ``view`` may come from the environment or from a game's state over HTTP."""
        numbers = [0] * self.size
        numbers[seat] = 1
        _write(self._view, view, numbers, self._seats)
        return numbers

    def place_of(self, *path: str | int) -> slice:
        """Returns where a part of the view begins in the numbers. ``path``: names of fields and indices of lists.

        ``numbers[observation.place_of("scores")]`` is that part of an observation, ``place_of("scores", 0)`` its first item.
        """
        part, at = self._view, self._seats
        for step in path:
            while part["is"] == "maybe":
                part, at = part["part"], at + 1
            if part["is"] == "list" and step in range(part["most"]):
                part, at = part["item"], at + 1 + int(step) * part["item"]["size"]
                continue
            if part["is"] != "object" or step not in [field["name"] for field in part["fields"]]:
                raise KeyError(".".join(map(str, path)))
            for field in part["fields"]:
                if field["name"] == step:
                    part = field["part"]
                    break
                at += field["part"]["size"]
        return slice(at, at + part["size"])


def _key(value: Any) -> Any:
    # Python takes True and 1 for the same key of a dict. This is harmless, because no field has both.
    return tuple(value) if isinstance(value, list) else value


def _places(values: list[Any]) -> dict[Any, int]:
    return {_key(value): place for place, value in enumerate(values)}


def _action(kind: Layout, rest: int) -> Layout:
    chosen: list[tuple[str, Any]] = []
    for field in reversed(kind["fields"]):
        rest, place = divmod(rest, len(field["values"]))
        value = field["values"][place]
        if value is not None:
            chosen.insert(0, (field["name"], value))
    return {"type": kind["type"], **dict(chosen)}


def _place(words: list[Any], value: Any) -> int:
    return words.index(value["id"] if isinstance(value, dict) else value)


def _write(layout: Layout, value: Any, into: list[int], at: int) -> None:
    kind = layout["is"]
    if kind == "flag":
        into[at] = int(value is True)
    elif kind == "number":
        into[at] = max(LEAST, min(GREATEST, value))
    elif kind == "word":
        if value is not None:
            into[at + _place(layout["words"], value)] = 1
    elif kind == "code":
        into[at] = 0 if value is None else _place(layout["words"], value) + 1
    elif kind == "order":
        for place in reversed(range(len(value))):
            into[at + _place(layout["words"], value[place])] = place + 1
    elif kind == "list":
        into[at] = len(value)
        for place, item in enumerate(value[: layout["most"]]):
            _write(layout["item"], item, into, at + 1 + place * layout["item"]["size"])
    elif kind == "maybe":
        if value is not None:
            into[at] = 1
            _write(layout["part"], value, into, at + 1)
    elif kind == "either":
        is_text = isinstance(value, str)
        _write(layout["text" if is_text else "number"], value, into, at if is_text else at + layout["text"]["size"])
    elif kind == "object":
        for field in layout["fields"]:
            _write(field["part"], value.get(field["name"]), into, at)
            at += field["part"]["size"]
    else:
        raise ValueError(f"this layout has a part of an unknown kind, {kind!r}: install the client of that build")
