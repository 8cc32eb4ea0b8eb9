-- AlterTable
ALTER TABLE "player" ADD COLUMN     "skeleton" TEXT;

-- CreateTable
CREATE TABLE "player_name" (
    "skeleton" TEXT NOT NULL,
    "player_id" UUID NOT NULL,

    CONSTRAINT "player_name_pkey" PRIMARY KEY ("skeleton")
);

-- AddForeignKey
ALTER TABLE "player_name" ADD CONSTRAINT "player_name_player_id_fkey" FOREIGN KEY ("player_id") REFERENCES "player"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Players from before, whose skeletons each start works out. A partial index cannot be written in the Prisma schema.
CREATE INDEX "player_nameless_idx" ON "player"("id") WHERE "skeleton" IS NULL;
