"""Requests and responses, independent of the transport."""

from __future__ import annotations

import json
import zlib
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Final, Mapping
from urllib.parse import quote, urlencode, urlsplit

from .errors import NotCroupier

AGENT = "croupier-python"
PORTS = {"http": 80, "https": 443}
SECONDS = 20.0  # timeout of a response that does not wait for news
MOST_BYTES = 64 * 1024 * 1024  # of a response; several times the transcript of the longest game
UNREADABLE = "The answer does not come from a Croupier server"


class Unset(Enum):
    """The default of optional fields: they are not sent. `None` is sent as null."""

    UNSET = "unset"


UNSET: Final = Unset.UNSET


@dataclass(frozen=True)
class Address:
    """The parts of a service URL such as `https://play.example/croupier`: host, port and path prefix."""

    scheme: str
    host: str
    port: int
    prefix: str

    @staticmethod
    def of(url: str) -> Address:
        try:
            parts = urlsplit(url)
            port = parts.port or PORTS[parts.scheme]
        except (ValueError, KeyError):
            raise NotCroupier(f"{url!r} is no address of a service: it begins with http:// or https://") from None
        if not parts.hostname or parts.query or parts.fragment or parts.username:
            raise NotCroupier(f"{url!r} is no address of a service: it is a host, and perhaps a port and a path")
        return Address(parts.scheme, parts.hostname, port, parts.path.rstrip("/"))

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{self.scheme}://{host}:{self.port}{self.prefix}"

    @property
    def host_header(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == PORTS[self.scheme] else f"{host}:{self.port}"


@dataclass(frozen=True)
class Request:
    """A request. `path` includes the query but not the prefix of the service's URL; `seconds` is the timeout."""

    method: str
    path: str
    headers: Mapping[str, str]
    body: bytes | None = None
    seconds: float = SECONDS


@dataclass(frozen=True)
class Answer:
    """A response. The names of its headers are in lower case."""

    status: int
    headers: Mapping[str, str]
    body: bytes = field(repr=False)

    def text(self) -> str:
        coding = self.headers.get("content-encoding", "identity")
        try:
            return (unpacked(self.body) if coding == "gzip" else self.body).decode()
        except (zlib.error, UnicodeDecodeError):
            raise NotCroupier(f"{UNREADABLE}: its body cannot be read ({self.status})") from None

    def value(self) -> Any:
        try:
            return json.loads(self.text())
        except (ValueError, RecursionError):
            start = " ".join(self.text()[:60].split())
            raise NotCroupier(f"{UNREADABLE}: {self.status} with {start!r}") from None

    @property
    def etag(self) -> str | None:
        return self.headers.get("etag")


class TooLong(NotCroupier):
    """The response is larger than any of the service. Its rest is not read."""

    def __init__(self) -> None:
        super().__init__(f"{UNREADABLE}: it holds more than {MOST_BYTES >> 20} MB")


def unpacked(body: bytes) -> bytes:
    unpacking = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16)
    whole = unpacking.decompress(body, MOST_BYTES + 1)
    if len(whole) > MOST_BYTES:
        raise TooLong
    if not unpacking.eof:
        raise zlib.error("it breaks off")
    return whole


def named(template: str, names: Mapping[str, str | int]) -> str:
    """Returns a path with its parameters filled in, like those of `/v1/games/{gameId}`."""
    path = template
    for name, value in names.items():
        path = path.replace(f"{{{name}}}", quote(str(value), safe=""))
    return path


def path_of(path: str, query: Mapping[str, Any]) -> str:
    given = {name: word(value) for name, value in query.items() if value is not None}
    return f"{path}?{urlencode(given)}" if given else path


def word(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def body_of(fields: Mapping[str, Any]) -> bytes:
    return json.dumps({name: value for name, value in fields.items() if value is not UNSET}).encode()
