from __future__ import annotations

import asyncio
import gzip
import json
import socket
import threading
import unittest
from typing import Callable

from croupier import AsyncCroupier, Croupier, NotCroupier, ProblemError, Unreachable

from .scene import URL

REFUSED = {"code": "illegal-action", "status": 422, "detail": "No.", "hint": "Do another.", "rule": "R18", "errors": []}


def packed(status: str, body: bytes, *headers: str) -> bytes:
    lines = [f"HTTP/1.1 {status}", f"Content-Length: {len(body)}", *headers, "", ""]
    return "\r\n".join(lines).encode() + body


def told(value: object, status: str = "200 OK") -> bytes:
    return packed(status, json.dumps(value).encode(), "Content-Type: application/json")


class Answers:
    def __init__(self, *answers: bytes) -> None:
        self.answers = answers
        self.asked: list[bytes] = []
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.listener.getsockname()[1]}/house"
        self.thread = threading.Thread(target=self.run)

    def run(self) -> None:
        for answer in self.answers:
            connection, _ = self.listener.accept()
            with connection:
                self.asked.append(connection.recv(1 << 16))
                connection.sendall(answer)

    def __enter__(self) -> Answers:
        self.thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.thread.join()
        self.listener.close()

    def keys(self) -> set[str]:
        lines = [line for asked in self.asked for line in asked.decode().lower().split("\r\n")]
        return {line for line in lines if line.startswith("idempotency-key:")}


def blocking(url: str, patience: float = 20) -> object:
    with Croupier(url, "crp_x", patience=patience) as house:
        return house.create_commitment()


def awaited(url: str, patience: float = 20) -> object:
    async def call() -> object:
        async with AsyncCroupier(url, "crp_x", patience=patience) as house:
            return await house.create_commitment()

    return asyncio.run(call())


class Calls(unittest.TestCase):
    def each(self, check: Callable[[Callable[[str], object]], None]) -> None:
        for call in (blocking, awaited):
            with self.subTest(call.__name__):
                check(call)

    def test_a_change_is_retried_under_one_key_until_there_is_a_response(self) -> None:
        def check(call: Callable[[str], object]) -> None:
            in_flight = told({"code": "idempotency-in-flight"}, "409 Conflict")
            passing = [b"", packed("503 Away", b"", "Retry-After: 0"), packed("502 Bad", b"<html>"), in_flight]
            with Answers(*passing, told({"commitmentId": "c"})) as server:
                self.assertEqual(call(server.url), {"commitmentId": "c"})
            self.assertEqual((len(server.asked), len(server.keys())), (5, 1))
            self.assertTrue(server.asked[0].startswith(b"POST /house/v1/commitments HTTP/1.1\r\n"))

        self.each(check)

    def test_a_registration_with_a_lost_response_is_retried_under_the_same_key(self) -> None:
        with Answers(b"", told({"token": "crp_x"}, "201 Created")) as server:
            ada = Croupier.register("Ada", url=server.url)
        self.assertEqual((ada.token, len(server.asked), len(server.keys())), ("crp_x", 2, 1))

    def test_a_refusal_is_raised_with_all_its_fields(self) -> None:
        def check(call: Callable[[str], object]) -> None:
            with Answers(told(REFUSED, "422 No")) as server, self.assertRaises(ProblemError) as caught:
                call(server.url)
            error = caught.exception
            self.assertEqual((error.code, error.status, error.rule), ("illegal-action", 422, "R18"))
            self.assertEqual(str(error), "422 illegal-action: No. (R18) Do another.")

        self.each(check)

    def test_an_absent_service_is_logged_once_while_the_call_is_retried(self) -> None:
        for call in (blocking, awaited):
            with socket.create_server(("127.0.0.1", 0)) as listener:
                url = f"http://127.0.0.1:{listener.getsockname()[1]}"
            with self.subTest(call.__name__), self.assertLogs("croupier") as logged, self.assertRaises(Unreachable):
                call(url, patience=2)
            (line,) = logged.output
            self.assertRegex(line, f"^WARNING:croupier:{url} does not answer .*; trying again$")

    def test_a_foreign_server_is_reported(self) -> None:
        def check(call: Callable[[str], object]) -> None:
            for answer, why in (
                (packed("200 OK", b"<html>sign in", "Content-Type: text/html"), "<html>"),
                (packed("302 Found", b"", "Location: /login"), "/login"),
                (told({"error": "no"}, "404 Not Found"), "404"),
                (told(["x"]), "list"),
                (b"SSH-2.0-OpenSSH\r\n", "HTTP"),
                (packed("200 OK", b"\x1f\x8bno", "Content-Encoding: gzip"), "body"),
            ):
                with self.subTest(why), Answers(answer) as server, self.assertRaisesRegex(NotCroupier, why):
                    call(server.url)

        self.each(check)

    def test_a_response_may_be_compressed_and_come_in_pieces(self) -> None:
        def check(call: Callable[[str], object]) -> None:
            body = gzip.compress(b'{"commitmentId": "c"}')
            head = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Encoding: gzip\r\n\r\n"
            pieces = b"".join(b"%x\r\n%s\r\n" % (len(piece), piece) for piece in (body[:7], body[7:], b""))
            with Answers(head + pieces) as server:
                self.assertEqual(call(server.url), {"commitmentId": "c"})

        self.each(check)

    def test_the_service_refuses_an_ended_token_and_an_illegal_action(self) -> None:
        with Croupier(URL, "crp_dead") as house, self.assertRaises(ProblemError) as caught:
            house.get_me()
        self.assertEqual(caught.exception.code, "unauthorized")
        with Croupier.register("Ada", url=URL) as ada:
            game = ada.create_game("pascals-ruin", seats=["me", "me"])
            with self.assertRaises(ProblemError) as caught:
                ada.submit_action(game["id"], {"type": "takeChain"})
        self.assertEqual(caught.exception.code, "illegal-action")
        self.assertIsNotNone(caught.exception.rule)
