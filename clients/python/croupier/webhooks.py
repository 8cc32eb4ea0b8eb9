"""Verifies webhooks."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import time
from typing import TYPE_CHECKING, Mapping, cast

from .errors import CroupierError

if TYPE_CHECKING:
    from . import types

PREFIX = "whsec_"
TOLERANCE = 300.0  # seconds that a message may be old, including the difference of clocks
DIGITS = 12  # maximum length of a timestamp, which counts seconds


class NotFromCroupier(CroupierError):
    """The message has no valid signature, or is an old message that was sent again."""


class NotASecret(CroupierError, ValueError):
    """The secret is invalid, for example because a variable is not set."""


def verify_webhook(
    headers: Mapping[str, str], body: bytes, secret: str, *, now: float | None = None, tolerance: float = TOLERANCE
) -> types.WebhookMessage:
    """Returns the message if its signature and age are valid; otherwise raises `NotFromCroupier`.

    Raises `NotASecret` if the secret is not valid: with an empty secret, anyone could sign.

    :param headers: of the request; names in upper or lower case.
    :param body: of the request, before it is parsed.
    :param secret: of the webhook, from `create_webhook`: `whsec_…`.
    :param now: seconds since 1970; default: the local clock.
    :param tolerance: allowed difference to the signing time in seconds.

    >>> croupier.verify_webhook(signed_headers, signed_body, webhook_secret)["type"]
    'test'
    """
    key = key_in(secret)
    known = {name.lower(): value for name, value in headers.items()}
    sent = {name: known.get(f"webhook-{name}", "") for name in ("id", "timestamp", "signature")}
    if not sent["timestamp"].isdecimal() or len(sent["timestamp"]) > DIGITS:
        raise NotFromCroupier("it does not say when it was signed")
    seconds_off = abs((time.time() if now is None else now) - int(sent["timestamp"]))
    if seconds_off > tolerance:
        raise NotFromCroupier(f"it was signed {seconds_off:.0f} seconds before or after now")
    text = f"{sent['id']}.{sent['timestamp']}.".encode(errors="replace") + body
    expected = base64.b64encode(hmac.new(key, text, hashlib.sha256).digest()).decode()
    given = [each.removeprefix("v1,") for each in sent["signature"].split() if each.startswith("v1,")]
    if not any(hmac.compare_digest(each.encode(errors="replace"), expected.encode()) for each in given):
        raise NotFromCroupier("its signature is not one by this secret")
    return message_in(body)


def message_in(body: bytes) -> types.WebhookMessage:
    try:
        message = json.loads(body)
    except (ValueError, RecursionError):
        message = None
    if not isinstance(message, dict):
        raise NotFromCroupier("what is signed is no message")
    return cast("types.WebhookMessage", message)


def key_in(secret: str | None) -> bytes:
    try:
        key = base64.b64decode((secret or "").removeprefix(PREFIX), validate=True)
    except ValueError:
        key = b""
    if key == b"":
        raise NotASecret(f"the secret of a webhook is {PREFIX} and base64; this one is empty or another text")
    return key
