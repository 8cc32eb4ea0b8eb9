-- CreateTable
CREATE TABLE "analysis" (
    "id" UUID NOT NULL,
    "game_id" UUID NOT NULL,
    "asked_by" UUID NOT NULL,
    "asked_at" TIMESTAMPTZ(3) NOT NULL,
    "ruleset" TEXT NOT NULL,
    "rules_version" INTEGER NOT NULL,
    "head" TEXT NOT NULL,
    "method" INTEGER NOT NULL,
    "playouts_most" INTEGER NOT NULL,
    "seconds_most" INTEGER NOT NULL,
    "status" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "holder" TEXT,
    "lease_until" TIMESTAMPTZ(3),
    "decisions_in_all" INTEGER,
    "decisions_to_judge" INTEGER,
    "decisions_judged" INTEGER NOT NULL,
    "playouts" INTEGER NOT NULL,
    "seconds" DOUBLE PRECISION NOT NULL,
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "analysis_pkey" PRIMARY KEY ("game_id")
);

-- CreateTable
CREATE TABLE "analysed_decision" (
    "game_id" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "seat" INTEGER NOT NULL,
    "player_id" UUID,
    "loss" DOUBLE PRECISION NOT NULL,
    "loss_low" DOUBLE PRECISION NOT NULL,
    "loss_high" DOUBLE PRECISION NOT NULL,
    "data" TEXT,
    "sealed" BYTEA,

    CONSTRAINT "analysed_decision_pkey" PRIMARY KEY ("game_id","version")
);

-- CreateIndex
CREATE UNIQUE INDEX "analysis_id_key" ON "analysis"("id");

-- CreateIndex
CREATE INDEX "analysis_asked_by_started_at_idx" ON "analysis"("asked_by", "started_at");

-- CreateIndex
CREATE INDEX "analysis_status_idx" ON "analysis"("status");

-- CreateIndex
CREATE INDEX "analysed_decision_player_id_idx" ON "analysed_decision"("player_id");

-- AddForeignKey
ALTER TABLE "analysis" ADD CONSTRAINT "analysis_game_id_fkey" FOREIGN KEY ("game_id") REFERENCES "game"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "analysis" ADD CONSTRAINT "analysis_asked_by_fkey" FOREIGN KEY ("asked_by") REFERENCES "player"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "analysed_decision" ADD CONSTRAINT "analysed_decision_game_id_fkey" FOREIGN KEY ("game_id") REFERENCES "analysis"("game_id") ON DELETE CASCADE ON UPDATE CASCADE;
