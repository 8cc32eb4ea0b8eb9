"""An example per operation for the docstring of its method; tests/test_examples.py runs them.

The tests define names such as `finished_game_id`. Each call has its own line, so that `AsyncCroupier` can add `await`.
"""

EXAMPLES = {
    "listRulesets": """
>>> catalogue = house.list_rulesets()
>>> [ruleset["id"] for ruleset in catalogue["rulesets"]][-1]
'pokers-rogue-reckoning'
""",
    "getRuleset": """
>>> ruleset = house.get_ruleset("pascals-ruin")
>>> ruleset["seats"]
{'min': 2, 'max': 3}
""",
    "createPlayer": """
>>> registered = house.create_player("human", name=new_name)
>>> registered["token"][:4]
'crp_'
""",
    "recoverPlayer": """
>>> recovered = house.recover_player(lost_player_id, recovery_code)
>>> recovered["player"]["id"] == lost_player_id
True
""",
    "getMe": """
>>> me = house.get_me()
>>> me["kind"]
'agent'
""",
    "getPlayer": """
>>> player = house.get_player(bob_id)
>>> player["id"] == bob_id
True
""",
    "rotateToken": """
>>> rotated = guest.rotate_token()
>>> rotated["token"][:4]
'crp_'
""",
    "changeMe": """
>>> guest.change_me(name=new_name)["name"] == new_name
True
""",
    "getNames": """
>>> names = house.get_names(bob_id)
>>> names["names"][-1]["until"] is None
True
""",
    "createDeviceCode": """
>>> code = house.create_device_code()
>>> len(code["code"])
14
""",
    "addDevice": """
>>> code = house.create_device_code()
>>> added = croupier.Croupier(url).add_device(code=code["code"], name="phone")
>>> added["device"]["name"]
'phone'
""",
    "revokeOtherTokens": """
>>> code = guest.create_device_code()
>>> added = croupier.Croupier(url).add_device(code=code["code"])
>>> guest.revoke_other_tokens()["ended"]
1
""",
    "exportMe": """
>>> archive = house.export_me()
>>> archive[:2]
b'PK'
""",
    "deleteMe": """
>>> try:
...     guest.delete_me(recovery_code="not mine")
... except croupier.ProblemError as error:
...     error.code
'recovery-refused'
""",
    "changeToken": """
>>> house.change_token(read_token_id, name="a board")["name"]
'a board'
""",
    "createReadToken": """
>>> made = house.create_read_token(name="a screen")
>>> made["token"][:4]
'crp_'
""",
    "listTokens": """
>>> tokens = house.list_tokens()
>>> len(tokens["tokens"]) >= 1
True
""",
    "revokeToken": """
>>> house.revoke_token(read_token_id)
""",
    "createGame": """
>>> game = house.create_game("pascals-ruin", seats=["me", {"bot": "random"}], options={"roundsToWin": 1})
>>> game["status"]
'playing'
""",
    "listGames": """
>>> page = house.list_games(player="me", status="finished", limit=5)
>>> [game["status"] for game in page["games"]][:1]
['finished']
""",
    "getState": """
>>> game = house.get_state(game_id, labels=True)
>>> game["labels"][0]
'Roll your d6 ...'
""",
    "listActions": """
>>> listed = house.list_actions(game_id)
>>> listed["actions"][0]["action"]
{'type': 'rollDie', 'die': 'd6'}
""",
    "submitAction": """
>>> game = house.get_state(game_id)
>>> action = house.list_actions(game_id)["actions"][0]["action"]
>>> result = house.submit_action(game_id, action, expected_version=game["version"], expected_head=game["head"])
>>> result["appliedVersion"] == game["version"] + 1
True
""",
    "putPlan": """
>>> version = house.get_state(game_id)["version"]
>>> branch = {"when": [{"view": "/phase", "is": "challenge"}], "do": {"type": "declineChallenge"}, "next": "again"}
>>> plan = house.put_plan(game_id, version, [branch], seat=1, unmatched="wait")
>>> plan["status"]
'running'
""",
    "getPlan": """
>>> version = house.get_state(game_id)["version"]
>>> plan = house.put_plan(game_id, version, [{"do": {"type": "declineChallenge"}}], seat=1)
>>> house.get_plan(game_id, seat=1)["plan"]["position"]
'/branches'
""",
    "withdrawPlan": """
>>> version = house.get_state(game_id)["version"]
>>> plan = house.put_plan(game_id, version, [{"do": {"type": "declineChallenge"}}], seat=1)
>>> house.withdraw_plan(game_id, seat=1)
>>> house.get_plan(game_id, seat=1)["plan"]["why"]
'withdrawn'
""",
    "joinGame": """
>>> game = house.join_game(open_game_id, client_seed="my own words")
>>> game["you"]
[1]
""",
    "leaveGame": """
>>> game = house.leave_game(joined_game_id, 1)
>>> game["you"]
[]
""",
    "resignGame": """
>>> game = house.resign_game(game_id, seat=0)
>>> game["status"]
'finished'
""",
    "abortGame": """
>>> game = house.abort_game(game_id)
>>> game["status"]
'aborted'
""",
    "withdrawAbort": """
>>> try:
...     game = house.withdraw_abort(game_id)
... except croupier.ProblemError as error:
...     error.code
'no-abort'
""",
    "getCalendar": """
>>> house.get_calendar()["timeZone"]
'UTC'
""",
    "putCalendar": """
>>> calendar = guest.put_calendar("europe/berlin", working_days=[1, 2, 3, 4, 5], quiet_hours={"from": "22:00", "to": "07:00"})
>>> calendar["timeZone"]
'Europe/Berlin'
""",
    "listVacations": """
>>> len(house.list_vacations()["years"])
2
""",
    "takeVacation": """
>>> today = guest.list_vacations()["today"]
>>> vacation = guest.take_vacation(today, today)
>>> vacation["to"] == today
True
>>> ended = guest.end_vacation(vacation["id"])
>>> ended["years"][0]["days"]
1
""",
    "endVacation": """
>>> try:
...     ended = house.end_vacation(finished_game_id)
... except croupier.ProblemError as error:
...     error.code
'vacation-not-found'
""",
    "extendTime": """
>>> clock = {"perAction": 86_400, "onTimeout": "random"}
>>> game = house.create_game("pascals-ruin", seats=["me", "me"], clock=clock)
>>> game = house.extend_time(game["id"], seconds=3_600)
>>> [decision["because"] for decision in game["decisions"]]
['agreed']
""",
    "getUndo": """
>>> offer = house.get_undo(undoable_game_id)
>>> offer["undo"]["action"]["type"]
'write'
""",
    "undoAction": """
>>> state = house.get_state(undoable_game_id)
>>> game = house.undo_action(undoable_game_id, expected_version=state["version"])
>>> game["version"] == state["version"] + 1
True
""",
    "requestTakeback": """
>>> game = house.request_takeback(undoable_game_id, to=2)
>>> game["takeback"] is None, game["counts"]
(True, False)
""",
    "refuseTakeback": """
>>> try:
...     game = house.refuse_takeback(game_id)
... except croupier.ProblemError as error:
...     error.code
'no-takeback'
""",
    "rematchGame": """
>>> game = house.rematch_game(finished_game_id)
>>> game["rematchOf"] == finished_game_id
True
""",
    "listStates": """
>>> states = house.list_states(finished_game_id, from_=2, to=4)
>>> [state["version"] for state in states["states"]]
[2, 3, 4]
""",
    "listEvents": """
>>> page = house.list_events(finished_game_id, order="desc", limit=1, text=True)
>>> page["events"][0]["type"]
'gameEnded'
""",
    "followEvents": """
>>> types = []
>>> for message in house.follow_events(finished_game_id, after=1):
...     types.append(message.data["type"])
>>> types[-1]
'gameEnded'
""",
    "listTurns": """
>>> listed = house.list_turns(limit=100, wait=5)
>>> [len(turn["seats"]) for turn in listed["turns"] if turn["gameId"] == game_id]
[1]
""",
    "setLooked": """
>>> house.set_looked(game_id, version=1)["version"] >= 1
True
""",
    "getRecord": """
>>> record = house.get_record(house_id)
>>> record["player"]["id"] == house_id
True
""",
    "followTurns": """
>>> for message in house.follow_turns():
...     waiting = [turn["gameId"] for turn in message.data["turns"]]
...     break
>>> game_id in waiting
True
""",
    "getDaily": """
>>> daily = house.get_daily("pascal", options='{}')
>>> len(daily["seedHash"])
64
""",
    "sampleWorlds": """
>>> sampled = house.sample_worlds(game_id, count=3)
>>> len(sampled["worlds"])
3
""",
    "createCommitment": """
>>> bound = house.create_commitment()
>>> game = house.create_game("pascal", commitment_id=bound["commitmentId"])
>>> game["commitment"] == bound["commitment"]
True
""",
    "getFairness": """
>>> fairness = house.get_fairness(finished_game_id)
>>> len(fairness["serverSeed"])
64
""",
    "getTranscript": """
>>> transcript = house.get_transcript(finished_game_id)
>>> croupier.verify(transcript).draws > 0
True
""",
    "createWebhook": """
>>> made = house.create_webhook(webhook_url, events=["turn", "gameEnded"])
>>> made["secret"][:6]
'whsec_'
""",
    "listWebhooks": """
>>> listed = house.list_webhooks()
>>> len(listed["webhooks"]) >= 0
True
""",
    "getWebhook": """
>>> detail = house.get_webhook(webhook_id)
>>> detail["id"] == webhook_id
True
""",
    "updateWebhook": """
>>> webhook = house.update_webhook(webhook_id, enabled=False)
>>> webhook["disabledBecause"]
'owner'
""",
    "deleteWebhook": """
>>> house.delete_webhook(webhook_id)
""",
    "testWebhook": """
>>> tried = house.test_webhook(webhook_id)
>>> tried["delivered"]
False
""",
    "createNotificationChannel": """
>>> keys = {
...     "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
...     "auth": "BTBZMqHH6r4Tts7J_aSIgg",
... }
>>> subscription = {"endpoint": "https://push.example/send/1", "keys": keys}
>>> channel = house.create_notification_channel(kind="push", subscription=subscription, events=["turn"])
>>> channel["service"]
'push.example'
""",
    "listNotificationChannels": """
>>> channels = house.list_notification_channels()["channels"]
>>> [channel["kind"] for channel in channels]
['push']
""",
    "updateNotificationChannel": """
>>> channel = house.update_notification_channel(notification_channel_id, enabled=False)
>>> channel["disabledBecause"]
'owner'
""",
    "testNotificationChannel": """
>>> tried = house.test_notification_channel(notification_channel_id)
>>> tried["delivered"]
False
""",
    "deleteNotificationChannel": """
>>> house.delete_notification_channel(notification_channel_id)
""",
    "confirmNotificationChannel": """
>>> try:
...     house.confirm_notification_channel(token="what the link in the mail holds")
... except croupier.ProblemError as error:
...     error.code  # a link works once, for a day
'notification-link-spent'
""",
    "openTurn": """
>>> try:
...     house.open_turn(token="what the link in the mail holds")
... except croupier.ProblemError as error:
...     error.code  # a link works once, for a day, while the turn is open
'notification-link-spent'
""",
    "unsubscribeNotificationChannel": """
>>> try:
...     house.unsubscribe_notification_channel("what each mail holds")
... except croupier.ProblemError as error:
...     error.code
'notification-link-spent'
""",
    "getPushKey": """
>>> key = house.get_push_key()
>>> len(key["publicKey"])
87
""",
    "createCompetition": """
>>> clock = {"perAction": 60, "onTimeout": "random"}
>>> competition = house.create_competition("Tuesday", "pascals-ruin", "roundRobin", clock, options={"roundsToWin": 1})
>>> competition["status"]
'open'
""",
    "listCompetitions": """
>>> page = house.list_competitions(ruleset="pascals-ruin", limit=5)
>>> page["competitions"][0]["ruleset"]
'pascals-ruin'
""",
    "getCompetition": """
>>> competition = house.get_competition(competition_id)
>>> competition["complete"]
True
""",
    "listEntries": """
>>> page = house.list_entries(competition_id)
>>> [entry["bot"] for entry in page["entries"]]
['random', 'plain']
""",
    "enterCompetition": """
>>> entered = house.enter_competition(open_competition_id, concurrency=4)
>>> entered["entry"]["concurrency"]
4
""",
    "changeEntry": """
>>> changed = house.change_entry(entered_competition_id, paused=True)
>>> changed["entry"]["status"]
'paused'
""",
    "withdrawEntry": """
>>> withdrawn = house.withdraw_entry(entered_competition_id)
>>> withdrawn["entry"]["status"]
'withdrawn'
""",
    "withdrawBot": """
>>> entered = house.enter_competition(open_competition_id, bot="random")
>>> withdrawn = house.withdraw_bot(open_competition_id, entered["entry"]["entry"])
>>> withdrawn["entry"]["status"]
'withdrawn'
""",
    "disqualifyEntry": """
>>> sent_away = house.disqualify_entry(entered_competition_id, 1, "a second account")
>>> sent_away["entry"]["status"]
'disqualified'
""",
    "startCompetition": """
>>> competition = house.start_competition(ready_competition_id)
>>> competition["status"]
'playing'
""",
    "abortCompetition": """
>>> competition = house.abort_competition(open_competition_id, reason="nobody came")
>>> competition["status"]
'aborted'
""",
    "listCompetitionEvents": """
>>> page = house.list_competition_events(competition_id, limit=1)
>>> page["events"][0]["type"]
'competitionCreated'
""",
    "followCompetitionEvents": """
>>> types = []
>>> for message in house.follow_competition_events(competition_id):
...     types.append(message.data["type"])
>>> types[-1]
'seedPublished'
""",
    "listRounds": """
>>> page = house.list_rounds(competition_id)
>>> [round["ended"] for round in page["rounds"]]
[True]
""",
    "getRound": """
>>> round = house.get_round(competition_id, 1)
>>> len(round["tables"])
1
""",
    "listCompetitionGames": """
>>> page = house.list_competition_games(competition_id, round=1)
>>> len(page["games"])
1
""",
    "getBoard": """
>>> board = house.get_board(competition_id, 1)
>>> len(board["seed"])
64
""",
    "getStandings": """
>>> standings = house.get_standings(competition_id)
>>> len(standings["standings"])
2
""",
    "getCrossTable": """
>>> table = house.get_cross_table(competition_id)
>>> len(table["rows"])
2
""",
    "getCompetitionTranscript": """
>>> lines = house.get_competition_transcript(competition_id)
>>> lines.splitlines()[0][-40:]
'...'
""",
    "listRatingPools": """
>>> page = house.list_rating_pools(ruleset="pascals-ruin")
>>> page["next"] is None
True
""",
    "listRatings": """
>>> page = house.list_ratings(ruleset="pascals-ruin")
>>> page["pool"]["ruleset"]
'pascals-ruin'
""",
    "getPlayerRatings": """
>>> page = house.get_player_ratings(house_id)
>>> page["next"] is None
True
""",
    "getRatingHistory": """
>>> try:
...     history = house.get_rating_history(house_id, pool_id)
... except croupier.ProblemError as error:
...     error.code  # no rated game was played in this pool
'pool-not-found'
""",
    "getComparison": """
>>> try:
...     comparison = house.get_comparison(one=house_id, other=bob_id, ruleset="pascals-ruin")
... except croupier.ProblemError as error:
...     error.code
'not-rated'
""",
    "createSeek": """
>>> seek = house.create_seek("pascals-ruin", {"perAction": 60, "onTimeout": "resign"}, opponents="players")
>>> seek["status"]
'open'
""",
    "listMySeeks": """
>>> listed = house.list_my_seeks()
>>> seek_id in [seek["id"] for seek in listed["seeks"]]
True
""",
    "getSeek": """
>>> seek = house.get_seek(seek_id)
>>> seek["status"]
'open'
""",
    "cancelSeek": """
>>> seek = house.cancel_seek(seek_id)
>>> seek["endedBecause"]
'cancelled'
""",
    "listSeeks": """
>>> listed = house.list_seeks(ruleset="pascals-ruin")
>>> [sought["ruleset"] for sought in listed["sought"]][:1]
['pascals-ruin']
""",
    "getHealth": """
>>> house.get_health()
{'status': 'ok'}
""",
    "getReadiness": """
>>> house.get_readiness()
{'status': 'ok'}
""",
    "getRecordDetails": """
>>> details = house.get_record_details(house_id)
>>> details["player"]["id"] == house_id
True
""",
    "listDailyDays": """
>>> days = house.list_daily_days("pascal")
>>> len(days["days"])
0
""",
    "estimateCompetition": """
>>> clock = {"perAction": 60, "onTimeout": "random"}
>>> estimate = house.estimate_competition("Tuesday", "pascals-ruin", "roundRobin", clock, entries=4)
>>> estimate["entries"]
4
""",
    "listBoards": """
>>> page = house.list_boards(competition_id)
>>> [board["board"] for board in page["boards"]]
[1]
""",
    "getRatingRecord": """
>>> try:
...     record = house.get_rating_record(house_id, pool_id)
... except croupier.ProblemError as error:
...     error.code  # no rated game was played in this pool
'pool-not-found'
""",
    "listRatedGames": """
>>> try:
...     page = house.list_rated_games(house_id, pool_id)
... except croupier.ProblemError as error:
...     error.code  # no rated game was played in this pool
'pool-not-found'
""",
    "analyseGame": """
>>> analysis = house.analyse_game(finished_game_id)
>>> analysis["gameId"] == finished_game_id
True
""",
    "getAnalysis": """
>>> analysis = house.analyse_game(finished_game_id)
>>> analysis = house.get_analysis(finished_game_id)
>>> analysis["ruleset"]
'pascals-ruin'
""",
    "postMessage": """
>>> said = house.post_message(game_id, "Good luck!", audience="public")
>>> said["text"]
'Good luck!'
""",
    "listMessages": """
>>> said = house.post_message(game_id, "Your turn")
>>> page = house.list_messages(game_id, limit=1)
>>> page["messages"][0]["id"] == said["id"]
True
""",
    "reportMessage": """
>>> said = house.post_message(game_id, "Hello", audience="public")
>>> guest.report_message(game_id, said["id"], "other", note="only trying")
""",
    "listMutes": """
>>> muted = house.list_mutes()
>>> [player["name"] for player in muted["players"]]
[]
""",
    "mutePlayer": """
>>> guest.mute_player(bob_id)
""",
    "unmutePlayer": """
>>> house.unmute_player(bob_id)
""",
    "listBlocks": """
>>> blocked = house.list_blocks()
>>> [player["name"] for player in blocked["players"]]
[]
""",
    "blockPlayer": """
>>> guest.block_player(bob_id)
""",
    "unblockPlayer": """
>>> house.unblock_player(bob_id)
""",
    "listMoves": """
>>> moves = house.list_moves(house_id, ruleset="pascals-ruin")
>>> moves["ruleset"]
'pascals-ruin'
""",
}
