-- CreateTable
CREATE TABLE "game_snapshot" (
    "game_id" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "code" TEXT NOT NULL,
    "game" TEXT NOT NULL,

    CONSTRAINT "game_snapshot_pkey" PRIMARY KEY ("game_id")
);

-- AddForeignKey
ALTER TABLE "game_snapshot" ADD CONSTRAINT "game_snapshot_game_id_fkey" FOREIGN KEY ("game_id") REFERENCES "game"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
