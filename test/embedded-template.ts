// An embedded database as it is after its first start, for tests to copy: copying takes a fraction of making one.
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inject } from 'vitest';
import type { Vitest } from 'vitest/node';
import { openEmbedded } from '../src/store/embedded/embedded.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** a folder of this run: the template is in it as soon as a test has asked for it */
    embeddedTemplate: string;
  }
}

const PATIENCE_MS = 50_000;

export function provideEmbeddedTemplate(vitest: Vitest): () => Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'croupier-template-'));
  vitest.provide('embeddedTemplate', folder);
  return async () => rmSync(folder, { recursive: true });
}

/** The folder to copy. Whoever asks first makes it, and those who ask meanwhile wait. */
export async function embeddedTemplate(): Promise<string> {
  const folder = inject('embeddedTemplate');
  const template = join(folder, 'template');
  if (existsSync(template)) return template;
  if (isFirst(folder)) {
    const directory = join(folder, 'unfinished');
    await (await openEmbedded({ directory })).close();
    renameSync(directory, template);
    return template;
  }
  const patience = Date.now() + PATIENCE_MS;
  while (!existsSync(template)) {
    if (Date.now() > patience) throw new Error('whoever makes the embedded template does not get done');
    await sleep(50);
  }
  return template;
}

function isFirst(folder: string): boolean {
  try {
    mkdirSync(join(folder, 'taken'));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}
