-- CreateIndex
CREATE INDEX "commitment_player_id_id_idx" ON "commitment"("player_id", "id");

-- Who created a game is a part of it without a seat too: its unfinished games are counted.
INSERT INTO "game_player" ("player_id", "game_id", "standing", "unfinished", "result")
SELECT "created_by", "id", 'host', "status" IN ('open', 'playing'), NULL
FROM "game" WHERE "created_by" IS NOT NULL
ON CONFLICT DO NOTHING;
