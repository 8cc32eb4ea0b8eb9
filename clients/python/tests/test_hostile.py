from __future__ import annotations

import asyncio
import gzip
import socket
import threading
import time
import unittest
from typing import Callable, Iterator

from croupier import AsyncCroupier, Croupier, NotCroupier, Unreachable

HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
MEGABYTE = b" " * (1 << 20)


def whole(body: bytes, *more: bytes) -> bytes:
    return b"".join([HEAD, *(line + b"\r\n" for line in more), b"Content-Length: %d\r\n\r\n" % len(body), body])


def once(answer: bytes) -> Callable[[], Iterator[bytes]]:
    return lambda: iter([answer])


class Server:
    def __init__(self, pieces: Callable[[], Iterator[bytes]]) -> None:
        self.pieces = pieces
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        threading.Thread(target=self.run, daemon=True).start()

    def run(self) -> None:
        try:
            while True:
                connection, _ = self.listener.accept()
                threading.Thread(target=self.answer, args=(connection,), daemon=True).start()
        except OSError:
            return  # closed

    def answer(self, connection: socket.socket) -> None:
        with connection:
            try:
                connection.recv(1 << 16)
                for piece in self.pieces():
                    connection.sendall(piece)
            except OSError:
                return  # the client stopped reading


def blocking(url: str, patience: float) -> object:
    with Croupier(url, "crp_x", patience=patience) as house:
        return house.get_me()


def awaited(url: str, patience: float) -> object:
    async def call() -> object:
        async with AsyncCroupier(url, "crp_x", patience=patience) as house:
            return await house.get_me()

    return asyncio.run(call())


class Hostile(unittest.TestCase):
    def each(self, pieces: Callable[[], Iterator[bytes]], error: type[Exception], patience: float = 20) -> None:
        server = Server(pieces)
        try:
            for call in (blocking, awaited):
                with self.subTest(call.__name__), self.assertRaises(error):
                    call(server.url, patience)
        finally:
            server.listener.close()

    def test_a_slow_response_is_given_up_after_the_patience(self) -> None:
        def dripping(start: bytes) -> Callable[[], Iterator[bytes]]:
            def pieces() -> Iterator[bytes]:
                yield start
                while True:
                    time.sleep(0.05)
                    yield b"x"

            return pieces

        for start in (HEAD + b"X: ", HEAD + b"Content-Length: 1000000\r\n\r\n", HEAD + b"\r\n"):
            self.each(dripping(start), Unreachable, 0.2)

    def test_an_endless_response_is_read_up_to_the_maximum_of_the_service(self) -> None:
        def endless() -> Iterator[bytes]:
            yield HEAD + b"\r\n"
            while True:
                yield MEGABYTE

        def chunked() -> Iterator[bytes]:
            yield HEAD + b"Transfer-Encoding: chunked\r\n\r\n"
            while True:
                yield b"100000\r\n" + MEGABYTE + b"\r\n"

        inflating = whole(gzip.compress(MEGABYTE * 80, 1), b"Content-Encoding: gzip")
        self.each(endless, NotCroupier)
        self.each(chunked, NotCroupier)
        self.each(once(inflating), NotCroupier)
        self.each(once(HEAD + b"Content-Length: 1" + b"0" * 12 + b"\r\n\r\n"), NotCroupier)

    def test_a_response_of_another_server_is_reported(self) -> None:
        problem = b'{"code": "x", "detail": "x", "status": 400, "errors": [1]}'
        for answer in (
            whole(b"[" * 200_000),
            whole(b"[]"),
            whole(b"\xff"),
            whole(problem).replace(b"200 OK", b"400 Bad", 1),
        ):
            self.each(once(answer), NotCroupier)
