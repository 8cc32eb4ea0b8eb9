from __future__ import annotations

import asyncio
import functools
import threading
import time
import unittest
from typing import Any, Callable, Iterator

from croupier import AsyncCroupier, Croupier, CroupierError
from croupier.turns import TurnBook

from .scene import URL


def listed(version: int) -> Any:
    return {"turns": [{"gameId": "g", "seats": [0], "version": version}], "invitations": []}


def game(version: int, since: int) -> Any:
    return {"id": "g", "viewer": 0, "you": [0], "version": version, "decisions": [{"seat": 0, "since": since}]}


class Books(unittest.TestCase):
    def setUp(self) -> None:
        self.book = TurnBook()
        self.book.take(listed(5), "a")
        self.book.meet(game(5, 5), 0)
        self.turn = self.book.ready.popleft()

    def test_a_decision_is_yielded_once(self) -> None:
        self.book.take(listed(6), "b")  # another seat has acted
        self.book.meet(game(6, 5), 0)
        self.assertFalse(self.book.ready)

    def test_a_response_older_than_the_action_yields_nothing(self) -> None:
        self.book.settle(self.turn, game(7, 8) | {"decisions": []})
        self.book.meet(game(5, 5), 0)
        self.assertFalse(self.book.ready)

    def test_a_decision_that_the_database_has_lost_is_yielded_again(self) -> None:
        self.book.settle(self.turn, game(6, 6) | {"decisions": []})
        self.book.meet(game(5, 5), self.book.actions)
        self.assertEqual(self.book.ready.popleft().since, 5)

    def test_the_next_decision_comes_with_the_response_to_the_last(self) -> None:
        self.book.settle(self.turn, game(6, 6))
        self.assertEqual(self.book.ready.popleft().since, 6)


class Iterators(unittest.TestCase):
    def test_each_turn_of_a_game_comes_once(self) -> None:
        with Croupier.register("Ada", url=URL) as house:
            made = house.create_game("pascals-ruin", seats=["me", "me"], options={"roundsToWin": 1})
            given = []
            for turn in house.turns():
                given.append((turn.game_id, turn.since, turn.seat))
                result = turn.act(turn.legal_actions[0])
                if result is None or result["state"]["status"] == "finished":
                    break
            self.assertEqual(len(given), len(set(given)))
            acted = [each for each in house.get_transcript(made["id"])["log"] if each["kind"] == "action"]
            self.assertEqual(len(acted), len(given))

    def test_an_event_ends_a_waiting_call_at_once(self) -> None:
        with Croupier.register("Ada", url=URL) as house:
            made = house.create_game("pascals-ruin", seats=["me", "open"])
            waits: list[Callable[..., Iterator[Any]]] = [house.turns, functools.partial(house.follow, made["id"])]
            for waiting in waits:
                stop, began = threading.Event(), time.monotonic()
                threading.Timer(0.3, stop.set).start()
                told: Iterator[Any] = waiting(stop=stop)
                self.assertLessEqual(len(list(told)), 5)
                self.assertLess(time.monotonic() - began, 12)  # a long poll takes 25 seconds

    def test_a_canceled_task_ends_at_once(self) -> None:
        async def wait() -> float:
            async with await AsyncCroupier.register("Ada", url=URL) as house:
                began = time.monotonic()
                with self.assertRaises(asyncio.TimeoutError):
                    await asyncio.wait_for(house.play(lambda turn: None), 0.3)
                return time.monotonic() - began

        self.assertLess(asyncio.run(wait()), 12)

    def test_an_agent_that_chooses_nothing_without_a_clock_gets_an_error(self) -> None:
        async def play() -> None:
            async with await AsyncCroupier.register("Ada", url=URL) as house:
                await house.play(lambda turn: None, create={"ruleset": "pascal"})

        with Croupier.register("Ada", url=URL) as house, self.assertRaisesRegex(CroupierError, "chose nothing"):
            house.play(lambda turn: None, create={"ruleset": "pascal"})
        with self.assertRaisesRegex(CroupierError, "chose nothing"):
            asyncio.run(play())

    def test_an_exception_of_an_agent_ends_its_career(self) -> None:
        def careless(turn: Any) -> Any:
            raise ZeroDivisionError

        async def play() -> None:
            async with await AsyncCroupier.register("Ada", url=URL) as house:
                await house.play(careless, create={"ruleset": "pascal"}, thinking=4)

        with Croupier.register("Ada", url=URL) as house, self.assertRaises(ZeroDivisionError):
            house.play(careless, create={"ruleset": "pascal"})
        self.assertRaises(ZeroDivisionError, lambda: asyncio.run(play()))
