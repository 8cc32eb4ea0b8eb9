-- CreateTable
CREATE TABLE "seek" (
    "id" UUID NOT NULL,
    "player_id" UUID NOT NULL,
    "ruleset" TEXT NOT NULL,
    "rules_version" INTEGER NOT NULL,
    "options" JSON NOT NULL,
    "seats" INTEGER NOT NULL,
    "clock" JSON NOT NULL,
    "pool_id" TEXT NOT NULL,
    "fit" TEXT NOT NULL,
    "opponents" TEXT NOT NULL,
    "rating_within" INTEGER,
    "patience_ms" INTEGER NOT NULL,
    "games" INTEGER NOT NULL,
    "concurrency" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "status" TEXT NOT NULL,
    "ended_because" TEXT,
    "version" INTEGER NOT NULL,
    "played" INTEGER NOT NULL,
    "running" INTEGER NOT NULL,
    "never_acted" INTEGER NOT NULL,
    "last_game_id" UUID,
    "waiting_because" TEXT,
    "waiting_since" TIMESTAMPTZ(3) NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "seek_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "seek_game" (
    "seek_id" UUID NOT NULL,
    "game_id" UUID NOT NULL,
    "player_id" UUID NOT NULL,
    "seat" INTEGER NOT NULL,
    "bots" TEXT[],
    "over" BOOLEAN NOT NULL,

    CONSTRAINT "seek_game_pkey" PRIMARY KEY ("seek_id","game_id")
);

-- CreateIndex
CREATE INDEX "seek_player_id_status_id_idx" ON "seek"("player_id", "status", "id");

-- CreateIndex
CREATE INDEX "seek_game_player_id_game_id_idx" ON "seek_game"("player_id", "game_id");

-- CreateIndex
CREATE INDEX "seek_game_game_id_idx" ON "seek_game"("game_id");

-- AddForeignKey
ALTER TABLE "seek" ADD CONSTRAINT "seek_player_id_fkey" FOREIGN KEY ("player_id") REFERENCES "player"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "seek_game" ADD CONSTRAINT "seek_game_seek_id_fkey" FOREIGN KEY ("seek_id") REFERENCES "seek"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "seek_game" ADD CONSTRAINT "seek_game_game_id_fkey" FOREIGN KEY ("game_id") REFERENCES "game"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Finds what pairing looks at: open seeks, and those with games under way.
CREATE INDEX "seek_alive_idx" ON "seek"("id") WHERE "status" = 'open' OR "running" > 0;

-- Finds the games under way, of which it is to be seen when they are over.
CREATE INDEX "seek_game_running_idx" ON "seek_game"("game_id") WHERE NOT "over";

-- Finds seeks to be forgotten.
CREATE INDEX "seek_over_idx" ON "seek"("updated_at") WHERE "status" <> 'open' AND "running" = 0;

-- No seek plays more games at once than it asked for.
ALTER TABLE "seek" ADD CONSTRAINT "seek_running_check" CHECK ("running" BETWEEN 0 AND "concurrency");
