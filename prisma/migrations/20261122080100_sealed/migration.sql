-- What is secret may be sealed from now on: then it is in the new column, and its own is empty.

-- AlterTable
ALTER TABLE "game" ADD COLUMN     "sealed" BYTEA,
ALTER COLUMN "chain_key" DROP NOT NULL;

-- AlterTable
ALTER TABLE "game_event" ADD COLUMN     "sealed" BYTEA,
ALTER COLUMN "draws" DROP NOT NULL;

-- AlterTable
ALTER TABLE "game_snapshot" ADD COLUMN     "sealed" BYTEA,
ALTER COLUMN "game" DROP NOT NULL;

-- AlterTable
ALTER TABLE "commitment" ADD COLUMN     "sealed" BYTEA,
ALTER COLUMN "server_seed" DROP NOT NULL;

-- AlterTable
ALTER TABLE "secret" ADD COLUMN     "sealed" BYTEA,
ALTER COLUMN "value" DROP NOT NULL;

-- AlterTable
ALTER TABLE "webhook" ADD COLUMN     "sealed" BYTEA,
ALTER COLUMN "secret" DROP NOT NULL;
