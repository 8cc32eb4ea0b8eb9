-- When mails were lately sent to try an address, whichever server sent them.
ALTER TABLE "webhook" ADD COLUMN "tested_at" TIMESTAMPTZ(3)[] DEFAULT ARRAY[]::TIMESTAMPTZ(3)[];

-- Who unsubscribed before that ended the confirmation of an address could be told again without a word of theirs.
UPDATE "webhook" SET "confirmed_at" = NULL WHERE "kind" = 'mail' AND "disabled_because" = 'unsubscribed';
