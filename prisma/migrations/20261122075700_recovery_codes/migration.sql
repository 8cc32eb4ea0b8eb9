-- AlterTable
ALTER TABLE "player" ADD COLUMN     "recovery_hash" BYTEA;
