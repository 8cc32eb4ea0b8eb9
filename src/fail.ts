import { UnreadableRuleset } from '#rules/ruleset-folder.ts';
import { RulesMissing } from './games/refusals.ts';
import { ConfigError } from './settings.ts';
import { DataDirectoryInUse, DataDirectoryUnusable, StoreUnavailable } from './store/failures.ts';
import { MigrationError } from './store/migrations.ts';
import { UnfitPooler } from './store/pooler.ts';
import { SecretsKeyError } from './store/sealing/keys.ts';
import { UnfitDatabase } from './store/session.ts';

/** Exits; prints one line for an error that the operator can fix, else the stack. */
export function fail(error: unknown): void {
  const plain =
    error instanceof ConfigError ||
    error instanceof DataDirectoryInUse ||
    error instanceof DataDirectoryUnusable ||
    error instanceof MigrationError ||
    error instanceof RulesMissing ||
    error instanceof SecretsKeyError ||
    error instanceof StoreUnavailable ||
    error instanceof UnfitDatabase ||
    error instanceof UnfitPooler ||
    error instanceof UnreadableRuleset ||
    (error as NodeJS.ErrnoException).syscall !== undefined;
  console.error(plain ? `croupier cannot run: ${(error as Error).message}` : error);
  process.exit(1);
}
