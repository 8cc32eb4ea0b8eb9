-- Words of the player for the chance of every game of a seek. Servers of the version before leave them out.
ALTER TABLE "seek" ADD COLUMN "client_seed" TEXT;
