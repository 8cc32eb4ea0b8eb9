-- What players of a game ask of others, who have not answered: to take the game back, for more time, or to abort it. Each change
-- of a game writes it anew, so that what was asked before is there from the next change on.
ALTER TABLE "game" ADD COLUMN "asks" JSONB;

-- Whoever is asked is told. People who are told of their turns are told of this as well; programs as they have chosen.
ALTER TABLE "webhook_delivery" ADD COLUMN "ask" JSONB;

UPDATE "webhook" SET "events" = array_append("events", 'asked')
WHERE "kind" IN ('push', 'mail') AND 'turn' = ANY("events") AND NOT 'asked' = ANY("events");
