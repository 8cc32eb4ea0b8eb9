"""Used by bench/env.mjs: plays two batches of games at random for a given CPU time; prints the times as JSON."""

import json
import os
import random
import sys
import time
from array import array
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "clients" / "python"))
sys.modules.setdefault("numpy", None)  # measures the client without numpy

from croupier.local_env import LocalBatch  # noqa: E402

ROUNDS_A_LOOK = 4  # reading the CPU time takes as long as a hundred steps


def choose(step, lot):
    """Returns a random legal action for each game."""
    legal, chosen, at = step.legal, array("I"), 0
    append = chosen.append
    for count in step.counts:
        append(legal[at + int(lot() * count)])
        at += count
    return chosen


def spent_by(batches):
    """Returns the CPU seconds of this process, and of all processes together. Needs Linux."""
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
    for turn in (seconds, seconds):  # the first one warms up
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
