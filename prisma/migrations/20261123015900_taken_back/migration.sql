-- Whether a game ever went on from an earlier version by agreement: then it counts for nobody.
ALTER TABLE "game" ADD COLUMN "taken_back" BOOLEAN NOT NULL DEFAULT false;
