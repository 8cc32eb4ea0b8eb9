"""HTTP/1.1 on asyncio streams, so that canceling a task ends its calls at once."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import AsyncIterator
from dataclasses import dataclass
from http.client import BadStatusLine, HTTPException, LineTooLong, parse_headers
from io import BytesIO

from .request import MOST_BYTES, Address, Answer, Request, TooLong

CONNECT_SECONDS = 10.0
KEPT = 8  # idle connections that are kept for later calls
SILENCE = 40.0  # seconds until a silent stream is dead; the service sends something every 15
LOST = (OSError, EOFError, asyncio.TimeoutError, HTTPException)
LONGEST_LINE = 1 << 20


@dataclass(frozen=True)
class Head:
    status: int
    headers: dict[str, str]

    @property
    def is_chunked(self) -> bool:
        return self.headers.get("transfer-encoding", "").lower() == "chunked"

    @property
    def length(self) -> int | None:
        """The number of bytes of the body; None: the body ends when the connection closes."""
        if self.status in (204, 304):
            return 0
        length = self.headers.get("content-length")
        return int(length[:19]) if length is not None and length.isdecimal() else None

    @property
    def is_last(self) -> bool:
        """True if the connection closes after this response."""
        return self.headers.get("connection", "").lower() == "close" or (self.length is None and not self.is_chunked)


class Connection:
    """A connection. It carries one call at a time."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    @property
    def is_open(self) -> bool:
        return not (self.reader.at_eof() or self.writer.is_closing())

    async def send(self, request: Request, prefix: str) -> Head:
        headers = dict(request.headers)
        if request.body is not None or request.method != "GET":
            headers["Content-Length"] = str(len(request.body or b""))
        lines = [f"{request.method} {prefix}{request.path} HTTP/1.1", *(f"{name}: {headers[name]}" for name in headers)]
        self.writer.write("\r\n".join([*lines, "", ""]).encode("latin-1") + (request.body or b""))
        await self.writer.drain()
        return await self.head()

    async def line(self) -> bytes:
        try:
            return await self.reader.readline()
        except ValueError:
            raise LineTooLong("answer") from None

    async def head(self) -> Head:
        while True:
            start = await self.line()
            if start == b"":
                raise EOFError("the connection was closed before an answer came")
            version, _, rest = start.decode("latin-1").partition(" ")
            status = rest[:3]
            if not version.startswith("HTTP/1.") or not status.isdecimal():
                raise BadStatusLine(repr(start[:60]))
            try:
                lines = await self.reader.readuntil(b"\r\n\r\n") if rest else b""
            except asyncio.LimitOverrunError:
                raise LineTooLong("header") from None
            if int(status) >= 200:
                parsed = parse_headers(BytesIO(lines))
                return Head(int(status), {name.lower(): value for name, value in parsed.items()})

    async def body(self, head: Head) -> bytes:
        if head.status in (204, 304):
            return b""
        if head.length is not None and not head.is_chunked:
            if head.length > MOST_BYTES:
                raise TooLong
            return await self.reader.readexactly(head.length)
        whole = bytearray()
        async for piece in self.chunks() if head.is_chunked else until_closed(self.reader):
            whole += piece
            if len(whole) > MOST_BYTES:
                raise TooLong
        return bytes(whole)

    async def chunks(self) -> AsyncIterator[bytes]:
        while True:
            line = await self.line()
            try:
                size = int(line.split(b";")[0], 16)
            except ValueError:
                raise EOFError("the answer broke off") from None
            if not 0 <= size <= MOST_BYTES:
                raise TooLong
            piece = await self.reader.readexactly(size + 2)
            if size == 0:
                return
            yield piece[:-2]

    def close(self) -> None:
        self.writer.close()


class AsyncTransport:
    def __init__(self, address: Address, tls: ssl.SSLContext | None) -> None:
        self.address = address
        self.tls = tls
        self.idle: list[Connection] = []

    async def exchange(self, request: Request) -> Answer:
        """Makes a call. Raises one of `LOST` if the connection fails."""
        connection = await self.take()
        try:
            answer, is_last = await asyncio.wait_for(self.answer(connection, request), request.seconds)
        except BaseException:
            connection.close()
            raise
        if is_last or len(self.idle) >= KEPT:
            connection.close()
        else:
            self.idle.append(connection)
        return answer

    async def answer(self, connection: Connection, request: Request) -> tuple[Answer, bool]:
        head = await connection.send(request, self.address.prefix)
        return Answer(head.status, head.headers, await connection.body(head)), head.is_last

    async def stream(self, request: Request) -> Answer | AsyncIterator[bytes]:
        connection = await self.connected()
        try:
            head = await asyncio.wait_for(connection.send(request, self.address.prefix), request.seconds)
            if head.status == 200:
                return self.pieces(connection, head)
            answer = Answer(head.status, head.headers, await asyncio.wait_for(connection.body(head), request.seconds))
        except BaseException:
            connection.close()
            raise
        connection.close()
        return answer

    async def pieces(self, connection: Connection, head: Head) -> AsyncIterator[bytes]:
        source = connection.chunks() if head.is_chunked else until_closed(connection.reader)
        try:
            while True:
                try:
                    piece = await asyncio.wait_for(source.__anext__(), SILENCE)
                except StopAsyncIteration:
                    return
                yield piece
        finally:
            connection.close()

    async def take(self) -> Connection:
        while self.idle:
            connection = self.idle.pop()
            if connection.is_open:
                return connection
            connection.close()
        return await self.connected()

    async def connected(self) -> Connection:
        name = self.address.host if self.tls is not None else None
        opening = asyncio.open_connection(
            self.address.host, self.address.port, ssl=self.tls, server_hostname=name, limit=LONGEST_LINE
        )
        try:
            return Connection(*await asyncio.wait_for(opening, CONNECT_SECONDS))
        except (OSError, asyncio.TimeoutError) as error:
            raise OSError(str(error) or "no connection came about") from error

    async def close(self) -> None:
        """Closes idle connections. Later calls open new ones."""
        while self.idle:
            self.idle.pop().close()


async def until_closed(reader: asyncio.StreamReader) -> AsyncIterator[bytes]:
    while piece := await reader.read(1 << 16):
        yield piece
