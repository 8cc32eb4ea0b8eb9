import { UnreadableRuleset } from '#rules/ruleset-folder.ts';
import { Fixable } from './store/failures.ts';

/** Ends the process. Prints one line for an error that the operator can correct, and the stack of any other. */
export function fail(error: unknown): void {
  const plain =
    error instanceof Fixable ||
    error instanceof UnreadableRuleset ||
    (error as NodeJS.ErrnoException).syscall !== undefined;
  console.error(plain ? `croupier cannot run: ${(error as Error).message}` : error);
  process.exit(1);
}
