import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readFileSync, statfsSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { PATIENCE } from './patience.ts';

const MEMORY = '/dev/shm';
/** Bytes that must be free in memory: ten times what a run needs. */
const ROOM_BYTES = 4 * 2 ** 30;

/** This script's input ends when the tests end or are killed. It then stops the program and removes the directory. */
const KEEPER = `
  exec 2>/dev/null
  farewell=$1 directory=$2; shift 2
  while read -r order; do
    case $order in
      start) "$@" >>"$directory/log" 2>&1 & program=$! ;;
      *) kill -s "$order" $program; wait $program; echo stopped ;;
    esac
  done
  [ -z "$program" ] || { kill -s "$farewell" $program 2>/dev/null; wait $program; }
  [ ! -f "$directory/data/postmaster.pid" ] || kill -s KILL "$(head -n 1 "$directory/data/postmaster.pid")" 2>/dev/null
  rm -rf "$directory"`;

export interface User {
  uid?: number;
  gid?: number;
}

export class KeptProgram {
  readonly #directory: string;
  readonly #keeper: ChildProcess;
  readonly #lines: Interface;

  constructor(directory: string, command: readonly string[], farewell: 'TERM' | 'QUIT' | 'KILL' = 'TERM') {
    this.#directory = directory;
    this.#keeper = spawn('sh', ['-c', KEEPER, 'keeper', farewell, directory, ...command], {
      ...unprivileged(),
      cwd: directory,
      detached: true, // Ctrl-C at the terminal does not end this process
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    if (this.#keeper.stdout === null) throw new Error('the keeper has no output');
    this.#lines = createInterface({ input: this.#keeper.stdout });
  }

  /** Starts the program and resolves when `isReady` returns true. After a timeout, throws the end of the log. */
  async start(isReady: () => Promise<boolean>): Promise<void> {
    this.#keeper.stdin?.write('start\n');
    const patience = performance.now() + PATIENCE.timeout;
    while (!(await isReady())) {
      if (performance.now() > patience)
        throw new Error(readFileSync(join(this.#directory, 'log'), 'utf8').slice(-2_000));
      await sleep(50);
    }
  }

  async stop(signal: 'INT' | 'QUIT' | 'KILL'): Promise<void> {
    const stopped = once(this.#lines, 'line');
    this.#keeper.stdin?.write(`${signal}\n`);
    await stopped;
  }

  async remove(): Promise<void> {
    const gone = once(this.#keeper, 'exit');
    this.#keeper.stdin?.end();
    await gone;
  }
}

/** Returns a folder for temporary databases: in memory if there is room, because copying on a disk takes seconds. */
export function quickFolder(): string {
  if (!existsSync(MEMORY)) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize >= ROOM_BYTES ? MEMORY : tmpdir();
}

export function ownDirectory(name: string, within = tmpdir()): string {
  const directory = mkdtempSync(join(within, `croupier-${name}-`));
  giveAway(directory);
  return directory;
}

export function giveAway(path: string): void {
  const { uid, gid } = unprivileged();
  if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid);
}

export function findProgram(name: string, folders: readonly string[] = ['/usr/sbin']): string | null {
  const all = [...(process.env.PATH ?? '').split(delimiter), ...folders].map((folder) => join(folder, name));
  return all.find((path) => existsSync(path)) ?? null;
}

/** If the tests run as root, returns another user, because PostgreSQL and other programs refuse to run as root. */
export function unprivileged(): User {
  if (process.getuid?.() !== 0) return {};
  for (const user of ['postgres', 'nobody']) {
    const [uid, gid] = ['-u', '-g'].map((which) => spawnSync('id', [which, user], { encoding: 'utf8' }));
    if (uid?.status === 0 && gid?.status === 0) return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  }
  throw new Error('PostgreSQL does not run as root, and there is neither a user postgres nor nobody');
}

/** Returns a free port below the range from which the system assigns ports itself, so that no connection takes it
 * before it is used. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_000, 32_768);
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    server.close();
    await once(server, 'close');
    if (isFree) return port;
  }
}
