"""Games at the speed of the rules, without HTTP: to train in, and to look ahead in.

>>> from croupier.local_env import LocalEnv
>>> with LocalEnv("pascals-ruin", seats=2) as env:
...     env.reset("a seed")
...     for agent in env.agent_iter():
...         observation, reward, terminated, truncated, info = env.last()
...         env.step(None if terminated else info["legal"][0])
...     outcome = env.outcome()
>>> outcome["winners"], outcome["scores"]
([0], [3, 1])
"""

from __future__ import annotations

from array import array
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Iterator, Sequence

from .layouts import ActionSpace, Observation
from .local_program import EnvironmentEnded, EnvironmentRefused, LocalProgram

__all__ = ["EnvironmentEnded", "EnvironmentRefused", "LocalBatch", "LocalEnv", "Step"]

numpy: Any = import_module("numpy") if find_spec("numpy") else None

OBSERVATIONS, MASK, LEGAL = 1, 2, 4
WANTED = {"observations": OBSERVATIONS, "mask": MASK, "legal": LEGAL}
NO_ACTION = 0xFFFFFFFF
NOBODY = 255
NUMPY_TYPES = {"B": "u1", "H": "<u2", "I": "<u4", "h": "<i2", "f": "<f4"}


class Step:
    """Where all games of a batch stand after a step, as arrays over the bytes that were read.

    They are ``numpy`` arrays where numpy is installed, else ``memoryview``: both are indexed and cut alike. By game: ``agents`` the
    seat that is asked (255: the game is over), ``ended`` 1 where the step ended a game, ``rewards`` by game and then seat what that was
    worth, ``counts`` how many actions are legal, ``legal`` the indices of all of these, one game behind the other, ``mask`` a bit
    for each action, ``observations`` the numbers of what the agent sees. What was not wanted is empty.
    """

    def __init__(self, body: memoryview, batch: "LocalBatch") -> None:
        games, self._batch, self._body, self._at = batch.games, batch, body, 0
        wanted = batch.wanted
        self.agents = self._part("B", games)
        self.ended = self._part("B", games)
        self.rewards = self._part("f", games * batch.seats)
        self.counts = self._part("I", games if wanted & LEGAL else 0)
        self.legal = self._part("H" if batch.index_bytes == 2 else "I", int(sum(self.counts)))
        self.mask = self._part("B", games * batch.mask_bytes if wanted & MASK else 0)
        self.observations = self._part("h", games * batch.observation_size if wanted & OBSERVATIONS else 0)

    def _part(self, kind: str, count: int) -> Any:
        length = count * memoryview(array(kind)).itemsize
        part: Any = self._body[self._at : self._at + length]
        self._at += (length + 3) & ~3
        return part.cast(kind) if numpy is None else numpy.frombuffer(part, dtype=NUMPY_TYPES[kind])

    def observation(self, game: int) -> Any:
        """The numbers of one game's agent."""
        size = self._batch.observation_size
        return self.observations[game * size : (game + 1) * size]

    def is_legal(self, game: int, index: int) -> bool:
        """Whether the mask has that action."""
        return bool(self.mask[game * self._batch.mask_bytes + (index >> 3)] >> (index & 7) & 1)


class LocalBatch:
    """Many games of one setting, stepped by one message; each game that ends is followed by the next at once.

    ``send`` and ``receive`` are the halves of ``step``: with two batches, each with its own process, one thinks while the other plays.
    """

    def __init__(
        self,
        ruleset: str,
        games: int = 256,
        seats: int | None = None,
        options: dict[str, Any] | None = None,
        seed: str = "croupier",
        wanted: Sequence[str] = ("observations", "legal"),
        command: Sequence[str] | None = None,
    ) -> None:
        unknown = [word for word in wanted if word not in WANTED]
        if unknown:
            raise ValueError(f"{unknown[0]!r} cannot be wanted: choose of {', '.join(WANTED)}")
        self.wanted = sum(WANTED[word] for word in set(wanted))
        self.program = LocalProgram(command)
        seeds = [f"{seed}/{game}" for game in range(games)]
        request = {"do": "reset", "ruleset": ruleset, "options": options or {}, "seeds": seeds, "endless": True, "want": []}
        try:
            answer = self.program.ask(request if seats is None else {**request, "seats": seats})
            layout = self.program.ask({"do": "layout", "ruleset": ruleset})
        except Exception:
            self.program.close()
            raise
        self.games: int = answer["games"]
        self.seats: int = answer["seats"]
        self.index_bytes: int = answer["indexBytes"]
        self.mask_bytes: int = answer["maskBytes"]
        self.observation_size: int = answer["observation"]
        self.space = ActionSpace(layout["actions"])
        self.observation = Observation(layout["observation"])

    def start(self) -> Step:
        """Where the games stand, without a step."""
        return self.step([NO_ACTION] * self.games)

    def step(self, indices: Sequence[int] | Any) -> Step:
        """Makes one action in each game, by its index; ``NO_ACTION`` lets a game be. Refused as a whole when one is not legal."""
        self.send(indices)
        return self.receive()

    def send(self, indices: Sequence[int] | Any) -> None:
        """The first half of a step. Takes a list, an ``array("I")`` or an array of numpy."""
        sent: Any = indices
        if isinstance(indices, list):
            sent = array("I", indices)
        elif numpy is not None and isinstance(indices, numpy.ndarray):
            sent = numpy.ascontiguousarray(indices, dtype="<u4")
        self.program.send_step(0, self.wanted, memoryview(sent).cast("B"))

    def receive(self) -> Step:
        """The second half of a step."""
        return Step(self.program.receive_step(), self)

    def close(self) -> None:
        """Ends the process."""
        self.program.close()

    def __enter__(self) -> "LocalBatch":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class LocalEnv:
    """One game, agent by agent, as multi-agent environments are used (agent-environment cycle).

    Agents are called ``seat_0``, ``seat_1`` and so on. Seats that decide at the same time are asked one after another, and what the
    one has chosen is in no observation of the other. When the game is over, each agent is selected once more, with its reward, and
    steps with None.
    """

    def __init__(
        self,
        ruleset: str,
        seats: int | None = None,
        options: dict[str, Any] | None = None,
        command: Sequence[str] | None = None,
    ) -> None:
        self._setting: dict[str, Any] = {"ruleset": ruleset, "options": options or {}}
        if seats is not None:
            self._setting["seats"] = seats
        self._program = LocalProgram(command)
        try:
            self.layout: dict[str, Any] = self._program.ask({"do": "layout", "ruleset": ruleset})
            self.space = ActionSpace(self.layout["actions"])
            self.observation = Observation(self.layout["observation"])
            self.reset()
        except Exception:
            self.close()
            raise

    def reset(self, seed: str = "croupier") -> None:
        """Deals a new game. The same seed and the same actions give the same game."""
        answer = self._program.ask({"do": "reset", **self._setting, "seeds": [seed], "want": ["legal"]})
        self.possible_agents = [f"seat_{seat}" for seat in range(answer["seats"])]
        self.agents = list(self.possible_agents)
        self.agent_selection = self.possible_agents[0]
        self.rewards = dict.fromkeys(self.possible_agents, 0.0)
        self.terminations = dict.fromkeys(self.possible_agents, False)
        self._take(answer)

    def agent_iter(self) -> Iterator[str]:
        """The agents in the order in which they are to step, until none is left."""
        while self.agents:
            yield self.agent_selection

    def last(self) -> tuple[list[int], float, bool, bool, dict[str, Any]]:
        """Of the selected agent: observation, reward, terminated, truncated (never), and the legal actions by index in ``legal``."""
        agent = self.agent_selection
        over = self.terminations[agent]
        legal = [] if over else list(self._legal)
        return self.observe(agent), self.rewards[agent], over, False, {"legal": legal}

    def step(self, action: int | dict[str, Any] | None) -> None:
        """The selected agent's action, by index or whole; None, and nothing else, once its game is over."""
        if not self.agents:
            raise ValueError("The game is over for every agent: reset begins another.")
        if self.terminations[self.agent_selection]:
            if action is not None:
                raise ValueError("The game is over: the agent steps with None.")
            self.agents.remove(self.agent_selection)
            self.agent_selection = self.agents[0] if self.agents else self.agent_selection
            return
        if action is None:
            raise ValueError("None is for agents whose game is over.")
        self._take(self._program.ask({"do": "step", "actions": [action], "want": ["legal"]}))

    def observe(self, agent: str) -> list[int]:
        """The numbers of what an agent sees now; ``layout`` says what they mean."""
        numbers: list[int] = self._look(agent)["observation"]
        return numbers

    def action_mask(self) -> list[int]:
        """For the selected agent: 1 at the index of each legal action, 0 at all others."""
        mask = [0] * self.space.size
        for index in self._legal:
            mask[index] = 1
        return mask

    def legal_actions(self) -> list[dict[str, Any]]:
        """The selected agent's legal actions, whole, in the order of ``legal``."""
        actions: list[dict[str, Any]] = self._program.ask({"do": "legal"})["actions"]
        return actions

    def labels(self) -> list[str]:
        """The same in plain words."""
        labels: list[str] = self._program.ask({"do": "legal"})["labels"]
        return labels

    def view(self, agent: str) -> dict[str, Any]:
        """What an agent sees, as over HTTP."""
        view: dict[str, Any] = self._look(agent)["view"]
        return view

    def sentence(self, agent: str) -> str:
        """The same in plain words."""
        text: str = self._look(agent)["text"]
        return text

    def redeal(self, agent: str, seed: str) -> None:
        """Draws anew all that this agent cannot know, and all chance from here on: a world to look ahead in."""
        seat = self.possible_agents.index(agent)
        self._take(self._program.ask({"do": "redeal", "seat": seat, "into": [0], "seed": seed, "want": ["legal"]}))

    def outcome(self) -> dict[str, Any] | None:
        """Winners, scores and the reason when the game is over; None before."""
        outcome: dict[str, Any] | None = self._program.ask({"do": "outcome"})["outcome"]
        return outcome

    def close(self) -> None:
        """Ends the process."""
        self._program.close()

    def __enter__(self) -> "LocalEnv":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _look(self, agent: str) -> dict[str, Any]:
        return self._program.ask({"do": "view", "viewer": self.possible_agents.index(agent)})

    def _take(self, table: dict[str, Any]) -> None:
        seat = table["agents"][0]
        self._legal: list[int] = table["legal"][0]
        if seat is None:
            self.terminations = dict.fromkeys(self.possible_agents, True)
            self.rewards = dict(zip(self.possible_agents, table["rewards"][0]))
        self.agent_selection = self.agents[0] if seat is None else f"seat_{seat}"
