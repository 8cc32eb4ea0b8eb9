-- CreateTable
CREATE TABLE "archived_game" (
    "game_id" UUID NOT NULL,
    "file" TEXT NOT NULL,
    "position" BIGINT NOT NULL,
    "length" INTEGER NOT NULL,
    "version" INTEGER NOT NULL,
    "head" TEXT,
    "checksum" BYTEA NOT NULL,
    "key" BYTEA,
    "archived_at" TIMESTAMPTZ(3) NOT NULL,
    "sealed" BYTEA,

    CONSTRAINT "archived_game_pkey" PRIMARY KEY ("game_id")
);

-- CreateIndex
CREATE INDEX "archived_game_file_idx" ON "archived_game"("file");

-- AddForeignKey
ALTER TABLE "archived_game" ADD CONSTRAINT "archived_game_game_id_fkey" FOREIGN KEY ("game_id") REFERENCES "game"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- A key is there, or its sealed form.
ALTER TABLE "archived_game" ADD CONSTRAINT "archived_game_key_check" CHECK (("key" IS NULL) <> ("sealed" IS NULL));
