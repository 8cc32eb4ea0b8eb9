"""The other half of bench/env.mjs: steps batches at random for so many seconds of CPU time, and prints what it took as a line of JSON.

Two batches, each with a process of its own: while the one plays, this chooses for the other.
"""

import json
import os
import random
import sys
import time
from array import array
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "clients" / "python"))
sys.modules.setdefault("numpy", None)  # the standard library alone

from croupier.local_env import LocalBatch  # noqa: E402

ROUNDS_A_LOOK = 4  # to ask for the CPU time takes as long as some hundred steps


def choose(step, lot):
    """By lot one of the legal actions of each game."""
    legal, chosen, at = step.legal, array("I"), 0
    append = chosen.append
    for count in step.counts:
        append(legal[at + int(lot() * count)])
        at += count
    return chosen


def spent_by(batches):
    """Seconds of CPU time of this process and of those of the batches, as Linux counts them."""
    own = time.process_time()
    return own, own + sum(ticks_of(batch.program.pid) for batch in batches) / os.sysconf("SC_CLK_TCK")


def ticks_of(pid):
    user, system = Path("/proc", str(pid), "stat").read_text().rsplit(")", 1)[1].split()[11:13]
    return int(user) + int(system)


def main(ruleset, options, seats, games, seconds, wanted):
    batches = [LocalBatch(ruleset, games, seats, options, f"bench {i}", wanted) for i in range(2)]
    lot, steps = random.Random(1).random, [batch.start() for batch in batches]
    for batch, step in zip(batches, steps):
        batch.send(choose(step, lot))
    for turn in (seconds, seconds):  # the first is to be compiled in
        made, began, (own, spent) = 0, time.perf_counter(), spent_by(batches)
        while spent_by(batches)[1] - spent < turn:
            for batch in batches * ROUNDS_A_LOOK:
                batch.send(choose(batch.receive(), lot))
                made += games
        now_own, now_spent = spent_by(batches)
        took = {"cpuSeconds": now_spent - spent, "pythonSeconds": now_own - own, "seconds": time.perf_counter() - began}
    for batch in batches:
        batch.receive()
        batch.close()
    print(json.dumps({"steps": made, **took}))


main(**json.loads(sys.argv[1]))
