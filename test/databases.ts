// Before any test of the service: the databases that its tests use. After the last: their removal.
import type { TestProject } from 'vitest/node';
import { provideEmbeddedTemplate } from './embedded-template.ts';
import { providePostgres } from './postgres.ts';

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const removals = await Promise.all([provideEmbeddedTemplate(project), providePostgres(project)]);
  return async () => {
    for (const remove of removals) await remove();
  };
}
