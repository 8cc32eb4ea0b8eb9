"""Sends calls over persistent connections, and each stream over its own. Thread-safe."""

from __future__ import annotations

import select
import socket
import ssl
import threading
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection, IncompleteRead
from typing import Iterator

from .errors import Stopped
from .interruption import Interruption, shut
from .request import MOST_BYTES, Address, Answer, Request, TooLong

CONNECT_SECONDS = 10.0
KEPT = 8  # idle connections that are kept for later calls
LOST = (OSError, HTTPException)  # raised if a connection fails
PIECE = 1 << 16  # bytes per read
SILENCE = 40.0  # seconds until a silent stream is dead; the service sends something every 15


class Transport:
    def __init__(self, address: Address, tls: ssl.SSLContext | None) -> None:
        self.address = address
        self.tls = tls
        self.idle: list[HTTPConnection] = []
        self.lock = threading.Lock()

    def exchange(self, request: Request, stop: Interruption | None = None) -> Answer:
        """Makes a call. Raises one of `LOST` if the connection fails, or `Stopped`."""
        connection = self.take()
        try:
            with guarded(connection.sock, stop), limited(connection.sock, request.seconds):
                response = self.send(connection, request, request.seconds)
                answer = Answer(response.status, headers_of(response), body_of(response))
        except BaseException:
            connection.close()
            raise
        if response.will_close:
            connection.close()
        else:
            self.keep(connection)
        return answer

    def stream(self, request: Request, stop: Interruption | None = None) -> Answer | Iterator[bytes]:
        connection = self.connected()
        waiting: socket.socket = connection.sock  # the connection drops its socket if the response closes it
        try:
            with guarded(waiting, stop), limited(waiting, request.seconds):
                response = self.send(connection, request, request.seconds)
                if response.status == 200:
                    return self.lines(connection, waiting, response, stop)
                answer = Answer(response.status, headers_of(response), body_of(response))
        except BaseException:
            connection.close()
            raise
        connection.close()
        return answer

    def lines(
        self, connection: HTTPConnection, waiting: socket.socket, response: HTTPResponse, stop: Interruption | None
    ) -> Iterator[bytes]:
        with guarded(waiting, stop):
            waiting.settimeout(SILENCE)
            try:
                while line := response.readline(PIECE):
                    yield line
            finally:
                response.close()
                connection.close()

    def send(self, connection: HTTPConnection, request: Request, seconds: float) -> HTTPResponse:
        connection.sock.settimeout(seconds)
        connection.request(request.method, self.address.prefix + request.path, request.body, dict(request.headers))
        return connection.getresponse()

    def take(self) -> HTTPConnection:
        while True:
            with self.lock:
                connection = self.idle.pop() if self.idle else None
            if connection is None:
                return self.connected()
            if not select.select([connection.sock], [], [], 0)[0]:
                return connection
            connection.close()

    def connected(self) -> HTTPConnection:
        host, port = self.address.host, self.address.port
        connection = (
            HTTPConnection(host, port, timeout=CONNECT_SECONDS)
            if self.tls is None
            else HTTPSConnection(host, port, timeout=CONNECT_SECONDS, context=self.tls)
        )
        try:
            connection.connect()
        except OSError as error:
            connection.close()
            raise OSError(str(error)) from error
        return connection

    def keep(self, connection: HTTPConnection) -> None:
        with self.lock:
            if len(self.idle) < KEPT:
                self.idle.append(connection)
                return
        connection.close()

    def close(self) -> None:
        """Closes idle connections. Later calls open new ones."""
        with self.lock:
            kept, self.idle = self.idle, []
        for connection in kept:
            connection.close()


def headers_of(response: HTTPResponse) -> dict[str, str]:
    return {name.lower(): value for name, value in response.getheaders()}


def body_of(response: HTTPResponse) -> bytes:
    if response.length is not None and response.length > MOST_BYTES:
        raise TooLong
    whole = bytearray()
    while piece := response.read(PIECE):
        whole += piece
        if len(whole) > MOST_BYTES:
            raise TooLong
    if response.length:
        raise IncompleteRead(b"", response.length)
    return bytes(whole)


class limited:
    """Raises `TimeoutError` if the response is not complete in time, even if pieces still arrive."""

    def __init__(self, waiting: socket.socket, seconds: float) -> None:
        self.waiting = waiting
        self.timer = threading.Timer(seconds, self.end)
        self.timer.daemon = True
        self.is_over = False

    def end(self) -> None:
        self.is_over = True
        shut(self.waiting)

    def __enter__(self) -> None:
        self.timer.start()

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        self.timer.cancel()
        if self.is_over and (error is None or isinstance(error, LOST)):
            raise TimeoutError("the answer does not come to its end") from error


class guarded:
    """Closes the connection when the caller's `stop` is set, and raises `Stopped`."""

    def __init__(self, waiting: socket.socket, stop: Interruption | None) -> None:
        self.waiting = waiting
        self.stop = stop

    def __enter__(self) -> None:
        if self.stop is not None:
            self.stop.watch(self.waiting)

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        if self.stop is None:
            return
        self.stop.leave(self.waiting)
        if error is not None and self.stop.is_set() and not isinstance(error, GeneratorExit):
            raise Stopped from error
