"""Decides whether and when a call is retried."""

from __future__ import annotations

import logging
import random
import socket
import ssl
import time
from dataclasses import replace
from http.client import BadStatusLine

from .errors import NotCroupier, Unreachable
from .request import SECONDS, Address, Answer, Request

# Statuses after which a call is retried: too many calls, or a proxy or service that is restarting.
TOO_MANY = 429
PASSING = {TOO_MANY, 502, 503, 504}
IN_FLIGHT = "idempotency-in-flight"
FIRST_PAUSE = 0.25
LONGEST_PAUSE = 5.0
LOG = logging.getLogger("croupier")
LEAST = 1.0  # second that a response may always take, even if the patience is shorter


class Tries:
    """The attempts of one call, within `patience` seconds."""

    def __init__(self, address: Address, request: Request, patience: float) -> None:
        self.address = address
        self.request = request
        self.deadline = time.monotonic() + patience
        self.count = 0

    def timed(self) -> Request:
        """Returns the next attempt. Its timeout is the rest of the patience, plus the wait of a long poll."""
        left = max(self.deadline - time.monotonic(), LEAST)
        return replace(self.request, seconds=self.request.seconds - SECONDS + min(left, SECONDS))

    def pause_after(self, outcome: Answer | Exception) -> float | None:
        """Returns the seconds until the next attempt; None if the outcome is final. Raises if retrying cannot help."""
        if isinstance(outcome, Answer):
            if not self.passes(outcome):
                return None
            least = seconds_in(outcome.headers.get("retry-after"))
        else:
            self.raise_if_hopeless(outcome)
            least = 0.0
        pause = least + backoff(self.count)
        self.count += 1
        if time.monotonic() + pause <= self.deadline:
            if self.count == 2 and not isinstance(outcome, Answer):
                LOG.warning("%s does not answer (%s); trying again", self.address, reason(outcome))
            return pause
        if isinstance(outcome, Answer):
            return None
        raise Unreachable(f"{self.address} does not answer: {reason(outcome)}") from outcome

    def passes(self, answer: Answer) -> bool:
        if answer.status == 409:
            return IN_FLIGHT in answer.text()  # the first attempt is still running
        return answer.status in PASSING

    def raise_if_hopeless(self, error: Exception) -> None:
        if isinstance(error, BadStatusLine) and not isinstance(error, ConnectionError):
            raise NotCroupier(f"what answers at {self.address} does not speak HTTP") from error
        cause = error.__cause__ or error
        is_unknown = isinstance(cause, socket.gaierror) and cause.errno != socket.EAI_AGAIN
        is_untrusted = isinstance(cause, ssl.SSLError)
        if is_unknown or is_untrusted:
            raise Unreachable(f"{self.address} does not answer: {reason(error)}") from error


def backoff(tries: int) -> float:
    """Returns a pause that grows with each attempt. It is partly random, so that clients do not all return at once."""
    return min(FIRST_PAUSE * 2.0 ** min(tries, 10), LONGEST_PAUSE) * random.uniform(0.5, 1.0)


def seconds_in(retry_after: str | None) -> float:
    return float(retry_after) if retry_after is not None and retry_after.isdecimal() else 0.0


def reason(error: Exception) -> str:
    return str(error) or type(error).__name__
