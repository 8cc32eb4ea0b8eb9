-- A vacation that is called off stays as a row that says when: who has called off many takes no more for some time.
ALTER TABLE "vacation" ADD COLUMN "called_off_at" TIMESTAMPTZ(3);
