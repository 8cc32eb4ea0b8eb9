"""Games in a local process, without HTTP, for training and for trying moves.

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
    """The state of all games of a batch after a step.

    Fields are ``numpy`` arrays if numpy is installed, otherwise ``memoryview``. For each game:
    ``agents`` is the seat to act (255: over), ``ended`` 1 if the step ended a game, ``rewards`` its value by game and seat,
    ``counts`` the number of legal actions, ``legal`` their indices for all games in sequence, ``mask`` one bit per action,
    ``observations`` the agent's view as numbers. Parts that were not requested are empty.
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
        size = self._batch.observation_size
        return self.observations[game * size : (game + 1) * size]

    def is_legal(self, game: int, index: int) -> bool:
        """True if the action is legal."""
        return bool(self.mask[game * self._batch.mask_bytes + (index >> 3)] >> (index & 7) & 1)


class LocalBatch:
    """Many games with the same settings that take each step together. A new game replaces each game that ends.

    ``send`` and ``receive`` are the two halves of ``step``. With two batches, the agent can think while the games run.
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
        """Returns the present state of all games, without an action."""
        return self.step([NO_ACTION] * self.games)

    def step(self, indices: Sequence[int] | Any) -> Step:
        """Acts in each game by the index of an action; ``NO_ACTION`` skips a game. Changes nothing if one is illegal."""
        self.send(indices)
        return self.receive()

    def send(self, indices: Sequence[int] | Any) -> None:
        """Sends the actions of a step: a list, an ``array("I")`` or a numpy array."""
        sent: Any = indices
        if isinstance(indices, list):
            sent = array("I", indices)
        elif numpy is not None and isinstance(indices, numpy.ndarray):
            sent = numpy.ascontiguousarray(indices, dtype="<u4")
        self.program.send_step(0, self.wanted, memoryview(sent).cast("B"))

    def receive(self) -> Step:
        """Receives the state after the step."""
        return Step(self.program.receive_step(), self)

    def close(self) -> None:
        """Ends the process that plays the games."""
        self.program.close()

    def __enter__(self) -> "LocalBatch":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class LocalEnv:
    """One game as a multi-agent environment, in which one agent acts at a time (agent-environment cycle).

    Agents are called ``seat_0``, ``seat_1`` and so on. Simultaneous decisions are made one after another, hidden from the
    other agents. After the end, each agent is selected once more, gets its reward and must step with None.
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
        """Starts a new game. The same seed and actions give the same game."""
        answer = self._program.ask({"do": "reset", **self._setting, "seeds": [seed], "want": ["legal"]})
        self.possible_agents = [f"seat_{seat}" for seat in range(answer["seats"])]
        self.agents = list(self.possible_agents)
        self.agent_selection = self.possible_agents[0]
        self.rewards = dict.fromkeys(self.possible_agents, 0.0)
        self.terminations = dict.fromkeys(self.possible_agents, False)
        self._take(answer)

    def agent_iter(self) -> Iterator[str]:
        """Yields the agent that must step next, until the game is over."""
        while self.agents:
            yield self.agent_selection

    def last(self) -> tuple[list[int], float, bool, bool, dict[str, Any]]:
        """Returns observation, reward, terminated, truncated (always False) and info of the selected agent.

        ``info["legal"]`` has the indices of its legal actions.
        """
        agent = self.agent_selection
        over = self.terminations[agent]
        legal = [] if over else list(self._legal)
        return self.observe(agent), self.rewards[agent], over, False, {"legal": legal}

    def step(self, action: int | dict[str, Any] | None) -> None:
        """Acts for the selected agent. ``action``: an index or a dictionary; None after the end."""
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
        """Returns an agent's view as numbers, encoded by ``layout``."""
        numbers: list[int] = self._look(agent)["observation"]
        return numbers

    def action_mask(self) -> list[int]:
        """Returns, for the selected agent, 1 for each legal action and 0 for each other one."""
        mask = [0] * self.space.size
        for index in self._legal:
            mask[index] = 1
        return mask

    def legal_actions(self) -> list[dict[str, Any]]:
        """Returns the selected agent's legal actions as dictionaries, in the order of ``legal``."""
        actions: list[dict[str, Any]] = self._program.ask({"do": "legal"})["actions"]
        return actions

    def labels(self) -> list[str]:
        """Returns the selected agent's legal actions in words."""
        labels: list[str] = self._program.ask({"do": "legal"})["labels"]
        return labels

    def view(self, agent: str) -> dict[str, Any]:
        """Returns an agent's view, as over HTTP."""
        view: dict[str, Any] = self._look(agent)["view"]
        return view

    def sentence(self, agent: str) -> str:
        """Returns an agent's view in words."""
        text: str = self._look(agent)["text"]
        return text

    def redeal(self, agent: str, seed: str) -> None:
        """Draws everything hidden from this agent anew, and all future chance, so that a search cannot use them."""
        seat = self.possible_agents.index(agent)
        self._take(self._program.ask({"do": "redeal", "seat": seat, "into": [0], "seed": seed, "want": ["legal"]}))

    def outcome(self) -> dict[str, Any] | None:
        """Returns winners, scores and reason; None before the end."""
        outcome: dict[str, Any] | None = self._program.ask({"do": "outcome"})["outcome"]
        return outcome

    def close(self) -> None:
        """Ends the process that plays the game."""
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
