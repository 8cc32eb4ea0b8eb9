"""The example learner plays over HTTP what it learned in the environment."""

from __future__ import annotations

import math
import unittest
from array import array
from typing import Any

from croupier import Croupier
from croupier.local_env import NO_ACTION, LocalBatch, Step
from croupier.playing import Turn
from examples.learner import OPTIONS, RULESET, SEATS, Learner, train, wins_against_random, wins_over_http

from .scene import URL

STEPS, GAMES, MATCHES = 100_000, 400, 5
WORLDS, DRAWS, FOLLOWED = 1024, 100, 30
# The seed of a game whose first chance events are common, so that one of the drawn worlds repeats them.
SEED = f"{1:064x}"

Met = tuple[list[int], list[int]]


def least_share(wins: int, games: int) -> float:
    """The lower bound of the 99 % Wilson interval."""
    share, spread = wins / games, 2.576**2 / games
    return (share + spread / 2 - math.sqrt(spread * (share * (1 - share) + spread / 4))) / (1 + spread)


class Shadow:
    """A local game that repeats one over HTTP: its chance is redrawn until both show the same."""

    def __init__(self, batch: LocalBatch) -> None:
        self.batch = batch

    def meet(self, seen: list[int], chosen: int | None) -> Met | None:
        """Returns the view and legal actions after a choice, in a world that shows `seen`; None if no world does."""
        sought = array("h", seen).tobytes()
        for draw in range(DRAWS):
            step = self.batch.start() if chosen is None else self.worlds_after(chosen, str(draw))
            numbers, at = bytes(step.observations), 0
            for game, count in enumerate(step.counts.tolist()):
                if numbers.startswith(sought, game * len(sought)):
                    self.redeal(game, [0], "met")
                    return step.observation(game).tolist(), step.legal[at : at + count].tolist()
                at += count
        return None

    def worlds_after(self, chosen: int, seed: str) -> Step:
        """Makes the choice in redrawn copies of game 0, which itself stays unchanged."""
        self.redeal(0, list(range(1, WORLDS)), seed)
        return self.batch.step([NO_ACTION] + [chosen] * (WORLDS - 1))

    def redeal(self, game: int, into: list[int], seed: str) -> None:
        self.batch.program.ask({"do": "redeal", "seat": 0, "game": game, "into": into, "seed": seed, "want": []})


class Learned(unittest.TestCase):
    learner: Learner

    @classmethod
    def setUpClass(cls) -> None:
        cls.learner = train(STEPS)

    def setUp(self) -> None:
        self.house = Croupier.register("Learner", url=URL)
        self.addCleanup(self.house.close)

    def test_the_learner_beats_random_in_the_environment(self) -> None:
        wins = wins_against_random(self.learner, GAMES)
        self.assertGreaterEqual(wins / GAMES, 0.65)
        self.assertGreater(least_share(wins, GAMES), 0.5)

    def test_the_learner_beats_random_over_http(self) -> None:
        self.assertGreater(wins_over_http(self.house, self.learner, MATCHES), MATCHES / 2)

    def test_the_learner_sees_and_chooses_the_same_over_http_as_in_the_environment(self) -> None:
        chosen: list[int] = []
        with LocalBatch(RULESET, WORLDS, SEATS, OPTIONS, "shadow") as batch:
            shadow = Shadow(batch)

            def agent(turn: Turn) -> Any:
                action = self.learner.act(turn)
                if len(chosen) < FOLLOWED:
                    seen = self.learner.observation.of(turn.game["view"], turn.seat)
                    met = shadow.meet(seen, chosen[-1] if chosen else None)
                    assert met is not None, f"no world of the environment comes to {turn.game['view']}"
                    self.assertEqual([self.learner.space.action_at(index) for index in met[1]], turn.legal_actions)
                    chosen.append(self.learner.choose(*met))
                    self.assertEqual(self.learner.space.action_at(chosen[-1]), action)
                return action

            table: Any = {"ruleset": RULESET, "options": OPTIONS, "seats": ["me"] * SEATS, "seed": SEED}
            [game] = self.house.play(agent, create=table)
        self.assertEqual((game["status"], len(chosen)), ("finished", FOLLOWED))


if __name__ == "__main__":
    unittest.main()
