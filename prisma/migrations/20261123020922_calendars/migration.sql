-- AlterTable
ALTER TABLE "game" ADD COLUMN     "look_at" TIMESTAMPTZ(3),
ADD COLUMN     "reminded" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- Those that are played at the moment are looked at once.
UPDATE "game" SET "look_at" = "updated_at" WHERE "status" = 'playing' AND "clock" IS NOT NULL;

-- Games whose players' calendars are to be looked at.
CREATE INDEX "game_look_at_idx" ON "game"("look_at") WHERE "look_at" IS NOT NULL;

-- CreateTable
CREATE TABLE "player_calendar" (
    "player_id" UUID NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "time_zone" TEXT NOT NULL,
    "working_days" INTEGER[],
    "quiet_from" INTEGER,
    "quiet_to" INTEGER,
    "reminder_seconds" INTEGER,

    CONSTRAINT "player_calendar_pkey" PRIMARY KEY ("player_id","since")
);

-- CreateTable
CREATE TABLE "vacation" (
    "id" UUID NOT NULL,
    "player_id" UUID NOT NULL,
    "time_zone" TEXT NOT NULL,
    "first_day" TEXT NOT NULL,
    "last_day" TEXT NOT NULL,

    CONSTRAINT "vacation_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "vacation_player_id_idx" ON "vacation"("player_id");

-- AddForeignKey
ALTER TABLE "player_calendar" ADD CONSTRAINT "player_calendar_player_id_fkey" FOREIGN KEY ("player_id") REFERENCES "player"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "vacation" ADD CONSTRAINT "vacation_player_id_fkey" FOREIGN KEY ("player_id") REFERENCES "player"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
