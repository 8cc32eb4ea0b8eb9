-- AlterTable
ALTER TABLE "game" ADD COLUMN     "awaiting" UUID[],
ADD COLUMN     "chain_key" BYTEA,
ADD COLUMN     "clock" JSON,
ADD COLUMN     "commitment_id" UUID,
ADD COLUMN     "daily" TEXT,
ADD COLUMN     "invite_code" TEXT,
ADD COLUMN     "open_seats" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "practice" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "rematch_of" UUID,
ADD COLUMN     "stand_in" TEXT NOT NULL DEFAULT 'random';

-- CreateTable
CREATE TABLE "game_player" (
    "player_id" UUID NOT NULL,
    "game_id" UUID NOT NULL,
    "standing" TEXT NOT NULL,
    "unfinished" BOOLEAN NOT NULL,
    "result" TEXT,

    CONSTRAINT "game_player_pkey" PRIMARY KEY ("player_id","game_id")
);

-- CreateTable
CREATE TABLE "request" (
    "player_id" UUID NOT NULL,
    "operation" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "body_hash" BYTEA NOT NULL,
    "answer" JSON NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "request_pkey" PRIMARY KEY ("player_id","operation","key")
);

-- CreateTable
CREATE TABLE "commitment" (
    "id" UUID NOT NULL,
    "player_id" UUID NOT NULL,
    "server_seed" BYTEA NOT NULL,
    "commitment" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "commitment_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "daily_entry" (
    "daily" TEXT NOT NULL,
    "player_id" UUID NOT NULL,
    "game_id" UUID NOT NULL,

    CONSTRAINT "daily_entry_pkey" PRIMARY KEY ("daily","player_id")
);

-- CreateTable
CREATE TABLE "secret" (
    "name" TEXT NOT NULL,
    "value" BYTEA NOT NULL,

    CONSTRAINT "secret_pkey" PRIMARY KEY ("name")
);

-- CreateIndex
CREATE INDEX "game_player_player_id_unfinished_game_id_idx" ON "game_player"("player_id", "unfinished", "game_id");

-- CreateIndex
CREATE INDEX "request_at_idx" ON "request"("at");

-- CreateIndex
CREATE UNIQUE INDEX "game_commitment_id_key" ON "game"("commitment_id");

-- CreateIndex
CREATE UNIQUE INDEX "game_rematch_of_key" ON "game"("rematch_of");

-- CreateIndex
CREATE INDEX "game_visibility_status_id_idx" ON "game"("visibility", "status", "id");

-- CreateIndex
CREATE INDEX "game_deadline_idx" ON "game"("deadline");

-- CreateIndex
CREATE INDEX "game_daily_idx" ON "game"("daily");

-- AddForeignKey
ALTER TABLE "game_player" ADD CONSTRAINT "game_player_player_id_fkey" FOREIGN KEY ("player_id") REFERENCES "player"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "game_player" ADD CONSTRAINT "game_player_game_id_fkey" FOREIGN KEY ("game_id") REFERENCES "game"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Games from before: a chain key of their own, who plays in them, and whom they wait for.
UPDATE "game" SET
  "chain_key" = decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'),
  "open_seats" = (SELECT count(*) FROM jsonb_array_elements("seats") AS holder WHERE holder->>'kind' = 'open'),
  "awaiting" = ARRAY(SELECT DISTINCT ("seats"->seat->'player'->>'id')::uuid FROM unnest("to_act") AS seat);

INSERT INTO "game_player" ("player_id", "game_id", "standing", "unfinished", "result")
SELECT DISTINCT (holder->'player'->>'id')::uuid, "game"."id", 'seated', "game"."status" IN ('open', 'playing'),
  CASE WHEN "game"."status" = 'finished' THEN 'unrated' END
FROM "game", jsonb_array_elements("game"."seats") AS holder
WHERE holder->>'kind' = 'player';

ALTER TABLE "game" ALTER COLUMN "chain_key" SET NOT NULL;
