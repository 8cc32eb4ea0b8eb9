"""Tests against the real program: `python3 -m unittest tests.test_local_env` in clients/python."""

from __future__ import annotations

import doctest
import random
import sys
import unittest
from typing import Any

from croupier import layouts, local_env
from croupier.local_env import NO_ACTION, EnvironmentEnded, EnvironmentRefused, LocalBatch, LocalEnv
from croupier.local_program import LocalProgram

GAMES = ["champions-of-chance", "folly-and-fortune", "pascal", "pascals-ruin", "pokers-rogue-reckoning"]


class Examples(unittest.TestCase):
    def test_docstring_examples_print_their_results(self) -> None:
        for module in (local_env, layouts):
            with self.subTest(module.__name__):
                tried = doctest.testmod(module)
                self.assertEqual((tried.failed, tried.attempted > 0), (0, True))


class AgentCycle(unittest.TestCase):
    def test_every_game_is_played_to_its_end_with_the_observations_of_the_layout(self) -> None:
        for ruleset in GAMES:
            with self.subTest(ruleset), LocalEnv(ruleset) as env:
                lot = random.Random(ruleset)
                rewards: dict[str, float] = {}
                for step, agent in enumerate(env.agent_iter()):
                    observation, reward, terminated, _, info = env.last()
                    if terminated:
                        rewards[agent] = reward
                    elif step % 7 == 0:
                        self.assertEqual(env.observation.of(env.view(agent), env.possible_agents.index(agent)), observation)
                        actions = [env.space.action_at(index) for index in info["legal"]]
                        self.assertEqual(actions, env.legal_actions())
                        self.assertEqual([env.space.index_of(action) for action in actions], info["legal"])
                    env.step(None if terminated else lot.choice(info["legal"]))
                self.assertEqual(list(rewards), env.possible_agents)
                self.assertIsNotNone(env.outcome())

    def test_the_agent_cannot_distinguish_a_world_from_the_true_one(self) -> None:
        with LocalEnv("champions-of-chance") as env:
            mine, other = env.observe("seat_0"), env.observe("seat_1")
            env.redeal("seat_0", "a world")
            self.assertEqual(env.observe("seat_0"), mine)
            self.assertNotEqual(env.observe("seat_1"), other)


class Batches(unittest.TestCase):
    def test_the_arrays_of_a_step_agree(self) -> None:
        with LocalBatch("pascals-ruin", games=20, wanted=("observations", "mask", "legal")) as batch:
            lot, step, ended = random.Random(1), batch.start(), 0
            for _ in range(500):
                chosen, at = [], 0
                for game, count in enumerate(step.counts):
                    legal = [int(index) for index in step.legal[at : at + int(count)]]
                    self.assertEqual([i for i in range(batch.space.size) if step.is_legal(game, i)], sorted(legal))
                    self.assertEqual(step.observation(game)[int(step.agents[game])], 1)
                    chosen.append(lot.choice(legal))
                    at += int(count)
                step = batch.step(chosen)
                ended += int(sum(step.ended))
                self.assertEqual(round(float(sum(step.rewards)), 6), int(sum(step.ended)))
            self.assertGreater(ended, 0)

    def test_an_illegal_action_changes_nothing(self) -> None:
        with LocalBatch("pascals-ruin", games=2) as batch:
            before = bytes(batch.start().observations)
            with self.assertRaises(EnvironmentRefused) as caught:
                batch.step([0, batch.space.size - 1])
            self.assertEqual(caught.exception.code, "illegal-action")
            self.assertEqual(bytes(batch.step([NO_ACTION] * 2).observations), before)


class OtherEnds(unittest.TestCase):
    def test_a_program_that_dies_or_writes_invalid_output_is_reported_in_one_line(self) -> None:
        dies = [sys.executable, "-c", "raise SystemExit(3)"]
        chats = [sys.executable, "-c", "print('Hello'); input()"]
        for command, line in ((dies, "exit code 3"), (chats, "Hello"), (["/no/such/program"], "cannot be started")):
            with self.subTest(line), self.assertRaises(EnvironmentEnded) as caught:
                LocalEnv("pascal", command=command)
            self.assertIn(line, str(caught.exception))
            self.assertNotIn("\n", str(caught.exception))

    def test_an_ended_program_says_so(self) -> None:
        program = LocalProgram()
        program.close()
        with self.assertRaises(EnvironmentEnded):
            program.ask({"do": "rulesets"})

    def test_a_refusal_of_the_program_is_an_error_with_its_code(self) -> None:
        refused: dict[str, dict[str, Any]] = {
            "unknown-ruleset": {"ruleset": "whist"},
            "seats-out-of-range": {"ruleset": "pascal", "seats": 4},
        }
        for code, wrong in refused.items():
            with self.subTest(code), self.assertRaises(EnvironmentRefused) as caught:
                LocalEnv(**wrong)
            self.assertEqual(caught.exception.code, code)


if __name__ == "__main__":
    unittest.main()
