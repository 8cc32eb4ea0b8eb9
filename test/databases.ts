// Before the first test of the service: where its tests find databases. After the last: their removal.
import type { TestProject } from 'vitest/node';
import { provideRunFolder } from './made-once.ts';
import { providePostgres } from './postgres.ts';

/** Several projects of a run ask for them; the first gets them for all. */
export default async function setup({ vitest }: TestProject): Promise<(() => Promise<void>) | undefined> {
  if ('runFolder' in vitest.getProvidedContext()) return undefined;
  const removals = [provideRunFolder(vitest), await providePostgres(vitest)];
  return async () => {
    for (const remove of removals) await remove();
  };
}
