from __future__ import annotations

import re
import textwrap

from .document import snake
from .examples import EXAMPLES
from .operations import Operation, Parameter, Variant, qualified
from .types import docstring, literal

HEADER = '''"""A method for each operation of the service, {kind}.

Made from the OpenAPI document; not to be edited.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, {iterator}, Literal, Sequence, overload

from .messages import Message, Rewound, ChatNews
from .request import UNSET, Unset

if TYPE_CHECKING:
    from . import types


class {name}:
    """The operations of the OpenAPI document, under their names in snake case."""

    {prefix}def _call(
        self,
        method: str,
        path: str,
        names: dict[str, Any],
        query: dict[str, Any],
        headers: dict[str, str | None],
        body: dict[str, Any] | None,
    ) -> Any:
        raise NotImplementedError

    def _stream(
        self, path: str, names: dict[str, Any], query: dict[str, Any], headers: dict[str, str | None]
    ) -> {iterator}[Message[Any]]:
        raise NotImplementedError
'''


class Methods:
    def __init__(self, operations: list[Operation], is_async: bool) -> None:
        self.operations = operations
        self.is_async = is_async
        self.iterator = "AsyncIterator" if is_async else "Iterator"
        missing = [operation.id for operation in operations if operation.id not in EXAMPLES]
        if missing:
            raise ValueError(f"generator/examples.py has no example of {', '.join(missing)}")

    def text(self) -> str:
        head = HEADER.format(
            kind="to be awaited" if self.is_async else "each of which waits for its answer",
            name="AsyncOperations" if self.is_async else "Operations",
            prefix="async " if self.is_async else "",
            iterator=self.iterator,
        )
        return "\n".join([head, *(self.method(operation) for operation in self.operations)])

    def method(self, operation: Operation) -> str:
        lines: list[str] = []
        for variant in operation.overloads:
            lines += ["    @overload", f"{self.head(operation, variant)} ...", ""]
        lines += [self.head(operation, operation.whole), *self.documentation(operation), *self.body(operation), ""]
        return "\n".join(lines)

    def head(self, operation: Operation, variant: Variant) -> str:
        is_awaited = self.is_async and operation.streams is None
        result = f"{self.iterator}[Message[{operation.streams}]]" if operation.streams else variant.result
        start = f"    {'async ' if is_awaited else ''}def {snake(operation.id)}("
        return f"{start}{signature(variant)}) -> {result}:"

    def documentation(self, operation: Operation) -> list[str]:
        lines = docstring(f"{operation.summary}.", "        ")
        lines[-1] = lines[-1].removesuffix('"""')
        lines += ["", *wrapped(operation.description, "        ", "        "), ""]
        for parameter in ordered(operation.whole):
            if parameter.description:
                lines += wrapped(f":param {parameter.name}: {parameter.description}", "        ", "            ")
        example = EXAMPLES[operation.id].strip("\n")
        lines += ["", *textwrap.indent(awaited(example) if self.is_async else example, "        ").split("\n")]
        return [*lines, '        """']

    def body(self, operation: Operation) -> list[str]:
        parameters = operation.whole.parameters
        names = mapping(parameters, "path")
        query = mapping(parameters, "query")
        headers = mapping(parameters, "header")
        if operation.streams:
            return [f'        return self._stream("{operation.path}", {names}, {query}, {headers})']
        body = mapping(parameters, "body") if operation.has_body else "None"
        call = f'"{operation.method}", "{operation.path}", {names}, {query}, {headers}, {body}'
        wait = "await " if self.is_async else ""
        if operation.whole.result == "None":
            return [f"        {wait}self._call({call})"]
        return [f"        answer: {operation.whole.result} = {wait}self._call({call})", "        return answer"]


def ordered(variant: Variant) -> list[Parameter]:
    """Sorts required parameters first, and among these the ones in the path."""
    return sorted(variant.parameters, key=lambda parameter: (not parameter.required, parameter.place != "path"))


def signature(variant: Variant) -> str:
    parameters = ordered(variant)
    first = [declared(parameter) for parameter in parameters if parameter.required and not parameter.named]
    others = [declared(parameter) for parameter in parameters if not parameter.required or parameter.named]
    return ", ".join(["self", *first, *(["*", *others] if others else [])])


def declared(parameter: Parameter) -> str:
    annotation = re.sub(r"^list\[", "Sequence[", qualified(parameter.annotation))
    if parameter.required:
        return f"{parameter.name}: {annotation}"
    if parameter.place == "body" and parameter.nullable:
        return f"{parameter.name}: {annotation} | Unset = UNSET"
    return f"{parameter.name}: {annotation} | None = None"


def mapping(parameters: list[Parameter], place: str) -> str:
    entries = []
    for parameter in parameters:
        if parameter.place == place:
            leaves_out = place == "body" and not parameter.required and not parameter.nullable
            value = f"UNSET if {parameter.name} is None else {parameter.name}" if leaves_out else parameter.name
            entries.append(f"{literal(parameter.wire)}: {value}")
    return "{" + ", ".join(entries) + "}"


def wrapped(text: str, first: str, others: str) -> list[str]:
    safe = text.replace("\\", "\\\\").replace('"""', "'''")
    return textwrap.wrap(safe, 120, initial_indent=first, subsequent_indent=others, break_long_words=False)


def awaited(example: str) -> str:
    """Converts a blocking example to asyncio. Awaited calls get parentheses, so that subscripts apply to the result."""
    looped = re.sub(r"\bfor (\w+) in (house|guest)\.", r"async for \1 in \2.", example)
    text, done = "", 0
    for call in re.finditer(r"(?<! in )\b(house|guest)\.\w+\(", looped):
        end = closed(looped, call.end())
        is_part = looped[end : end + 1] in ("[", ".") or looped[call.start() - 1] == "("
        text += looped[done : call.start()] + ("(await " if is_part else "await ") + looped[call.start() : end]
        text += ")" if is_part else ""
        done = end
    return text + looped[done:]


def closed(text: str, start: int) -> int:
    depth, end = 1, start
    while depth > 0:
        depth += {"(": 1, ")": -1}.get(text[end], 0)
        end += 1
    return end
