-- AlterTable
ALTER TABLE "player" ADD COLUMN     "suspended_at" TIMESTAMPTZ(3),
ADD COLUMN     "suspended_because" TEXT,
ADD COLUMN     "suspended_until" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "operator_deed" (
    "id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "by" TEXT NOT NULL,
    "deed" TEXT NOT NULL,
    "subject" UUID,
    "because" TEXT,
    "details" JSON NOT NULL,
    "outcome" TEXT,

    CONSTRAINT "operator_deed_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "operator_deed_subject_idx" ON "operator_deed"("subject");

-- A suspension has a beginning and a reason, or there is none.
ALTER TABLE "player" ADD CONSTRAINT "player_suspended_check"
  CHECK (("suspended_at" IS NULL) = ("suspended_because" IS NULL) AND ("suspended_at" IS NOT NULL OR "suspended_until" IS NULL));
