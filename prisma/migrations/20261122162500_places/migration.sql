-- AlterTable
ALTER TABLE "game" ADD COLUMN     "board" INTEGER,
ADD COLUMN     "competition_id" UUID,
ADD COLUMN     "copy" INTEGER,
ADD COLUMN     "round" INTEGER,
ADD COLUMN     "sealed_board" BOOLEAN,
ADD COLUMN     "table_no" INTEGER;

-- A game of a competition has a whole place there.
ALTER TABLE "game" ADD CONSTRAINT "game_place_check"
  CHECK (num_nulls("competition_id", "round", "table_no", "board", "copy", "sealed_board") IN (0, 6));

-- No two games of a competition stand in the same place.
CREATE UNIQUE INDEX "game_place_key" ON "game"("competition_id", "round", "table_no", "board", "copy")
  WHERE "competition_id" IS NOT NULL;

-- Finds the games of a competition that are over.
CREATE INDEX "game_competition_over_idx" ON "game"("competition_id")
  WHERE "competition_id" IS NOT NULL AND "status" IN ('finished', 'aborted');
