"""What a client is given, or finds in its environment."""

from __future__ import annotations

import os
import ssl
import uuid
from typing import Any, Mapping

from .request import AGENT, SECONDS, Address, Request, body_of, path_of

LOCAL = "http://127.0.0.1:3000"
PATIENCE = 30.0  # seconds that a service which restarts is waited for
NOBODY = ""  # as a token: calls in nobody's name, whatever the environment says
KEY = "idempotency-key"


class Settings:
    """Where the service is, who calls, and how long an answer is waited for."""

    def __init__(
        self, url: str | None, token: str | None, patience: float, tls: ssl.SSLContext | None
    ) -> None:
        self.address = Address.of(url or os.environ.get("CROUPIER_URL") or LOCAL)
        self.token = (os.environ.get("CROUPIER_TOKEN") if token is None else token) or None
        self.patience = patience
        is_secure = self.address.scheme == "https"
        self.tls = (tls or ssl.create_default_context()) if is_secure else None

    def headers(self, more: Mapping[str, str | None]) -> dict[str, str]:
        headers = {"Host": self.address.host_header, "User-Agent": AGENT, "Accept": "application/json"}
        if self.token is not None:
            headers["Authorization"] = f"Bearer {self.token}"
        return headers | {name: value for name, value in more.items() if value is not None}

    def request(
        self,
        method: str,
        path: str,
        query: Mapping[str, Any],
        headers: Mapping[str, str | None],
        body: Mapping[str, Any] | None,
        is_repeatable: bool = True,
    ) -> Request:
        """A call whose answer may be packed; a change that may be sent again goes under a key of its own."""
        known = self.headers({"Accept-Encoding": "gzip", **headers})
        if method == "POST" and is_repeatable and KEY not in {name.lower() for name in known}:
            known[KEY] = str(uuid.uuid4())
        if body is not None:
            known["Content-Type"] = "application/json"
        packed = None if body is None else body_of(body)
        seconds = SECONDS + float(query.get("wait") or 0)
        return Request(method, path_of(path, query), known, packed, seconds, is_repeatable)

    def stream(self, path: str, query: Mapping[str, Any], headers: Mapping[str, str | None]) -> Request:
        """A stream, which is not packed, so that each message comes when it is told."""
        known = self.headers(headers) | {"Accept": "text/event-stream"}
        return Request("GET", path_of(path, query), known)
