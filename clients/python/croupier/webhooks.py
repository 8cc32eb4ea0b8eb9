"""Whether a webhook comes from the service."""

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
TOLERANCE = 300.0  # seconds between the clocks, and on the way
DIGITS = 12  # of a moment in seconds, at most


class NotFromCroupier(CroupierError):
    """A message that has not the signature of the service, or is an old one that was sent again."""


class NotASecret(CroupierError, ValueError):
    """What webhooks are to be checked by is no secret of a webhook, such as that of a variable which is not set."""


def verify_webhook(
    headers: Mapping[str, str], body: bytes, secret: str, *, now: float | None = None, tolerance: float = TOLERANCE
) -> types.WebhookMessage:
    """The message of a webhook, when it was signed with its secret; raises `NotFromCroupier` otherwise.

    Raises `NotASecret` where the secret is none: by an empty one anybody can sign.

    :param headers: of the request; capitals do not matter.
    :param body: as it arrived, before it is parsed.
    :param secret: of the webhook, from `create_webhook`: `whsec_…`.
    :param now: seconds since 1970; without it the clock of this machine.
    :param tolerance: how many seconds before or after that it may have been signed.

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
