-- AlterTable
ALTER TABLE "game" ADD COLUMN     "plan_mark" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "game_plan" (
    "game_id" UUID NOT NULL,
    "seat" INTEGER NOT NULL,
    "player_id" UUID NOT NULL,
    "running" BOOLEAN NOT NULL,
    "content" TEXT,
    "sealed" BYTEA,

    CONSTRAINT "game_plan_pkey" PRIMARY KEY ("game_id","seat")
);

-- CreateIndex
CREATE INDEX "game_plan_player_id_idx" ON "game_plan"("player_id");

-- AddForeignKey
ALTER TABLE "game_plan" ADD CONSTRAINT "game_plan_game_id_fkey" FOREIGN KEY ("game_id") REFERENCES "game"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "game_plan" ADD CONSTRAINT "game_plan_player_id_fkey" FOREIGN KEY ("player_id") REFERENCES "player"("id") ON DELETE CASCADE ON UPDATE CASCADE;
