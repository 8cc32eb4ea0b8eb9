"""Creates the games, players and tokens that docstring examples refer to, when they are first used."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import os
import time
import uuid
from typing import Any, Callable

import croupier
from croupier import Croupier, legal_actions_of, types

URL = os.environ.get("CROUPIER_URL", "http://127.0.0.1:3000")
CLOCK: Any = {"perAction": 600, "onTimeout": "random"}
SECRET = "whsec_" + base64.b64encode(b"0123456789abcdef0123456789abcdef").decode()


class Scene(dict[str, Any]):
    """The names that examples use. `lasting` ones are created once, others for each example."""

    def __init__(self) -> None:
        super().__init__(croupier=croupier, url=URL)
        self.house = Croupier.register("Ada", url=URL)
        self.bob = Croupier.register("Bob", url=URL)
        assert self.house.registration is not None and self.bob.registration is not None
        self["house_id"] = self.house.registration["player"]["id"]
        self["bob_id"] = self.bob.registration["player"]["id"]
        self["guest"] = self.bob
        self.lasting: dict[str, Any] = {}
        self.transient: dict[str, Callable[[], Any]] = {
            "new_name": lambda: f"Cy {uuid.uuid4().hex[:8]}",
            "game_id": lambda: self.game(seats=["me", "me"]),
            "undoable_game_id": lambda: self.undoable(),
            "open_game_id": lambda: self.open_game(),
            "joined_game_id": lambda: self.joined(),
            "read_token_id": lambda: self.house.create_read_token(name="a screen")["id"],
            "webhook_url": lambda: "http://127.0.0.1:9/croupier",
            "webhook_id": lambda: self.house.create_webhook("http://127.0.0.1:9/croupier")["webhook"]["id"],
            "notification_channel_id": lambda: self.notification_channel(),
            "open_competition_id": lambda: self.competition([]),
            "entered_competition_id": lambda: self.entered(self.competition([])),
            "ready_competition_id": lambda: self.competition(["random", "plain"]),
            "seek_id": lambda: self.seek(),
        }

    def take(self, source: str) -> None:
        self["house"] = self.house
        if "guest" in source:
            self["guest"] = Croupier.register("Guest", url=URL)
        for name, make in self.transient.items():
            if name in source.replace(f"_{name}", ""):
                self[name] = make()
        if "lost_player_id" in source:
            self["lost_player_id"], self["recovery_code"] = self.lost_player()
        if "signed_" in source:
            self.sign()
        for name, make in (("finished_game_id", self.finished), ("competition_id", self.finished_competition)):
            if name in source and name not in self.lasting:
                self.lasting[name] = make()
        self.update(self.lasting)
        if "pool_id" in source:
            self["pool_id"] = self.house.list_ratings(ruleset="pascals-ruin")["pool"]["id"]

    def game(self, **more: Any) -> str:
        return str(self.house.create_game("pascals-ruin", **more)["id"])

    def undoable(self) -> str:
        game: types.Game = self.house.create_game("pascal", seed="undo")
        while game["undoTo"] is None:
            legal = legal_actions_of(game)
            chosen = next((each for each in legal if each["type"] == "write"), legal[0])
            game = self.house.submit_action(game["id"], chosen)["state"]
        return str(game["id"])

    def open_game(self) -> str:
        return str(self.bob.create_game("pascals-ruin", seats=["me", "open"])["id"])

    def notification_channel(self) -> str:
        keys = {
            "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
            "auth": "BTBZMqHH6r4Tts7J_aSIgg",
        }
        subscription: Any = {"endpoint": "https://push.invalid/send/1", "keys": keys}
        return str(self.house.create_notification_channel(kind="push", subscription=subscription)["id"])

    def joined(self) -> str:
        waiting = self.bob.create_game("pascals-ruin", seats=["me", "open", "open"])
        return str(self.house.join_game(waiting["id"], seat=1)["id"])

    def finished(self) -> str:
        game: types.Game = self.house.create_game("pascals-ruin", seats=["me", {"bot": "random"}], options={"roundsToWin": 1})
        while game["status"] == "playing":
            if "choices" in game:
                game = self.house.submit_action(game["id"], legal_actions_of(game)[0])["state"]
            else:  # the bot has not acted yet
                game = self.house.get_state(game["id"], after=game["version"], wait=20)
        return game["id"]

    def competition(self, bots: list[str]) -> str:
        house = self.house
        made = house.create_competition("Examples", "pascals-ruin", "roundRobin", CLOCK, options={"roundsToWin": 1})
        for bot in bots:
            house.enter_competition(made["id"], bot=bot)
        return str(made["id"])

    def entered(self, competition_id: str) -> str:
        self.house.enter_competition(competition_id)
        return competition_id

    def finished_competition(self) -> str:
        made = self.house.start_competition(self.competition(["random", "plain"]))
        deadline = time.monotonic() + 120
        while not made["complete"]:
            assert time.monotonic() < deadline, "the competition does not end"
            made = self.house.get_competition(made["id"], after=made["version"], wait=20)
        return str(made["id"])

    def seek(self) -> str:
        for seek in self.house.list_my_seeks()["seeks"]:
            self.house.cancel_seek(seek["id"])
        made = self.house.create_seek("pascals-ruin", {"perAction": 600, "onTimeout": "resign"}, opponents="players")
        return str(made["id"])

    def lost_player(self) -> tuple[str, str]:
        lost = Croupier.register("Dee", url=URL).registration
        assert lost is not None
        return lost["player"]["id"], lost["recoveryCode"]

    def sign(self) -> None:
        body = json.dumps({"type": "test", "timestamp": "2026-11-21T14:36:20.417Z", "data": {}}).encode()
        sent = {"webhook-id": "1", "webhook-timestamp": str(int(time.time()))}
        text = f"1.{sent['webhook-timestamp']}.".encode() + body
        key = base64.b64decode(SECRET.removeprefix("whsec_"))
        sent["webhook-signature"] = "v1," + base64.b64encode(hmac.new(key, text, hashlib.sha256).digest()).decode()
        self.update(signed_headers=sent, signed_body=body, webhook_secret=SECRET)
