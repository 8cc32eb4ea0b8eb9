import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const HOUSE = fileURLToPath(new URL('dated-house.mjs', import.meta.url));

export class DatedHouse {
  readonly url: string;
  readonly #child: ChildProcess;
  readonly #directory: string;

  private constructor(url: string, child: ChildProcess, directory: string) {
    this.url = url;
    this.#child = child;
    this.#directory = directory;
  }

  static async open(settings: Record<string, string>): Promise<DatedHouse> {
    const directory = mkdtempSync(join(tmpdir(), 'croupier-days-'));
    const child = fork(HOUSE, { env: { ...process.env, ...settings, DATA_DIR: directory }, stdio: 'inherit' });
    const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`the house ended with ${code}`)));
    ended.catch(() => {}); // an exit after the start is no error
    const [url] = (await Promise.race([once(child, 'message'), ended])) as [string];
    return new DatedHouse(url, child, directory);
  }

  async goTo(days: number): Promise<void> {
    const told = once(this.#child, 'message');
    this.#child.send(days);
    await told;
  }

  async close(): Promise<void> {
    const gone = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await gone;
    rmSync(this.#directory, { recursive: true, force: true });
  }
}
