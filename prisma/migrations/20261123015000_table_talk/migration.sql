-- AlterTable
ALTER TABLE "game" ADD COLUMN     "talking" BOOLEAN NOT NULL DEFAULT true;

-- CreateTable
CREATE TABLE "message" (
    "id" UUID NOT NULL,
    "game_id" UUID NOT NULL,
    "nth" INTEGER NOT NULL,
    "player_id" UUID NOT NULL,
    "audience" TEXT NOT NULL,
    "text" TEXT,
    "sealed" BYTEA,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "removed_by" TEXT,

    CONSTRAINT "message_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "game_talk" (
    "game_id" UUID NOT NULL,
    "written" INTEGER NOT NULL,

    CONSTRAINT "game_talk_pkey" PRIMARY KEY ("game_id")
);

-- CreateTable
CREATE TABLE "talker" (
    "game_id" UUID NOT NULL,
    "player_id" UUID NOT NULL,
    "written" INTEGER NOT NULL,
    "counted_since" TIMESTAMPTZ(3) NOT NULL,
    "counted" INTEGER NOT NULL,
    "told" BOOLEAN NOT NULL,

    CONSTRAINT "talker_pkey" PRIMARY KEY ("game_id","player_id")
);

-- CreateTable
CREATE TABLE "aversion" (
    "player_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "other_id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "aversion_pkey" PRIMARY KEY ("player_id","kind","other_id")
);

-- CreateTable
CREATE TABLE "message_report" (
    "message_id" UUID NOT NULL,
    "player_id" UUID NOT NULL,
    "reason" TEXT NOT NULL,
    "note" TEXT,
    "sealed" BYTEA,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "message_report_pkey" PRIMARY KEY ("message_id","player_id")
);

-- CreateIndex
CREATE INDEX "message_player_id_at_idx" ON "message"("player_id", "at");

-- CreateIndex
CREATE UNIQUE INDEX "message_game_id_nth_key" ON "message"("game_id", "nth");

-- CreateIndex
CREATE INDEX "talker_player_id_idx" ON "talker"("player_id");

-- CreateIndex
CREATE INDEX "aversion_other_id_idx" ON "aversion"("other_id");

-- CreateIndex
CREATE INDEX "message_report_player_id_at_idx" ON "message_report"("player_id", "at");

-- CreateIndex
CREATE INDEX "message_report_at_idx" ON "message_report"("at");

-- AddForeignKey
ALTER TABLE "message" ADD CONSTRAINT "message_game_id_fkey" FOREIGN KEY ("game_id") REFERENCES "game"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "message" ADD CONSTRAINT "message_player_id_fkey" FOREIGN KEY ("player_id") REFERENCES "player"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "game_talk" ADD CONSTRAINT "game_talk_game_id_fkey" FOREIGN KEY ("game_id") REFERENCES "game"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "talker" ADD CONSTRAINT "talker_game_id_fkey" FOREIGN KEY ("game_id") REFERENCES "game"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "aversion" ADD CONSTRAINT "aversion_player_id_fkey" FOREIGN KEY ("player_id") REFERENCES "player"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "aversion" ADD CONSTRAINT "aversion_other_id_fkey" FOREIGN KEY ("other_id") REFERENCES "player"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "message_report" ADD CONSTRAINT "message_report_message_id_fkey" FOREIGN KEY ("message_id") REFERENCES "message"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "message_report" ADD CONSTRAINT "message_report_player_id_fkey" FOREIGN KEY ("player_id") REFERENCES "player"("id") ON DELETE RESTRICT ON UPDATE CASCADE;


