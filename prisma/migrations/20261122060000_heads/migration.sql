-- AlterTable
ALTER TABLE "game" ADD COLUMN     "head" TEXT;
