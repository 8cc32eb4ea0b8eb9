from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import Any

from .document import Document, Schema, ref_name, snake
from .types import Types

# Headers without a parameter in methods: they are useful only with the status and ETag that `request` returns.
LEFT_OUT = {"if-none-match", "if-match", "prefer"}
# Messages of streams that the OpenAPI document does not describe.
BESIDE = {"followEvents": ["Rewound", "ChatNews"]}


@dataclass
class Parameter:
    name: str
    wire: str
    place: str
    annotation: str
    required: bool
    nullable: bool
    description: str
    named: bool = False  # passed only by name, because not every variant of the body has it


@dataclass
class Variant:
    parameters: list[Parameter]
    result: str


@dataclass
class Operation:
    id: str
    method: str
    path: str
    summary: str
    description: str
    whole: Variant
    overloads: list[Variant] = field(default_factory=list)
    streams: str | None = None
    has_body: bool = False


class Operations:
    def __init__(self, document: Document, types: Types) -> None:
        self.document = document
        self.types = types
        self.all = [self.read(method, path, operation) for method, path, operation in document.operations()]

    def read(self, method: str, path: str, operation: dict[str, Any]) -> Operation:
        name = operation["operationId"]
        taken = map(self.document.parameter, operation.get("parameters", []))
        parameters = [self.parameter(each) for each in taken if each["name"] not in LEFT_OUT]
        body = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
        result, streams = self.result(operation)
        variants = self.variants(body, name, result) if body is not None else []
        whole = Variant(parameters + (merged(variants, result).parameters if variants else []), result)
        check_names(name, whole.parameters)
        needed = {parameter.name for parameter in whole.parameters if parameter.required}
        overloads = [
            replace(each, parameters=parameters + [replace(one, named=one.name not in needed) for one in each.parameters])
            for each in variants
        ]
        return Operation(
            id=name,
            method=method,
            path=path,
            summary=operation["summary"].rstrip("."),
            description=operation["description"],
            whole=whole,
            overloads=[*overloads, whole] if len(overloads) > 1 else [],
            streams=streams,
            has_body=body is not None,
        )

    def parameter(self, parameter: dict[str, Any]) -> Parameter:
        wire, schema = parameter["name"], parameter["schema"]
        return Parameter(
            name=snake(wire),
            wire=wire,
            place=parameter["in"],
            annotation=self.types.annotation(schema, wire),
            required=parameter.get("required", False),
            nullable=False,
            description=parameter["description"],
        )

    def variants(self, schema: Schema, operation: str, result: str) -> list[Variant]:
        resolved = self.document.resolved(schema)
        if "oneOf" not in resolved:
            name = ref_name(schema) if "$ref" in schema else f"{operation[:1].upper()}{operation[1:]}"
            return [Variant(self.fields(resolved, name), result)]
        answer = self.document.schemas.get(result.removeprefix("types."), {})
        results = answer.get("discriminator", {}).get("mapping", {})
        branches = {value: last(ref) for value, ref in resolved["discriminator"]["mapping"].items()}
        return [
            Variant(
                self.fields(self.document.schemas[branch], branch),
                f"types.{last(results[value])}" if value in results else result,
            )
            for value, branch in branches.items()
        ]

    def fields(self, schema: Schema, name: str) -> list[Parameter]:
        required = set(schema.get("required", []))
        found = []
        for wire, value in schema["properties"].items():
            annotation = self.types.annotation(value, f"{name}{wire[:1].upper()}{wire[1:]}")
            nullable = annotation == "None" or annotation.endswith("| None")
            found.append(
                Parameter(snake(wire), wire, "body", annotation, wire in required, nullable, value.get("description", ""))
            )
        return found

    def result(self, operation: dict[str, Any]) -> tuple[str, str | None]:
        contents = [
            answer.get("content", {}) for status, answer in operation["responses"].items() if status.startswith("2")
        ]
        for content in contents:
            if "application/json" in content:
                schema = content["application/json"]["schema"]
                name = operation["operationId"]
                return qualified(self.types.annotation(schema, f"{name[:1].upper()}{name[1:]}Answer")), None
            if "text/event-stream" in content:
                [told] = re.findall(r"is an? `(\w+)`", content["text/event-stream"]["schema"]["description"])
                members = [qualified(told), *(BESIDE.get(operation["operationId"], []))]
                return "", " | ".join(members)
            if "application/zip" in content:
                return "bytes", None
            if content:
                return "str", None
        return "None", None


def last(ref: str) -> str:
    return ref.rsplit("/", 1)[-1]


def check_names(operation: str, parameters: list[Parameter]) -> None:
    names = [parameter.name for parameter in parameters]
    twice = {name for name in names if names.count(name) > 1}
    if twice:
        raise ValueError(f"{operation} has several parameters that are called {', '.join(sorted(twice))}")


def merged(variants: list[Variant], result: str) -> Variant:
    if len(variants) == 1:
        return variants[0]
    found: dict[str, list[Parameter]] = {}
    for variant in variants:
        for parameter in variant.parameters:
            found.setdefault(parameter.name, []).append(parameter)
    return Variant([widest(parameters, len(variants)) for parameters in found.values()], result)


def widest(parameters: list[Parameter], variants: int) -> Parameter:
    annotations = list(dict.fromkeys(parameter.annotation for parameter in parameters))
    if all(re.fullmatch(r'Literal\["[^"]*"\]', annotation) for annotation in annotations):
        annotations = ["str"]  # any string, because the id of a ruleset may be known only at run time
    if all(annotation.startswith("list[") for annotation in annotations) and len(annotations) > 1:
        annotations = [f"list[{' | '.join(annotation[5:-1] for annotation in annotations)}]"]
    required = len(parameters) == variants and all(parameter.required for parameter in parameters)
    return replace(parameters[0], annotation=" | ".join(annotations), required=required)


def qualified(annotation: str) -> str:
    builtin = {"None", "bytes", "str", "int", "float", "bool", "list", "dict", "Any", "Literal", "Union", "Unset"}
    parts = re.split(r'("[^"]*"|[A-Za-z_]\w*)', annotation)
    return "".join(
        f"types.{part}" if re.fullmatch(r"[A-Za-z_]\w*", part) and part not in builtin else part for part in parts
    )
