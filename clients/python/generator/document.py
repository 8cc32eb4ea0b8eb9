from __future__ import annotations

import json
import keyword
import re
from pathlib import Path
from typing import Any, Iterator

Schema = dict[str, Any]

METHODS = ("get", "post", "put", "patch", "delete")


class Document:

    def __init__(self, path: Path) -> None:
        self.tree: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        self.schemas: dict[str, Schema] = self.tree["components"]["schemas"]

    def operations(self) -> Iterator[tuple[str, str, dict[str, Any]]]:
        for path, item in self.tree["paths"].items():
            for method in METHODS:
                if method in item:
                    yield method.upper(), path, item[method]

    def resolved(self, schema: Schema) -> Schema:
        return self.schemas[ref_name(schema)] if "$ref" in schema else schema

    def parameter(self, parameter: dict[str, Any]) -> dict[str, Any]:
        named: dict[str, dict[str, Any]] = self.tree["components"]["parameters"]
        return named[ref_name(parameter)] if "$ref" in parameter else parameter


def ref_name(schema: Schema) -> str:
    return str(schema["$ref"]).rsplit("/", 1)[-1]


def snake(name: str) -> str:
    """Returns `expected_version` for `expectedVersion`, and `from_` for `from`, a keyword of Python."""
    words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name.replace("-", "_")).lower()
    return f"{words}_" if keyword.iskeyword(words) else words


def pascal(name: str) -> str:
    """Returns a class name: `LastBattle` for `lastBattle`, `PerAction` for `per action`."""
    return "".join(part[:1].upper() + part[1:] for part in re.split(r"[^A-Za-z0-9]+", name) if part)


def singular(name: str) -> str:
    if name.endswith("ies"):
        return f"{name[:-3]}y"
    return name[:-1] if name.endswith("s") and not name.endswith("ss") else f"{name}Item"


def is_plain(name: str) -> bool:
    """True if a key can be a class field."""
    return name.isidentifier() and not keyword.iskeyword(name)
