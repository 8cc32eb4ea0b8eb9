-- Beside webhooks, browsers with Web Push and mail addresses: where they lead to is in `secret`, as what webhooks sign with.
-- Servers of the version before know webhooks alone, and their rows are those by default.
ALTER TABLE "webhook" ADD COLUMN     "kind" TEXT NOT NULL DEFAULT 'webhook',
ADD COLUMN     "digest" TEXT,
ADD COLUMN     "digest_hour" INTEGER NOT NULL DEFAULT 8,
ADD COLUMN     "confirmed_at" TIMESTAMPTZ(3);

-- A server of the version before would take what is to be pushed or mailed for webhooks: until it has ended, their
-- deliveries fail there and are tried again here.
ALTER TABLE "webhook" ADD CONSTRAINT "webhook_kind_check" CHECK ("kind" IN ('webhook', 'push', 'mail'));
