"""Plays any ruleset without knowing its rules, in plain Python 3 without packages.

    python3 examples/random-agent/agent.py --ruleset pascals-ruin --seats 3 --games 2

As an agent of `npm run compete`, with CROUPIER_TOKEN in its environment, it plays all games dealt to it.
"""

import argparse
import http.client
import json
import os
import random
import secrets
import sys
import time
import urllib.error
import urllib.request

parser = argparse.ArgumentParser()
parser.add_argument("--url", default=os.environ.get("CROUPIER_URL", "http://127.0.0.1:3000"))
parser.add_argument("--ruleset", help="the id of a ruleset; without it every one is played")
parser.add_argument("--seats", type=int, help="how many seats; without it the smallest number")
parser.add_argument("--options", type=json.loads, default={}, help="the options as JSON")
parser.add_argument("--games", type=int, default=1)
arguments = parser.parse_args()

PATIENCE = 30  # seconds, for a service that restarts

token = None


def call(method, path, body=None, too_late=False):
    """Retries a call until there is an answer. A rejection ends the agent with the reason.

    `too_late` accepts the rejection if the clock or another player was faster.

    Each change has an idempotency key: if its answer is lost, the retry does not repeat the change.
    If a name is taken, registers under the suggested one.
    """
    headers = {"Accept": "application/json"}
    if token is not None:
        headers["Authorization"] = f"Bearer {token}"
    if method == "POST":
        headers["Idempotency-Key"] = secrets.token_hex(16)
    data = None
    if body is not None:
        headers["Content-Type"] = "application/json"
        data = json.dumps(body).encode()
    deadline = time.monotonic() + PATIENCE
    is_waiting = False
    while True:
        request = urllib.request.Request(arguments.url + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(request) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as refusal:
            if too_late and refusal.code == 409:
                return None
            if refusal.code not in (429, 502, 503, 504):
                problem = refusal.read().decode()
                if '"suggestion"' in problem:
                    return call(method, path, {**body, "name": json.loads(problem)["suggestion"]})
                raise SystemExit(f"{refusal.code} from {path}: {problem}")
            trouble, pause = refusal, int(refusal.headers.get("Retry-After", "1"))
        except (OSError, http.client.HTTPException) as broken:
            trouble, pause = broken, 1
        if time.monotonic() > deadline:
            raise SystemExit(f"no answer from {arguments.url}: {trouble}")
        if not is_waiting:
            print(f"no answer from {arguments.url} yet ({trouble}); trying for {PATIENCE} s", file=sys.stderr)
        is_waiting = True
        time.sleep(pause)


def chosen_from(choices):
    """Returns a random action: an entry with a random value of each field. Every combination is legal."""
    entry = random.choice(choices)
    return {field: values if field == "type" else random.choice(values) for field, values in entry.items()}


def play(ruleset):
    """Plays one game in which the agent holds all seats."""
    seats = ["me"] * (arguments.seats or ruleset["seats"]["min"])
    game = call("POST", "/v1/games", {"ruleset": ruleset["id"], "options": arguments.options, "seats": seats})
    path = f"/v1/games/{game['id']}"
    while game["status"] == "playing":
        # each answer is the view of a seat that acts next
        action = chosen_from(game["choices"])
        move = {"seat": game["viewer"], "action": action, "expectedVersion": game["version"], "expectedHead": game["head"]}
        game = call("POST", f"{path}/actions", move)["state"]
    return game


def play_turns():
    """Acts in all games where it is this agent's turn, until it is stopped."""
    while True:
        for turn in call("GET", "/v1/me/turns?wait=20")["turns"]:
            path = f"/v1/games/{turn['gameId']}"
            game = call("GET", path)
            if not game.get("choices"):
                continue
            action = chosen_from(game["choices"])
            move = {"seat": game["viewer"], "action": action, "expectedVersion": game["version"], "expectedHead": game["head"]}
            call("POST", f"{path}/actions", move, too_late=True)


if "CROUPIER_TOKEN" in os.environ:
    token = os.environ["CROUPIER_TOKEN"]
    play_turns()
token = call("POST", "/v1/players", {"name": "Random agent in Python", "kind": "agent"})["token"]
rulesets = call("GET", "/v1/rulesets")["rulesets"]
chosen = [ruleset for ruleset in rulesets if arguments.ruleset in (None, ruleset["id"])]
if not chosen:
    raise SystemExit(f"no ruleset {arguments.ruleset}; there are {', '.join(ruleset['id'] for ruleset in rulesets)}")
for ruleset in chosen:
    for _ in range(arguments.games):
        game = play(ruleset)
        print(f"{ruleset['name']}: {game['version']} versions, {json.dumps(game['outcome'])}")
