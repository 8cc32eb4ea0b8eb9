-- A rematch that was aborted leaves room for another one.
DROP INDEX "game_rematch_of_key";
CREATE UNIQUE INDEX "game_rematch_of_key" ON "game"("rematch_of") WHERE "rematch_of" IS NOT NULL AND "status" <> 'aborted';
CREATE INDEX "game_rematch_of_idx" ON "game"("rematch_of") WHERE "rematch_of" IS NOT NULL;
