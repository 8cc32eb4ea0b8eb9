-- A mail about a turn carries a link that opens the game without a password: `kind` tells it from what says that an address is
-- somebody's. It is for the decision of `seat` that was open at `version`.
ALTER TABLE "notice_link" ADD COLUMN "kind" TEXT NOT NULL DEFAULT 'confirm',
ADD COLUMN "game_id" UUID,
ADD COLUMN "seat" INTEGER,
ADD COLUMN "version" INTEGER,
ALTER COLUMN "address_hash" DROP NOT NULL;

CREATE INDEX "notice_link_expires_at_idx" ON "notice_link"("expires_at");

-- What such a link gives: a token of the scope `turn`, for the decision of `seat` that opened at `decision_since`.
ALTER TABLE "token" ADD COLUMN "game_id" UUID,
ADD COLUMN "seat" INTEGER,
ADD COLUMN "decision_since" INTEGER,
ADD COLUMN "expires_at" TIMESTAMPTZ(3);

CREATE INDEX "token_expires_at_idx" ON "token"("expires_at");
