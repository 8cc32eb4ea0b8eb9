"""Runs every docstring example, blocking and asynchronous."""

from __future__ import annotations

import ast
import asyncio
import contextlib
import doctest
import inspect
import io
import unittest
from typing import Iterator

import croupier
from croupier.async_operations import AsyncOperations
from croupier.operations import Operations

from .scene import URL, Scene

OPTIONS = doctest.ELLIPSIS
PARSER = doctest.DocTestParser()


def documented(of: type) -> Iterator[tuple[str, str]]:
    for name, member in inspect.getmembers(of):
        text = inspect.getdoc(member) or ""
        if not name.startswith("_") and callable(member) and ">>>" in text:
            yield f"{of.__name__}.{name}", text


BLOCKING = [
    *documented(croupier.Croupier),
    *((each.__name__, each.__doc__ or "") for each in (croupier.Croupier, croupier.ProblemError)),
    *((each.__name__, each.__doc__ or "") for each in (croupier.verify, croupier.verify_webhook)),
]
AWAITED = [*documented(croupier.AsyncCroupier), ("AsyncCroupier", croupier.AsyncCroupier.__doc__ or "")]


class Examples(unittest.TestCase):
    def test_each_operation_has_an_example(self) -> None:
        for of in (Operations, AsyncOperations):
            operations = [name for name in vars(of) if not name.startswith("_")]
            self.assertGreater(len(operations), 60)
            for name in operations:
                self.assertIn(">>>", getattr(of, name).__doc__, f"{of.__name__}.{name}")

    def test_blocking_examples_print_their_results(self) -> None:
        self.scene = Scene()
        for name, text in BLOCKING:
            with self.subTest(name):
                self.scene.take(text)
                self.try_each(name, text)

    def test_asynchronous_examples_print_their_results(self) -> None:
        self.scene = Scene()
        with contextlib.closing(asyncio.new_event_loop()) as loop:
            house = croupier.AsyncCroupier(URL, self.scene.house.token)
            for name, text in AWAITED:
                with self.subTest(name):
                    self.scene.take(text)
                    guest = croupier.AsyncCroupier(URL, self.scene["guest"].token)
                    self.scene.update(house=house, guest=guest)
                    self.try_each(name, text, loop)
                    loop.run_until_complete(guest.close())
            loop.run_until_complete(house.close())

    def try_each(self, name: str, text: str, loop: asyncio.AbstractEventLoop | None = None) -> None:
        checker = doctest.OutputChecker()
        for example in PARSER.get_examples(text, name):
            code = compile(example.source, name, "single", 0 if loop is None else ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
            told = io.StringIO()
            with contextlib.redirect_stdout(told):
                waiting = eval(code, self.scene)
                if loop is not None and inspect.isawaitable(waiting):
                    loop.run_until_complete(waiting)
            if not checker.check_output(example.want, told.getvalue(), OPTIONS):
                self.fail(f"{name}: {example.source}expected {example.want}, told {told.getvalue()}")
