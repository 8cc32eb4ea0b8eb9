"""Plays any ruleset by lines: reads positions from standard input and writes actions to standard output.

Takes part in a competition on this machine (docs/compete.md). Print only answers; for messages use standard error, which
goes to a file in the result folder.
"""

import json
import random
import sys


def choose(question):
    """Returns the index of a random legal action; the same one whenever the competition is repeated."""
    return random.Random(question["lot"]).randrange(len(question["legalActions"]))


for line in sys.stdin:
    print(json.dumps({"index": choose(json.loads(line))}), flush=True)
