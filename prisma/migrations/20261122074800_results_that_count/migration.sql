-- A game in which anybody had a second seat counts for nobody, and who reads a record learns why a game does not count.
UPDATE "game_player" SET "result" = CASE
  WHEN "game"."daily" IS NULL AND "game"."seeded" THEN 'openSeed'
  WHEN "game"."practice" THEN 'practice'
  WHEN (SELECT count(*) > count(DISTINCT holder->'player'->>'id') FROM jsonb_array_elements("game"."seats") AS holder
    WHERE holder->>'kind' = 'player') THEN 'secondSeat'
  WHEN "game_player"."result" = 'unrated' THEN 'earlier'
  ELSE "game_player"."result"
END
FROM "game" WHERE "game"."id" = "game_player"."game_id" AND "game_player"."result" IS NOT NULL;
