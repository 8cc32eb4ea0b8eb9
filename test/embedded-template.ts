// An embedded database as it is after its first start, for tests to copy: copying takes a fraction of making one.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openEmbedded } from '../src/store/embedded/embedded.ts';

declare module 'vitest' {
  interface ProvidedContext {
    embeddedTemplate: string;
  }
}

export async function provideEmbeddedTemplate(project: TestProject): Promise<() => Promise<void>> {
  const directory = mkdtempSync(join(tmpdir(), 'croupier-template-'));
  const store = await openEmbedded({ directory });
  await store.close();
  project.provide('embeddedTemplate', directory);
  return async () => rmSync(directory, { recursive: true });
}
