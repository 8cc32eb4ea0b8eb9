-- AlterTable
ALTER TABLE "token" ADD COLUMN     "id" UUID NOT NULL DEFAULT gen_random_uuid(),
ADD COLUMN     "name" TEXT,
ADD COLUMN     "scope" TEXT NOT NULL DEFAULT 'play';

-- CreateIndex
CREATE UNIQUE INDEX "token_id_key" ON "token"("id");

-- CreateIndex
CREATE INDEX "token_player_id_idx" ON "token"("player_id");


