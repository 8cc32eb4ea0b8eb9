-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateTable
CREATE TABLE "player" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "player_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "token" (
    "hash" BYTEA NOT NULL,
    "player_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "token_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "game" (
    "id" UUID NOT NULL,
    "ruleset" TEXT NOT NULL,
    "rules_version" INTEGER NOT NULL,
    "options" JSON NOT NULL,
    "seat_count" INTEGER NOT NULL,
    "visibility" TEXT NOT NULL,
    "created_by" UUID,
    "seeded" BOOLEAN NOT NULL,
    "seed" TEXT,
    "server_seed" BYTEA,
    "commitment" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "status" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "to_act" INTEGER[],
    "seats" JSONB NOT NULL,
    "deadline" TIMESTAMPTZ(3),
    "outcome" JSON,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "game_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "game_event" (
    "game_id" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "seat" INTEGER,
    "action" JSON,
    "draws" JSON NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "game_event_pkey" PRIMARY KEY ("game_id","version")
);

-- CreateIndex
CREATE INDEX "game_status_ruleset_rules_version_idx" ON "game"("status", "ruleset", "rules_version");

-- AddForeignKey
ALTER TABLE "token" ADD CONSTRAINT "token_player_id_fkey" FOREIGN KEY ("player_id") REFERENCES "player"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "game" ADD CONSTRAINT "game_created_by_fkey" FOREIGN KEY ("created_by") REFERENCES "player"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "game_event" ADD CONSTRAINT "game_event_game_id_fkey" FOREIGN KEY ("game_id") REFERENCES "game"("id") ON DELETE RESTRICT ON UPDATE CASCADE;


