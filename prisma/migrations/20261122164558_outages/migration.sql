-- CreateTable
CREATE TABLE "heartbeat" (
    "id" INTEGER NOT NULL,
    "beat_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "heartbeat_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "outage" (
    "began_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3) NOT NULL,
    "settled" BOOLEAN NOT NULL,

    CONSTRAINT "outage_pkey" PRIMARY KEY ("began_at")
);

-- All servers share one beat.
ALTER TABLE "heartbeat" ADD CONSTRAINT "heartbeat_one_check" CHECK ("id" = 1);

-- Finds the games of competitions that an outage held up.
CREATE INDEX "game_competition_playing_idx" ON "game"("id")
  WHERE "competition_id" IS NOT NULL AND "status" = 'playing';
