"""Exceptions of the client."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from . import types


class CroupierError(Exception):
    """Base of all exceptions of this package."""


class ProblemError(CroupierError):
    """The service refused the call and changed nothing. The fields are those of the problem document (RFC 9457).

    >>> try:
    ...     house.get_ruleset("snap")
    ... except croupier.ProblemError as error:
    ...     print(error.status, error.code)
    404 ruleset-not-found
    """

    def __init__(self, problem: types.Problem) -> None:
        self.problem = problem
        self.code: str = problem["code"]
        self.status = problem["status"]
        self.detail = problem["detail"]
        self.hint = problem.get("hint")
        self.rule = problem.get("rule")
        self.suggestion = problem.get("suggestion")
        self.errors = problem.get("errors", [])
        super().__init__(self.sentence())

    def sentence(self) -> str:
        """Returns a text for people: what was wrong, in which field, and what to do."""
        where = [f"{error['pointer']}: {error['message']}" for error in self.errors]
        ruling = [f"({self.rule})"] if self.rule else []
        hint = [self.hint] if self.hint else []
        return " ".join([f"{self.status} {self.code}: {self.detail}", *ruling, *where, *hint])


class Unreachable(CroupierError):
    """The service did not respond for as long as the client's `patience` lasts."""


class NotCroupier(CroupierError):
    """The address is not valid, or a proxy or another program answered instead of the service."""


class Stopped(CroupierError):
    """The event `stop` of the caller was set. Calls raise this; iterators end."""
