// Makes what is slow to make, such as databases, once for all tests. Each test gets a copy, which is far faster.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inject } from 'vitest';
import type { Vitest } from 'vitest/node';
import { openEmbedded } from '../src/store/embedded/embedded.ts';
import { quickFolder } from './kept-program.ts';
import { PATIENCE } from './patience.ts';

declare module 'vitest' {
  interface ProvidedContext {
    runFolder: string;
  }
}

/** Makes a folder for the run. It is deleted even if the run is killed, because it may take up main memory. */
export function provideRunFolder(vitest: Vitest): () => Promise<void> {
  const folder = mkdtempSync(join(quickFolder(), 'croupier-'));
  vitest.provide('runFolder', folder);
  const sweeper = spawn('sh', ['-c', 'read -r _; rm -rf "$1"', 'sweeper', folder], {
    detached: true, // Ctrl-C at the terminal does not end this process
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  return async () => {
    const gone = once(sweeper, 'exit');
    sweeper.stdin?.end();
    await gone;
  };
}

export async function embeddedTemplate(): Promise<string> {
  const directory = join(inject('runFolder'), 'embedded');
  await madeOnce('embedded-template', async () => (await openEmbedded({ directory })).close());
  return directory;
}

export async function madeOnce(name: string, make: () => Promise<void>): Promise<void> {
  const [begun, made] = [`${name}-begun`, `${name}-made`].map((each) => join(inject('runFolder'), each)) as [
    string,
    string,
  ];
  if (existsSync(made)) return;
  if (isFirst(begun)) {
    await make();
    mkdirSync(made);
    return;
  }
  const patience = Date.now() + PATIENCE.timeout;
  while (!existsSync(made)) {
    if (Date.now() > patience) throw new Error(`another test began to make the ${name} and has not finished`);
    await sleep(50);
  }
}

function isFirst(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}
