"""Turns responses into values or exceptions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from .errors import NotCroupier, ProblemError
from .request import UNREADABLE, Answer

if TYPE_CHECKING:
    from . import types


def value_of(answer: Answer) -> Any:
    """Returns the body, or None if it is empty. Raises `ProblemError` if the service refused."""
    if answer.status == 204:
        return None
    if 200 <= answer.status < 300:
        if answer.headers.get("content-type", "").startswith("application/zip"):
            return answer.body
        is_text = answer.headers.get("content-type", "").startswith("application/x-ndjson")
        return answer.text() if is_text else expect_object(answer)
    raise refusal_in(answer)


def expect_object(answer: Answer) -> dict[str, Any]:
    value = answer.value()
    if not isinstance(value, dict):
        raise NotCroupier(f"{UNREADABLE}: {answer.status} with a JSON {type(value).__name__}")
    return value


def refusal_in(answer: Answer) -> ProblemError | NotCroupier:
    """Returns the exception for a response. Without a problem document, the response is not from the service."""
    if 300 <= answer.status < 400:
        return NotCroupier(f"{UNREADABLE}: it leads to {answer.headers.get('location', 'somewhere else')}")
    try:
        problem = expect_object(answer)
    except NotCroupier as error:
        return error
    if not all(isinstance(problem.get(name), kind) for name, kind in (("code", str), ("detail", str), ("status", int))):
        return NotCroupier(f"{UNREADABLE}: {answer.status} with {str(problem)[:60]!r}")
    try:
        return ProblemError(cast("types.Problem", problem))
    except (KeyError, TypeError):
        return NotCroupier(f"{UNREADABLE}: its problem document has other fields")
