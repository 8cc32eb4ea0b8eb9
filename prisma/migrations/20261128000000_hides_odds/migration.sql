-- AlterTable
ALTER TABLE "game" ADD COLUMN "hides_odds" BOOLEAN NOT NULL DEFAULT false;
