-- The recovery code by which the token was made, until the token is used: the answer with the new code can get lost.
ALTER TABLE "token" ADD COLUMN "former_recovery_hash" BYTEA;
