"""Learns Pascal's Ruin by playing against itself in a local process, and then plays it over HTTP.

    npm run build && npm run clients               # once, in the tree
    export PYTHONPATH=clients/python               # or install the package and set CROUPIER_HOME to the tree
    learner=clients/python/examples/learner.py
    python3 $learner                               # trains, then plays 400 games against `random`
    python3 $learner --steps 2000000               # trains for longer
    python3 $learner --http 5                      # plays matches over HTTP too, at CROUPIER_URL

Monte Carlo control with a table: it stores for each situation and action the mean point difference of the turn. Nine of ten
actions in training are the best known ones, one is random. Needs only the standard library.
"""

from __future__ import annotations

import argparse
import random
from typing import Any, Iterator, Sequence

from croupier import Croupier
from croupier.layouts import ActionSpace, Observation
from croupier.local_env import NO_ACTION, LocalBatch, Step
from croupier.playing import Turn

RULESET, SEATS, OPTIONS = "pascals-ruin", 2, {"roundsToWin": 1}
AT_ONCE = 256
BY_LOT = 0.1
LEAST_WEIGHT = 0.01  # of a new turn in its mean, so that old turns against a weaker opponent count less
POINTS_ALIKE = 4

Situation = tuple[int, ...]


class Eyes:
    """Reduces an observation to the few numbers that index the table."""

    def __init__(self, observation: Observation) -> None:
        place_of = observation.place_of
        self.phase, self.round, self.starter, self.scores = map(place_of, ("phase", "round", "starter", "scores"))
        self.level, self.points = place_of("level").start, place_of("chainPoints").start
        self.cards = [place_of("chain", level, "card").start for level in range(5)]
        self.dice = [place_of("diceLeft", seat) for seat in range(SEATS)]
        self.roller, self.die, self.value = (place_of("pending", "rolls", 0, name) for name in ("seat", "die", "value"))

    def situation(self, seen: Sequence[int], legal: Sequence[int]) -> Situation:
        """Returns what the decision depends on. The legal actions show the phase and the dice that are left."""
        seat, level = seen.index(1), seen[self.level]
        card = (seen[self.cards[level - 1]] + 3) // 4  # the rank: cards are numbered by rank, four suits each
        to_roll, to_decide = seen[self.phase][:2]
        if to_roll:
            return (*legal, card)
        if to_decide:
            return (*legal, level, seen[self.points] // POINTS_ALIKE, *(die > 0 for die in seen[self.dice[seat]]))
        is_mine, wins = seen[self.roller][seat], seen[self.value][0] > card
        return (*legal, card, is_mine, wins, *seen[self.die])

    def turn(self, seen: Sequence[int]) -> tuple[int, ...]:
        """Identifies the turn: the round, and the seat that starts the turn."""
        return (*seen[self.round], *seen[self.starter])

    def lead(self, seen: Sequence[int], seat: int) -> int:
        _, first, second, *_ = seen[self.scores]
        return first - second if seat == 0 else second - first


class Learner:

    def __init__(self, space: ActionSpace, observation: Observation) -> None:
        self.space, self.observation, self.eyes = space, observation, Eyes(observation)
        self.means: dict[tuple[Situation, int], float] = {}
        self.counts: dict[tuple[Situation, int], int] = {}

    def choose(self, seen: Sequence[int], legal: Sequence[int]) -> int:
        """Returns the action with the greatest mean; unknown actions count as 0."""
        situation = self.eyes.situation(seen, legal)
        return max(legal, key=lambda index: self.means.get((situation, index), 0.0))

    def learn(self, situation: Situation, index: int, brought: float) -> None:
        key = (situation, index)
        count = self.counts[key] = self.counts.get(key, 0) + 1
        mean = self.means.get(key, 0.0)
        self.means[key] = mean + (brought - mean) * max(1 / count, LEAST_WEIGHT)

    def act(self, turn: Turn) -> Any:
        """The agent over HTTP. It encodes views as in training."""
        seen = self.observation.of(turn.game["view"], turn.seat)
        legal = [self.space.index_of(dict(action)) for action in turn.legal_actions]
        return self.space.action_at(self.choose(seen, legal))


class OpenTurn:
    """The decisions of the present turn; its result is known when the next one begins."""

    def __init__(self, eyes: Eyes, seen: Sequence[int]) -> None:
        self.name, self.lead = eyes.turn(seen), eyes.lead(seen, 0)
        self.decisions: list[tuple[int, Situation, int]] = []

    def settle(self, learner: Learner, seen: Sequence[int]) -> None:
        brought = learner.eyes.lead(seen, 0) - self.lead
        for seat, situation, index in self.decisions:
            learner.learn(situation, index, brought if seat == 0 else -brought)


def decisions(step: Step) -> Iterator[tuple[int, list[int], list[int]]]:
    at = 0
    for game, count in enumerate(step.counts.tolist()):
        yield game, step.observation(game).tolist(), step.legal[at : at + count].tolist()
        at += count


def train(steps: int, seed: str = "learner") -> Learner:
    """Trains a learner by self-play for `steps` decisions. Equal seeds give equal results."""
    lot = random.Random(seed)
    with LocalBatch(RULESET, AT_ONCE, SEATS, OPTIONS, seed) as batch:
        learner, step = Learner(batch.space, batch.observation), batch.start()
        eyes, turns = learner.eyes, [OpenTurn(learner.eyes, seen) for _, seen, _ in decisions(step)]
        for _ in range(steps // AT_ONCE):
            chosen = []
            for game, seen, legal in decisions(step):
                turn = turns[game]
                if step.ended[game] or eyes.turn(seen) != turn.name:
                    # The last turn of a round is not counted, because the next round starts with 0 points.
                    if not step.ended[game] and seen[eyes.round] == list(turn.name[:1]):
                        turn.settle(learner, seen)
                    turn = turns[game] = OpenTurn(eyes, seen)
                index = lot.choice(legal) if lot.random() < BY_LOT else learner.choose(seen, legal)
                turn.decisions.append((seen.index(1), eyes.situation(seen, legal), index))
                chosen.append(index)
            step = batch.step(chosen)
    return learner


def wins_against_random(learner: Learner, games: int, seed: str = "trial") -> int:
    """Returns how many of `games` the learner wins, half of them on each seat."""
    lot, wins, over = random.Random(seed), 0, [False] * games
    with LocalBatch(RULESET, games, SEATS, OPTIONS, seed) as batch:
        step = batch.start()
        while not all(over):
            chosen = []
            for game, seen, legal in decisions(step):
                is_mine = seen.index(1) == game % SEATS
                chosen.append(NO_ACTION if over[game] else learner.choose(seen, legal) if is_mine else lot.choice(legal))
            step = batch.step(chosen)
            for game in range(games):
                if step.ended[game]:
                    over[game] = True
                    wins += int(step.rewards[game * SEATS + game % SEATS] == 1)
    return wins


def wins_over_http(house: Croupier, learner: Learner, games: int) -> int:
    """Returns how many of `games` matches over HTTP the learner wins against `random`, with alternating seats."""
    tables: list[list[Any]] = [["me", {"bot": "random"}], [{"bot": "random"}, "me"]]
    create: list[Any] = [{"ruleset": RULESET, "seats": tables[game % SEATS]} for game in range(games)]
    wins = 0
    for game in house.play(learner.act, create=create):
        mine = [holder["seat"] for holder in game["seats"] if holder["kind"] == "player"]
        wins += game["outcome"] is not None and game["outcome"]["winners"] == mine
    return wins


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=100_000, help="decisions to learn from")
    parser.add_argument("--games", type=int, default=400, help="games against `random` in the environment")
    parser.add_argument("--http", type=int, default=0, help="whole matches against `random` over HTTP")
    parser.add_argument("--seed", default="learner")
    wanted = parser.parse_args()
    learner = train(wanted.steps, wanted.seed)
    print(f"{len(learner.means)} means of {wanted.steps} decisions")
    print(f"in the environment: {wins_against_random(learner, wanted.games)} of {wanted.games} games won against random")
    if wanted.http:
        wins = wins_over_http(Croupier.register("Learner"), learner, wanted.http)
        print(f"over HTTP: {wins} of {wanted.http} matches won against random")


if __name__ == "__main__":
    main()
