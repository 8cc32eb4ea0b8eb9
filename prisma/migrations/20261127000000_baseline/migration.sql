-- CreateTable
CREATE TABLE "player" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "skeleton" TEXT,
    "recovery_hash" BYTEA,
    "suspended_at" TIMESTAMPTZ(3),
    "suspended_until" TIMESTAMPTZ(3),
    "suspended_because" TEXT,
    "deleted_at" TIMESTAMPTZ(3),
    "erased_at" TIMESTAMPTZ(3),
    "erasing_until" TIMESTAMPTZ(3),

    CONSTRAINT "player_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "player_name" (
    "skeleton" TEXT NOT NULL,
    "player_id" UUID NOT NULL,
    "reserved_until" TIMESTAMPTZ(3),

    CONSTRAINT "player_name_pkey" PRIMARY KEY ("skeleton")
);

-- CreateTable
CREATE TABLE "former_name" (
    "player_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "former_name_pkey" PRIMARY KEY ("player_id","until")
);

-- CreateTable
CREATE TABLE "device_code" (
    "player_id" UUID NOT NULL,
    "hash" BYTEA NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "device_code_pkey" PRIMARY KEY ("player_id")
);

-- CreateTable
CREATE TABLE "token" (
    "hash" BYTEA NOT NULL,
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "player_id" UUID NOT NULL,
    "scope" TEXT NOT NULL DEFAULT 'play',
    "name" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "former_recovery_hash" BYTEA,
    "last_used_on" DATE,
    "game_id" UUID,
    "seat" INTEGER,
    "decision_since" INTEGER,
    "expires_at" TIMESTAMPTZ(3),

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
    "commitment_id" UUID,
    "chain_key" BYTEA,
    "invite_code" TEXT,
    "sealed" BYTEA,
    "clock" JSON,
    "stand_in" TEXT NOT NULL DEFAULT 'random',
    "rematch_of" UUID,
    "daily" TEXT,
    "practice" BOOLEAN NOT NULL DEFAULT false,
    "taken_back" BOOLEAN NOT NULL DEFAULT false,
    "unattended" BOOLEAN NOT NULL DEFAULT false,
    "rated" BOOLEAN NOT NULL DEFAULT false,
    "competition_id" UUID,
    "round" INTEGER,
    "table_no" INTEGER,
    "board" INTEGER,
    "copy" INTEGER,
    "sealed_board" BOOLEAN,
    "talking" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "erased" INTEGER NOT NULL DEFAULT 0,
    "status" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "head" TEXT NOT NULL,
    "to_act" INTEGER[],
    "seats" JSONB NOT NULL,
    "open_seats" INTEGER NOT NULL DEFAULT 0,
    "awaiting" UUID[],
    "deadline" TIMESTAMPTZ(3),
    "look_at" TIMESTAMPTZ(3),
    "reminded" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "outcome" JSON,
    "asks" JSONB,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "plan_mark" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "game_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "game_event" (
    "game_id" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "seat" INTEGER,
    "action" JSON,
    "draws" JSON,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "sealed" BYTEA,

    CONSTRAINT "game_event_pkey" PRIMARY KEY ("game_id","version")
) PARTITION BY RANGE ("game_id");

-- A month whose partition nobody could make.
CREATE TABLE "game_event_default" PARTITION OF "game_event" DEFAULT;

-- CreateTable
CREATE TABLE "game_snapshot" (
    "game_id" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "code" TEXT NOT NULL,
    "game" TEXT,
    "sealed" BYTEA,

    CONSTRAINT "game_snapshot_pkey" PRIMARY KEY ("game_id")
);

-- CreateTable
CREATE TABLE "game_player" (
    "player_id" UUID NOT NULL,
    "game_id" UUID NOT NULL,
    "standing" TEXT NOT NULL,
    "unfinished" BOOLEAN NOT NULL,
    "result" TEXT,
    "looked" INTEGER NOT NULL DEFAULT 0,

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
    "server_seed" BYTEA,
    "commitment" TEXT NOT NULL,
    "sealed" BYTEA,

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
    "value" BYTEA,
    "sealed" BYTEA,

    CONSTRAINT "secret_pkey" PRIMARY KEY ("name")
);

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
    "erased" INTEGER NOT NULL DEFAULT 0,
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

    CONSTRAINT "competition_entry_pkey" PRIMARY KEY ("player_id","competition_id")
);

-- CreateTable
CREATE TABLE "rating_pool" (
    "id" TEXT NOT NULL,
    "ruleset" TEXT NOT NULL,
    "rules_version" INTEGER NOT NULL,
    "options" JSON NOT NULL,
    "seats" INTEGER NOT NULL,
    "games" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "rating_pool_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "rated_game" (
    "game_id" UUID NOT NULL,
    "pool_id" TEXT NOT NULL,
    "nth" INTEGER NOT NULL,
    "competition_id" UUID,
    "board" TEXT NOT NULL,
    "players" TEXT[],
    "shares" DOUBLE PRECISION[],
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "rated_game_pkey" PRIMARY KEY ("game_id")
);

-- CreateTable
CREATE TABLE "rating_pool_player" (
    "player" TEXT NOT NULL,
    "pool_id" TEXT NOT NULL,

    CONSTRAINT "rating_pool_player_pkey" PRIMARY KEY ("player","pool_id")
);

-- CreateTable
CREATE TABLE "webhook" (
    "id" UUID NOT NULL,
    "player_id" UUID NOT NULL,
    "kind" TEXT NOT NULL DEFAULT 'webhook',
    "url" TEXT NOT NULL,
    "secret" TEXT,
    "sealed" BYTEA,
    "events" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "failing_since" TIMESTAMPTZ(3),
    "disabled_at" TIMESTAMPTZ(3),
    "disabled_because" TEXT,
    "digest" TEXT,
    "digest_hour" INTEGER NOT NULL DEFAULT 8,
    "confirmed_at" TIMESTAMPTZ(3),
    "tested_at" TIMESTAMPTZ(3)[] DEFAULT ARRAY[]::TIMESTAMPTZ(3)[],

    CONSTRAINT "webhook_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_delivery" (
    "id" UUID NOT NULL,
    "webhook_id" UUID NOT NULL,
    "game_id" UUID,
    "competition_id" UUID,
    "version" INTEGER NOT NULL,
    "seat" INTEGER,
    "round" INTEGER,
    "type" TEXT NOT NULL,
    "ask" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "attempts" INTEGER NOT NULL,
    "status" TEXT NOT NULL,
    "last_status" INTEGER,
    "last_error" TEXT,
    "delivered_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_delivery_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "game_plan" (
    "game_id" UUID NOT NULL,
    "seat" INTEGER NOT NULL,
    "player_id" UUID NOT NULL,
    "running" BOOLEAN NOT NULL,
    "content" TEXT,
    "sealed" BYTEA,

    CONSTRAINT "game_plan_pkey" PRIMARY KEY ("game_id","seat")
);

-- CreateTable
CREATE TABLE "notice_link" (
    "hash" BYTEA NOT NULL,
    "kind" TEXT NOT NULL DEFAULT 'confirm',
    "channel_id" UUID NOT NULL,
    "player_id" UUID NOT NULL,
    "address_hash" BYTEA,
    "game_id" UUID,
    "seat" INTEGER,
    "version" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "spent_at" TIMESTAMPTZ(3),

    CONSTRAINT "notice_link_pkey" PRIMARY KEY ("hash")
);

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
    "client_seed" TEXT,
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

-- CreateTable
CREATE TABLE "operator_deed" (
    "id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "by" TEXT NOT NULL,
    "deed" TEXT NOT NULL,
    "subject" UUID,
    "because" TEXT,
    "details" JSON NOT NULL,
    "outcome" TEXT,

    CONSTRAINT "operator_deed_pkey" PRIMARY KEY ("id")
);

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
    "called_off_at" TIMESTAMPTZ(3),

    CONSTRAINT "vacation_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "player_name_player_id_idx" ON "player_name"("player_id");

-- CreateIndex
CREATE UNIQUE INDEX "device_code_hash_key" ON "device_code"("hash");

-- CreateIndex
CREATE UNIQUE INDEX "token_id_key" ON "token"("id");

-- CreateIndex
CREATE INDEX "token_player_id_idx" ON "token"("player_id");

-- CreateIndex
CREATE INDEX "token_expires_at_idx" ON "token"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "game_commitment_id_key" ON "game"("commitment_id");

-- CreateIndex
CREATE INDEX "game_status_ruleset_rules_version_idx" ON "game"("status", "ruleset", "rules_version");

-- CreateIndex
CREATE INDEX "game_visibility_status_id_idx" ON "game"("visibility", "status", "id");

-- CreateIndex
CREATE INDEX "game_deadline_idx" ON "game"("deadline");

-- CreateIndex
CREATE INDEX "game_daily_idx" ON "game"("daily");

-- CreateIndex
CREATE INDEX "game_player_player_id_unfinished_game_id_idx" ON "game_player"("player_id", "unfinished", "game_id");

-- CreateIndex
CREATE INDEX "request_at_idx" ON "request"("at");

-- CreateIndex
CREATE INDEX "commitment_player_id_id_idx" ON "commitment"("player_id", "id");

-- CreateIndex
CREATE INDEX "competition_visibility_status_id_idx" ON "competition"("visibility", "status", "id");

-- CreateIndex
CREATE INDEX "competition_status_id_idx" ON "competition"("status", "id");

-- CreateIndex
CREATE INDEX "competition_created_by_created_at_idx" ON "competition"("created_by", "created_at");

-- CreateIndex
CREATE INDEX "competition_deadline_idx" ON "competition"("deadline");

-- CreateIndex
CREATE INDEX "rating_pool_ruleset_rules_version_seats_id_idx" ON "rating_pool"("ruleset", "rules_version" DESC, "seats", "id");

-- CreateIndex
CREATE UNIQUE INDEX "rated_game_pool_id_nth_key" ON "rated_game"("pool_id", "nth");

-- CreateIndex
CREATE INDEX "webhook_player_id_idx" ON "webhook"("player_id");

-- CreateIndex
CREATE INDEX "webhook_delivery_webhook_id_created_at_idx" ON "webhook_delivery"("webhook_id", "created_at");

-- CreateIndex
CREATE INDEX "webhook_delivery_created_at_idx" ON "webhook_delivery"("created_at");

-- CreateIndex
CREATE INDEX "game_plan_player_id_idx" ON "game_plan"("player_id");

-- CreateIndex
CREATE INDEX "notice_link_address_hash_created_at_idx" ON "notice_link"("address_hash", "created_at");

-- CreateIndex
CREATE INDEX "notice_link_player_id_created_at_idx" ON "notice_link"("player_id", "created_at");

-- CreateIndex
CREATE INDEX "notice_link_created_at_idx" ON "notice_link"("created_at");

-- CreateIndex
CREATE INDEX "notice_link_expires_at_idx" ON "notice_link"("expires_at");

-- CreateIndex
CREATE INDEX "seek_player_id_status_id_idx" ON "seek"("player_id", "status", "id");

-- CreateIndex
CREATE INDEX "seek_game_player_id_game_id_idx" ON "seek_game"("player_id", "game_id");

-- CreateIndex
CREATE INDEX "seek_game_game_id_idx" ON "seek_game"("game_id");

-- CreateIndex
CREATE UNIQUE INDEX "analysis_id_key" ON "analysis"("id");

-- CreateIndex
CREATE INDEX "analysis_asked_by_started_at_idx" ON "analysis"("asked_by", "started_at");

-- CreateIndex
CREATE INDEX "analysis_status_idx" ON "analysis"("status");

-- CreateIndex
CREATE INDEX "analysed_decision_player_id_idx" ON "analysed_decision"("player_id");

-- CreateIndex
CREATE INDEX "operator_deed_subject_idx" ON "operator_deed"("subject");

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

-- CreateIndex
CREATE INDEX "vacation_player_id_idx" ON "vacation"("player_id");

-- AddForeignKey
ALTER TABLE "player_name" ADD CONSTRAINT "player_name_player_id_fkey" FOREIGN KEY ("player_id") REFERENCES "player"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "former_name" ADD CONSTRAINT "former_name_player_id_fkey" FOREIGN KEY ("player_id") REFERENCES "player"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "device_code" ADD CONSTRAINT "device_code_player_id_fkey" FOREIGN KEY ("player_id") REFERENCES "player"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "device_code" ADD CONSTRAINT "device_code_token_hash_fkey" FOREIGN KEY ("token_hash") REFERENCES "token"("hash") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "token" ADD CONSTRAINT "token_player_id_fkey" FOREIGN KEY ("player_id") REFERENCES "player"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "game" ADD CONSTRAINT "game_created_by_fkey" FOREIGN KEY ("created_by") REFERENCES "player"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "game_event" ADD CONSTRAINT "game_event_game_id_fkey" FOREIGN KEY ("game_id") REFERENCES "game"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "game_snapshot" ADD CONSTRAINT "game_snapshot_game_id_fkey" FOREIGN KEY ("game_id") REFERENCES "game"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "game_player" ADD CONSTRAINT "game_player_player_id_fkey" FOREIGN KEY ("player_id") REFERENCES "player"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "game_player" ADD CONSTRAINT "game_player_game_id_fkey" FOREIGN KEY ("game_id") REFERENCES "game"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "competition" ADD CONSTRAINT "competition_created_by_fkey" FOREIGN KEY ("created_by") REFERENCES "player"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "competition_event" ADD CONSTRAINT "competition_event_competition_id_fkey" FOREIGN KEY ("competition_id") REFERENCES "competition"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "competition_entry" ADD CONSTRAINT "competition_entry_player_id_fkey" FOREIGN KEY ("player_id") REFERENCES "player"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "competition_entry" ADD CONSTRAINT "competition_entry_competition_id_fkey" FOREIGN KEY ("competition_id") REFERENCES "competition"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "rated_game" ADD CONSTRAINT "rated_game_pool_id_fkey" FOREIGN KEY ("pool_id") REFERENCES "rating_pool"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "rating_pool_player" ADD CONSTRAINT "rating_pool_player_pool_id_fkey" FOREIGN KEY ("pool_id") REFERENCES "rating_pool"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook" ADD CONSTRAINT "webhook_player_id_fkey" FOREIGN KEY ("player_id") REFERENCES "player"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_webhook_id_fkey" FOREIGN KEY ("webhook_id") REFERENCES "webhook"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_game_id_fkey" FOREIGN KEY ("game_id") REFERENCES "game"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_competition_id_fkey" FOREIGN KEY ("competition_id") REFERENCES "competition"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "game_plan" ADD CONSTRAINT "game_plan_game_id_fkey" FOREIGN KEY ("game_id") REFERENCES "game"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "game_plan" ADD CONSTRAINT "game_plan_player_id_fkey" FOREIGN KEY ("player_id") REFERENCES "player"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "seek" ADD CONSTRAINT "seek_player_id_fkey" FOREIGN KEY ("player_id") REFERENCES "player"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "seek_game" ADD CONSTRAINT "seek_game_seek_id_fkey" FOREIGN KEY ("seek_id") REFERENCES "seek"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "seek_game" ADD CONSTRAINT "seek_game_game_id_fkey" FOREIGN KEY ("game_id") REFERENCES "game"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "analysis" ADD CONSTRAINT "analysis_game_id_fkey" FOREIGN KEY ("game_id") REFERENCES "game"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "analysis" ADD CONSTRAINT "analysis_asked_by_fkey" FOREIGN KEY ("asked_by") REFERENCES "player"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "analysed_decision" ADD CONSTRAINT "analysed_decision_game_id_fkey" FOREIGN KEY ("game_id") REFERENCES "analysis"("game_id") ON DELETE CASCADE ON UPDATE CASCADE;

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

-- AddForeignKey
ALTER TABLE "player_calendar" ADD CONSTRAINT "player_calendar_player_id_fkey" FOREIGN KEY ("player_id") REFERENCES "player"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "vacation" ADD CONSTRAINT "vacation_player_id_fkey" FOREIGN KEY ("player_id") REFERENCES "player"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What schema.prisma cannot say: partial indexes, and conditions of rows.
CREATE INDEX "competition_event_closed_board_idx" ON "competition_event" ("competition_id", (("data"->>'board')::int))
  WHERE "type" = 'boardClosed';
CREATE INDEX "game_competition_over_idx" ON "game" ("competition_id")
  WHERE "competition_id" IS NOT NULL AND "status" IN ('finished', 'aborted');
CREATE INDEX "game_held_up_idx" ON "game" ("id") WHERE ("competition_id" IS NOT NULL OR "rated") AND "status" = 'playing';
CREATE INDEX "game_look_at_idx" ON "game" ("look_at") WHERE "look_at" IS NOT NULL;
CREATE INDEX "game_rematch_of_idx" ON "game" ("rematch_of") WHERE "rematch_of" IS NOT NULL;
CREATE UNIQUE INDEX "game_rematch_of_key" ON "game" ("rematch_of") WHERE "rematch_of" IS NOT NULL AND "status" <> 'aborted';
CREATE UNIQUE INDEX "game_place_key" ON "game" ("competition_id", "round", "table_no", "board", "copy")
  WHERE "competition_id" IS NOT NULL;
CREATE INDEX "player_erasing_idx" ON "player" ("deleted_at") WHERE "deleted_at" IS NOT NULL AND "erased_at" IS NULL;
CREATE INDEX "seek_alive_idx" ON "seek" ("id") WHERE "status" = 'open' OR "running" > 0;
CREATE INDEX "seek_over_idx" ON "seek" ("updated_at") WHERE "status" <> 'open' AND "running" = 0;
CREATE INDEX "seek_game_running_idx" ON "seek_game" ("game_id") WHERE NOT "over";
CREATE INDEX "webhook_delivery_pending_idx" ON "webhook_delivery" ("due_at", "webhook_id") WHERE "status" = 'pending';

ALTER TABLE "game" ADD CONSTRAINT "game_place_check"
  CHECK (num_nulls("competition_id", "round", "table_no", "board", "copy", "sealed_board") IN (0, 6));
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_of_check"
  CHECK (num_nonnulls("game_id", "competition_id") = 1);
ALTER TABLE "webhook" ADD CONSTRAINT "webhook_kind_check" CHECK ("kind" IN ('webhook', 'push', 'mail'));
ALTER TABLE "heartbeat" ADD CONSTRAINT "heartbeat_one_check" CHECK ("id" = 1);
ALTER TABLE "seek" ADD CONSTRAINT "seek_running_check" CHECK ("running" BETWEEN 0 AND "concurrency");
ALTER TABLE "player" ADD CONSTRAINT "player_suspended_check"
  CHECK (("suspended_at" IS NULL) = ("suspended_because" IS NULL) AND ("suspended_at" IS NOT NULL OR "suspended_until" IS NULL));
