-- Whether a game ended without any of its players having come: then it counts for nobody. Null: no.
ALTER TABLE "game" ADD COLUMN "unattended" BOOLEAN;
