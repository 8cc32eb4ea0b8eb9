"""Why a call has no answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from . import types


class CroupierError(Exception):
    """Whatever this package raises of itself."""


class ProblemError(CroupierError):
    """The service refused the call, and changed nothing: its problem document (RFC 9457), with the fields that it has.

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
        """All that it says, for people: what is wrong, where, and what to do about it."""
        where = [f"{error['pointer']}: {error['message']}" for error in self.errors]
        ruling = [f"({self.rule})"] if self.rule else []
        hint = [self.hint] if self.hint else []
        return " ".join([f"{self.status} {self.code}: {self.detail}", *ruling, *where, *hint])


class Unreachable(CroupierError):
    """Nothing came back for as long as the client was ready to wait."""


class NotCroupier(CroupierError):
    """What answered is not the service: the page of a proxy or of another program, or the address is none."""


class Stopped(CroupierError):
    """The `stop` that was handed in has been set; iterators end with it and do not raise it."""
