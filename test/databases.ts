// Provides databases before the first test of the service. At the end removes them, and reports documented problems
// that no test has received.
import type { TestProject } from 'vitest/node';
import { leftOut } from './all/programs.ts';
import { isWholeRun } from './all/reporter.ts';
import { provideRunFolder } from './made-once.ts';
import { providePostgres } from './postgres.ts';
import { unseenProblems } from './unseen-problems.ts';

/** Each project of vitest calls this function. Only the first call does the work. */
export default async function setup({ vitest }: TestProject): Promise<(() => Promise<void>) | undefined> {
  if ('runFolder' in vitest.getProvidedContext()) return undefined;
  const removals = [provideRunFolder(vitest), await providePostgres(vitest)];
  return async () => {
    if (isWholeRun(vitest) && leftOut().length === 0) {
      const wrong = unseenProblems(vitest.getProvidedContext().runFolder);
      if (wrong !== null) {
        console.error(wrong);
        process.exitCode = 1;
      }
    }
    for (const remove of removals) await remove();
  };
}
