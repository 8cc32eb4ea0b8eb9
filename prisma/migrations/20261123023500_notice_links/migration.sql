-- What mails carry to be spent once: so far what says that an address is somebody's. It outlives its channel, because mails
-- to an address are counted by it.
CREATE TABLE "notice_link" (
    "hash" BYTEA NOT NULL,
    "channel_id" UUID NOT NULL,
    "player_id" UUID NOT NULL,
    "address_hash" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "spent_at" TIMESTAMPTZ(3),

    CONSTRAINT "notice_link_pkey" PRIMARY KEY ("hash")
);

CREATE INDEX "notice_link_address_hash_created_at_idx" ON "notice_link"("address_hash", "created_at");
CREATE INDEX "notice_link_player_id_created_at_idx" ON "notice_link"("player_id", "created_at");
CREATE INDEX "notice_link_created_at_idx" ON "notice_link"("created_at");
