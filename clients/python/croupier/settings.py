"""Settings from arguments or the environment."""

from __future__ import annotations

import os
import secrets
import ssl
from typing import Any, Mapping

from .request import AGENT, SECONDS, Address, Request, body_of, path_of

LOCAL = "http://127.0.0.1:3000"
PATIENCE = 30.0  # for how many seconds to retry while the service is unavailable
NOBODY = ""  # the token of anonymous calls, even if the environment has one
KEY = "idempotency-key"
KEY_BYTES = 16  # the service requires as many for keys of calls whose responses have secrets


class Settings:

    def __init__(
        self, url: str | None, token: str | None, patience: float, tls: ssl.SSLContext | None
    ) -> None:
        self.address = Address.of(url or os.environ.get("CROUPIER_URL") or LOCAL)
        self.token = (os.environ.get("CROUPIER_TOKEN") if token is None else token) or None
        self.patience = patience
        is_secure = self.address.scheme == "https"
        self.tls = (tls or ssl.create_default_context()) if is_secure else None

    def headers(self, more: Mapping[str, str | None]) -> dict[str, str]:
        headers = {"Host": self.address.host_header, "User-Agent": AGENT, "Accept": "*/*"}
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
    ) -> Request:
        """Returns the request of a call. Each POST gets an idempotency key, so that retries do not repeat the change."""
        known = self.headers({"Accept-Encoding": "gzip", **headers})
        if method == "POST" and KEY not in {name.lower() for name in known}:
            known[KEY] = secrets.token_hex(KEY_BYTES)
        if body is not None:
            known["Content-Type"] = "application/json"
        packed = None if body is None else body_of(body)
        seconds = SECONDS + float(query.get("wait") or 0)
        return Request(method, path_of(path, query), known, packed, seconds)

    def stream(self, path: str, query: Mapping[str, Any], headers: Mapping[str, str | None]) -> Request:
        """Returns the request of a stream. It is not compressed, because that could delay messages."""
        known = self.headers(headers) | {"Accept": "text/event-stream"}
        return Request("GET", path_of(path, query), known)
