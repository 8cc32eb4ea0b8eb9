-- AlterTable
ALTER TABLE "game_player" ADD COLUMN "looked" INTEGER NOT NULL DEFAULT 0;
