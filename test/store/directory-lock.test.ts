import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { lockDirectory } from '../../src/store/embedded/directory-lock.ts';
import { DataDirectoryInUse, DataDirectoryUnusable } from '../../src/store/failures.ts';
import { temporaryDirectory } from './test-store.ts';

const HOLDER = fileURLToPath(new URL('./lock-holder.mjs', import.meta.url));

class Holder {
  readonly #process: ChildProcess;
  readonly #lines: Interface;

  private constructor() {
    this.#process = spawn(process.execPath, [HOLDER], { stdio: ['pipe', 'pipe', 'inherit'] });
    if (this.#process.stdout === null) throw new Error('no output');
    this.#lines = createInterface({ input: this.#process.stdout });
  }

  static async start(): Promise<Holder> {
    const holder = new Holder();
    await once(holder.#lines, 'line');
    holders.push(holder);
    return holder;
  }

  async tell(order: string): Promise<string> {
    this.#process.stdin?.write(`${order}\n`);
    const [answer] = await once(this.#lines, 'line');
    return answer;
  }

  async kill(): Promise<void> {
    const gone = once(this.#process, 'exit');
    this.#process.kill('SIGKILL');
    if (this.#process.exitCode === null && this.#process.signalCode === null) await gone;
  }
}

const holders: Holder[] = [];
let directory: string;

beforeEach(() => {
  directory = temporaryDirectory();
});

afterEach(async () => {
  await Promise.all(holders.splice(0).map((holder) => holder.kill()));
  rmSync(directory, { recursive: true });
});

it('a directory is locked once, and again after its release', async () => {
  const letGo = await lockDirectory(directory);
  await expect(lockDirectory(directory)).rejects.toBeInstanceOf(DataDirectoryInUse);
  await letGo();
  expect(readdirSync(directory)).toEqual([]);
  await (await lockDirectory(directory))();
});

it('another process cannot lock it, unless the owner is killed', async () => {
  const holder = await Holder.start();
  expect(await holder.tell(`take ${directory}`)).toBe('took');
  await expect(lockDirectory(directory)).rejects.toThrow(`another process uses the data directory ${directory}`);
  await holder.kill();
  const letGo = await lockDirectory(directory);
  expect(readdirSync(directory)).toHaveLength(1);
  await letGo();
});

it('exactly one of six simultaneous processes locks it, over the remains of dead ones', async () => {
  const rounds = ['1', '2', '3', '4'].map((name) => join(directory, name));
  for (const round of rounds) mkdirSync(round);
  const dying = await Promise.all(rounds.map(() => Holder.start()));
  for (const [i, round] of rounds.entries()) {
    const holder = dying[i];
    expect(await holder?.tell(`take ${round}`)).toBe('took');
  }
  await Promise.all(dying.map((holder) => holder.kill()));
  const rivals = await Promise.all(Array.from({ length: 6 }, () => Holder.start()));
  for (const round of rounds) {
    expect(readdirSync(round)).toHaveLength(1);
    const answers = await Promise.all(rivals.map((rival) => rival.tell(`take ${round}`)));
    expect(answers.toSorted()).toEqual([...Array(5).fill('in use'), 'took']);
    expect(readdirSync(round)).toHaveLength(1);
    await rivals[answers.indexOf('took')]?.tell('drop');
  }
});

it('a path that is too long for a socket can be locked too', async () => {
  const long = join(directory, 'a-directory-with-a-long-name'.repeat(4), 'ünd another one');
  const letGo = await lockDirectory(long);
  await expect(lockDirectory(long)).rejects.toBeInstanceOf(DataDirectoryInUse);
  await letGo();
  expect(readdirSync(long)).toEqual([]);
});

it('a directory that cannot be made is named in a sentence with the user', async () => {
  const place = temporaryDirectory();
  try {
    const file = join(place, 'data');
    writeFileSync(file, '');
    const refusal = lockDirectory(join(file, 'croupier'));
    await expect(refusal).rejects.toThrow(DataDirectoryUnusable);
    await expect(refusal).rejects.toThrow(`this process cannot write to the data directory ${file}`);
  } finally {
    rmSync(place, { recursive: true });
  }
});

it.runIf(process.platform === 'linux')('a directory that the system itself refuses is named as well', async () => {
  await expect(lockDirectory('/proc/croupier/data')).rejects.toThrow(DataDirectoryUnusable);
});

it('an inaccessible database in it is named as well', async () => {
  const place = temporaryDirectory();
  try {
    writeFileSync(join(place, 'pg'), '');
    const refusal = lockDirectory(place);
    await expect(refusal).rejects.toThrow(DataDirectoryUnusable);
    await expect(refusal).rejects.toThrow(`cannot write to the data directory ${join(place, 'pg')} (E`);
  } finally {
    rmSync(place, { recursive: true });
  }
});
