-- AlterTable
ALTER TABLE "player" ADD COLUMN     "deleted_at" TIMESTAMPTZ(3),
ADD COLUMN     "erased_at" TIMESTAMPTZ(3),
ADD COLUMN     "erasing_until" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "game" ADD COLUMN     "erased" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "competition" ADD COLUMN     "erased" INTEGER NOT NULL DEFAULT 0;

-- Accounts of which something is still to be taken out. A partial index cannot be written in the Prisma schema.
CREATE INDEX "player_erasing_idx" ON "player"("deleted_at") WHERE "deleted_at" IS NOT NULL AND "erased_at" IS NULL;

-- Nobody is called as deleted accounts are shown: who was gets a number after it, and the next start works out what that looks like.
UPDATE "player" SET "name" = "name" || ' ' || right("id"::text, 8), "skeleton" = NULL
WHERE "id" IN (SELECT "player_id" FROM "player_name" WHERE "skeleton" = 'deleted') OR "skeleton" = 'deleted';
DELETE FROM "player_name" WHERE "skeleton" = 'deleted';
