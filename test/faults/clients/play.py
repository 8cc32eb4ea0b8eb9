"""`python3 play.py <url> <agents>`: does the same as play.mjs. Half of the agents are threads, half asyncio tasks."""

from __future__ import annotations

import asyncio
import json
import random
import sys
import threading
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "clients" / "python"))

from croupier import AsyncCroupier, Croupier

url, many = sys.argv[1], int(sys.argv[2])
PATIENCE = 300.0  # seconds
TABLES: list[Any] = [
    {"ruleset": "pascals-ruin", "options": {"roundsToWin": 1}, "seats": ["me", "open"]},
    {"ruleset": "folly-and-fortune", "seats": ["me", "open"]},
    {"ruleset": "pokers-rogue-reckoning", "seats": ["me"]},
    {"ruleset": "champions-of-chance", "seats": ["me", "open"]},
    {"ruleset": "pascal", "options": {"maxBoards": 2}, "seats": ["me"]},
]
line = threading.Lock()


def tell(**told: Any) -> None:
    with line:
        print(json.dumps(told), flush=True)


def told_of(turn: Any, action: Any, made: Any) -> None:
    if made is not None:
        tell(gameId=turn.game_id, seat=turn.seat, action=action, appliedVersion=made["appliedVersion"])


def act(turn: Any) -> None:
    """Makes a random move and prints it once it is confirmed. Returns None, so that the client does not act too."""
    action = random.choice(turn.legal_actions)
    told_of(turn, action, turn.act(action))


async def act_awaited(turn: Any) -> None:
    action = random.choice(turn.legal_actions)
    told_of(turn, action, await turn.act(action))


def errand(number: int) -> dict[str, Any]:
    table = TABLES[number // 2 % len(TABLES)]
    joins = number % 2 == 1 and len(table["seats"]) > 1
    return {"join": 1} if joins else {"create": table}


def live(number: int) -> None:
    house = Croupier.register(f"Agent {number}", url=url, patience=PATIENCE)
    for game in house.play(act, **errand(number)):
        tell(gameId=game["id"], status=game["status"])


async def live_awaited(number: int) -> None:
    house = await AsyncCroupier.register(f"Agent {number}", url=url, patience=PATIENCE)
    for game in await house.play(act_awaited, **errand(number)):
        tell(gameId=game["id"], status=game["status"])


async def all_awaited(numbers: range) -> None:
    await asyncio.gather(*(live_awaited(number) for number in numbers))


middle = many // 4 * 2
threads = [threading.Thread(target=live, args=(number,)) for number in range(middle)]
for thread in threads:
    thread.start()
asyncio.run(all_awaited(range(middle, many)))
for thread in threads:
    thread.join()
