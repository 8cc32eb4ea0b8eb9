-- AlterTable
ALTER TABLE "player_name" ADD COLUMN     "reserved_until" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "token" ADD COLUMN     "last_used_on" DATE;

-- CreateTable
CREATE TABLE "former_name" (
    "player_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "former_name_pkey" PRIMARY KEY ("player_id","until")
);

-- CreateTable
CREATE TABLE "device_code" (
    "player_id" UUID NOT NULL,
    "hash" BYTEA NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "device_code_pkey" PRIMARY KEY ("player_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "device_code_hash_key" ON "device_code"("hash");

-- CreateIndex
CREATE INDEX "player_name_player_id_idx" ON "player_name"("player_id");

-- AddForeignKey
ALTER TABLE "former_name" ADD CONSTRAINT "former_name_player_id_fkey" FOREIGN KEY ("player_id") REFERENCES "player"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "device_code" ADD CONSTRAINT "device_code_player_id_fkey" FOREIGN KEY ("player_id") REFERENCES "player"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "device_code" ADD CONSTRAINT "device_code_token_hash_fkey" FOREIGN KEY ("token_hash") REFERENCES "token"("hash") ON DELETE CASCADE ON UPDATE CASCADE;
