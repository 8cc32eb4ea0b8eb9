-- AlterTable
ALTER TABLE "webhook_delivery" ADD COLUMN     "competition_id" UUID,
ADD COLUMN     "round" INTEGER,
ALTER COLUMN "game_id" DROP NOT NULL;

-- CreateTable
CREATE TABLE "competition" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "ruleset" TEXT NOT NULL,
    "format" TEXT NOT NULL,
    "visibility" TEXT NOT NULL,
    "settings" JSON NOT NULL,
    "created_by" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "invite_code" TEXT,
    "commitment" TEXT NOT NULL,
    "server_seed" BYTEA,
    "sealed" BYTEA,
    "status" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "head" TEXT NOT NULL,
    "entries" INTEGER NOT NULL,
    "games_counted" INTEGER NOT NULL,
    "deadline" TIMESTAMPTZ(3),
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "competition_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "competition_event" (
    "competition_id" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "type" TEXT NOT NULL,
    "data" JSON NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "competition_event_pkey" PRIMARY KEY ("competition_id","version")
);

-- CreateTable
CREATE TABLE "competition_entry" (
    "player_id" UUID NOT NULL,
    "competition_id" UUID NOT NULL,
    "entry" INTEGER NOT NULL,
    "status" TEXT NOT NULL,

    CONSTRAINT "competition_entry_pkey" PRIMARY KEY ("player_id","competition_id")
);

-- CreateIndex
CREATE INDEX "competition_visibility_status_id_idx" ON "competition"("visibility", "status", "id");

-- CreateIndex
CREATE INDEX "competition_status_id_idx" ON "competition"("status", "id");

-- CreateIndex
CREATE INDEX "competition_created_by_created_at_idx" ON "competition"("created_by", "created_at");

-- CreateIndex
CREATE INDEX "competition_deadline_idx" ON "competition"("deadline");

-- CreateIndex
CREATE UNIQUE INDEX "competition_entry_competition_id_entry_key" ON "competition_entry"("competition_id", "entry");

-- AddForeignKey
ALTER TABLE "competition" ADD CONSTRAINT "competition_created_by_fkey" FOREIGN KEY ("created_by") REFERENCES "player"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "competition_event" ADD CONSTRAINT "competition_event_competition_id_fkey" FOREIGN KEY ("competition_id") REFERENCES "competition"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "competition_entry" ADD CONSTRAINT "competition_entry_player_id_fkey" FOREIGN KEY ("player_id") REFERENCES "player"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "competition_entry" ADD CONSTRAINT "competition_entry_competition_id_fkey" FOREIGN KEY ("competition_id") REFERENCES "competition"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_competition_id_fkey" FOREIGN KEY ("competition_id") REFERENCES "competition"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A delivery tells of a game or of a competition.
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_of_check"
  CHECK (num_nonnulls("game_id", "competition_id") = 1);

-- Finds the closed boards of a competition. An index on an expression can not be written in the Prisma schema.
CREATE INDEX "competition_event_closed_board_idx" ON "competition_event"("competition_id", (("data"->>'board')::int))
  WHERE "type" = 'boardClosed';
