"""Plays any ruleset by lines: a position comes in on standard input, an action goes out on standard output.

Takes part in a competition on this machine (docs/compete.md). Nothing but answers may be printed; for anything else there is
standard error, which goes to a file of the result folder.
"""

import json
import random
import sys


def choose(question):
    """The number of one of the legal actions: here by lot, and by the same lot whenever the competition is repeated."""
    return random.Random(question["lot"]).randrange(len(question["legalActions"]))


for line in sys.stdin:
    print(json.dumps({"index": choose(json.loads(line))}), flush=True)
