-- Finds the games that an outage held up: those of competitions and, from now on, rated ones. Partial indexes can not be
-- written in the Prisma schema.
CREATE INDEX "game_held_up_idx" ON "game"("id")
  WHERE ("competition_id" IS NOT NULL OR "rated") AND "status" = 'playing';
DROP INDEX "game_competition_playing_idx";
