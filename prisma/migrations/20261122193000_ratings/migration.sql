-- AlterTable
ALTER TABLE "game" ADD COLUMN     "rated" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "competition" ADD COLUMN     "rated_up_to" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "rating_pool" (
    "id" TEXT NOT NULL,
    "ruleset" TEXT NOT NULL,
    "rules_version" INTEGER NOT NULL,
    "options" JSON NOT NULL,
    "seats" INTEGER NOT NULL,
    "games" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "rating_pool_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "rated_game" (
    "game_id" UUID NOT NULL,
    "pool_id" TEXT NOT NULL,
    "nth" INTEGER NOT NULL,
    "competition_id" UUID,
    "board" TEXT NOT NULL,
    "players" TEXT[],
    "shares" DOUBLE PRECISION[],
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "rated_game_pkey" PRIMARY KEY ("game_id")
);

-- CreateTable
CREATE TABLE "rating_pool_player" (
    "player" TEXT NOT NULL,
    "pool_id" TEXT NOT NULL,

    CONSTRAINT "rating_pool_player_pkey" PRIMARY KEY ("player","pool_id")
);

-- CreateIndex
CREATE INDEX "rating_pool_ruleset_rules_version_seats_id_idx" ON "rating_pool"("ruleset", "rules_version" DESC, "seats", "id");

-- CreateIndex
CREATE UNIQUE INDEX "rated_game_pool_id_nth_key" ON "rated_game"("pool_id", "nth");

-- AddForeignKey
ALTER TABLE "rated_game" ADD CONSTRAINT "rated_game_game_id_fkey" FOREIGN KEY ("game_id") REFERENCES "game"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "rated_game" ADD CONSTRAINT "rated_game_pool_id_fkey" FOREIGN KEY ("pool_id") REFERENCES "rating_pool"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "rating_pool_player" ADD CONSTRAINT "rating_pool_player_pool_id_fkey" FOREIGN KEY ("pool_id") REFERENCES "rating_pool"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Finds the competitions whose counted games are not all in the ratings: those from before there were any, and those that a
-- server of an earlier version goes on with. A partial index can not be written in the Prisma schema.
CREATE INDEX "competition_unrated_idx" ON "competition"("id") WHERE "rated_up_to" < "version";
