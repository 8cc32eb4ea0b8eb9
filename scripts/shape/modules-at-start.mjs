import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PRELOAD = join(import.meta.dirname, 'record-modules.mjs');

/** Starts the service on the embedded database and returns how many modules it loads, without worker threads. */
export async function modulesAtStart(main) {
  const folder = mkdtempSync(join(tmpdir(), 'shape-'));
  const list = join(folder, 'modules');
  const env = { PATH: process.env.PATH, PORT: '0', DATA_DIR: join(folder, 'data'), MODULES: list };
  const server = spawn(process.execPath, ['--import', PRELOAD, main], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(server, 'exit');
  try {
    await listening(server);
    server.kill('SIGTERM');
    await exited;
    return new Set(readFileSync(list, 'utf8').trim().split('\n')).size;
  } finally {
    server.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
}

async function listening(server) {
  for await (const text of server.stdout) if (`${text}`.includes('listening at')) return;
  throw new Error('the server ended before it listened');
}
