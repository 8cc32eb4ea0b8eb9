from __future__ import annotations

import json
import textwrap
from dataclasses import dataclass, field

from .document import Document, Schema, is_plain, pascal, ref_name, singular

HEADER = '''"""The types of requests and responses. At run time they are plain dictionaries.

Unions are told apart by a field whose type is a literal: a game by `ruleset` (and then `rulesVersion`), an action or an event
by `type`. Made from the OpenAPI document; not to be edited.
"""

from __future__ import annotations

from typing import Any, Literal, TypedDict, Union
'''

PLAIN = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}


@dataclass
class Alias:
    """An alias of a type that is no dictionary. `needs`: names that must be defined before it."""

    text: str
    needs: set[str] = field(default_factory=set)


class Types:
    def __init__(self, document: Document) -> None:
        self.document = document
        self.dictionaries: dict[str, str] = {}
        self.aliases: dict[str, Alias] = {}
        self.taken = set(document.schemas)
        for name, schema in document.schemas.items():
            self.add(name, schema)

    def add(self, name: str, schema: Schema) -> None:
        if "allOf" in schema:
            self.add_intersection(name, schema)
        elif "oneOf" not in schema and schema.get("type") == "object" and "properties" in schema:
            self.dictionaries[name] = self.dictionary(name, schema, base=None)
        else:
            self.add_alias(name, self.type_of(schema, name), schema.get("description"))

    def add_alias(self, name: str, members: list[str], description: str | None) -> None:
        text = members[0] if len(members) == 1 else f"Union[{', '.join(members)}]"
        lines = [f"{name} = {text}", *docstring(description, "")]
        self.aliases[name] = Alias("\n".join(lines), set(members))

    def add_intersection(self, name: str, schema: Schema) -> None:
        [part] = schema["allOf"]
        if "properties" in self.document.resolved(part):
            self.dictionaries[name] = self.dictionary(name, schema, base=ref_name(part))
            return
        prefix = name.removesuffix("LiveEvent")
        members = []
        for branch in self.branches(ref_name(part)):
            member = self.free_name(f"{prefix}Live{branch.removeprefix(prefix)}")
            self.dictionaries[member] = self.dictionary(member, schema, base=branch)
            members.append(member)
        self.add_alias(name, members, schema.get("description"))

    def branches(self, name: str) -> list[str]:
        schema = self.document.schemas[name]
        parts = schema.get("oneOf") or schema.get("anyOf")
        if parts is None:
            return [name]
        return [branch for part in parts for branch in self.branches(ref_name(part))]

    def annotation(self, schema: Schema, name: str) -> str:
        """Returns the annotation for a schema. `name`: the class name for an object without its own name."""
        return " | ".join(self.type_of(schema, name))

    def type_of(self, schema: Schema, name: str) -> list[str]:
        if "$ref" in schema:
            return [ref_name(schema)]
        parts = schema.get("oneOf") or schema.get("anyOf")
        if parts is not None and "properties" not in schema or "oneOf" in schema:
            return self.union(parts or [], name)
        if "enum" in schema:
            return [f"Literal[{', '.join(literal(value) for value in schema['enum'])}]"]
        kind = schema.get("type")
        if isinstance(kind, list):
            return [PLAIN[each] for each in kind]
        if kind == "array":
            return [f"list[{' | '.join(self.type_of(schema.get('items', {}), singular(name)))}]"]
        if kind == "object":
            return [self.nested(schema, name)]
        return [PLAIN[kind]] if kind is not None else ["Any"]

    def union(self, parts: list[Schema], name: str) -> list[str]:
        members: list[str] = []
        for part in parts:
            for member in self.type_of(part, self.branch_name(part, name)):
                if member not in members:
                    members.append(member)
        return members

    def branch_name(self, part: Schema, name: str) -> str:
        """Returns a name for a branch of a union: its title, or its required field if there is only one."""
        if part.get("type") != "object":
            return name
        required = part.get("required", [])
        return name + pascal(part.get("title", required[0] if len(required) == 1 else ""))

    def nested(self, schema: Schema, name: str) -> str:
        if not schema.get("properties") and schema.get("additionalProperties", True):
            return "dict[str, Any]"
        free = self.free_name(name)
        self.dictionaries[free] = self.dictionary(free, schema, base=None)
        return free

    def free_name(self, name: str) -> str:
        free, number = name, 2
        while free in self.taken:
            free, number = f"{name}{number}", number + 1
        self.taken.add(free)
        return free

    def dictionary(self, name: str, schema: Schema, base: str | None) -> str:
        """Returns the code of a class. If it has optional fields, they are in a subclass."""
        required = set(schema.get("required", []))
        fields = {key: self.annotation(value, name + pascal(key)) for key, value in schema["properties"].items()}
        if not all(is_plain(key) for key in fields):
            return functional(name, fields, required)
        notes = {key: value.get("description") for key, value in schema["properties"].items()}
        bases = [base or "TypedDict"]
        there = [key for key in fields if key in required]
        perhaps = [key for key in fields if key not in required]
        text = ""
        if there and perhaps:
            text = class_text(f"_{name}", ", ".join(bases), None, {key: fields[key] for key in there}, notes) + "\n\n"
            bases = [f"_{name}"]
        head = ", ".join(bases + (["total=False"] if perhaps else []))
        shown = perhaps or there
        return text + class_text(name, head, schema.get("description"), {key: fields[key] for key in shown}, notes)

    def text(self) -> str:
        parts = [HEADER, *self.dictionaries.values()]
        done: set[str] = set()

        def put(name: str) -> None:
            if name in done:
                return
            done.add(name)
            for needed in sorted(self.aliases[name].needs & set(self.aliases)):
                put(needed)
            parts.append(self.aliases[name].text)

        for name in self.aliases:
            put(name)
        return "\n\n".join(parts) + "\n"


def class_text(name: str, head: str, description: str | None, fields: dict[str, str], notes: dict[str, str | None]) -> str:
    lines = [f"class {name}({head}):", *docstring(description, "    ")]
    for key, annotation in fields.items():
        lines.append(f"    {key}: {annotation}")
        lines.extend(docstring(notes[key], "    "))
    return "\n".join(lines if len(lines) > 1 else [*lines, "    pass"])


def functional(name: str, fields: dict[str, str], required: set[str]) -> str:
    there = {key: value for key, value in fields.items() if key in required}
    perhaps = {key: value for key, value in fields.items() if key not in required}
    if there and perhaps:
        parts = [functional(f"_{name}There", there, required), functional(f"_{name}Perhaps", perhaps, required)]
        return "\n\n".join([*parts, f"class {name}(_{name}There, _{name}Perhaps):\n    pass"])
    body = "".join(f"    {literal(key)}: {literal(value)},\n" for key, value in fields.items())
    return f'{name} = TypedDict("{name}", {{\n{body}}}, total={bool(there)})'


def docstring(text: str | None, indent: str) -> list[str]:
    if not text:
        return []
    escaped = text.replace("\\", "\\\\").replace('"""', "'''")
    lines = textwrap.wrap(escaped, 120 - len(indent) - 6, break_long_words=False)
    lines[0] = f'"""{lines[0]}'
    lines[-1] += ' """' if lines[-1].endswith('"') else '"""'
    return [indent + line for line in lines]


def literal(value: object) -> str:
    return repr(value) if isinstance(value, bool) else json.dumps(value, ensure_ascii=False)
