import { randomBytes } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  opendirSync,
  readdirSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DataDirectoryInUse, DataDirectoryUnusable } from '../failures.ts';

export const HOME = 'pg';
const FLAG = /^lock\.[0-9a-f]{16}\.sock$/;
const LONGEST_SOCKET_PATH = 100;
const MOST_TRIES = 8;
const FIRST_PAUSE_MS = 20;

/** Locks a directory for this process until it releases the lock or dies.
 *
 * The lock is a listening Unix socket (a flag) with a unique name in the directory. It accepts connections while its
 * owner lives and refuses them after its death. A process takes the directory in three steps:
 *
 * 1. It binds its own flag and listens.
 * 2. It connects to every other flag, and removes flags that refuse, because their owners are dead. If a flag accepts,
 * the process removes its own flag, pauses and starts over.
 * 3. It checks that its own flag still exists, else it starts over. If the flag exists, the directory is locked.
 *
 * Two processes cannot both succeed: the one that looks later finds the flag of the other and gives way, unless that
 * flag was removed. A process B can remove the flag of a living process A only if it connected between A's bind and
 * listen, when the socket refuses. B had its own flag by then, and removes it only after it has removed A's. So in step
 * 2, A finds B's flag and gives way, or B's flag is gone. If B's flag is gone, A's flag is gone too, and A notices this
 * in step 3. */
export async function lockDirectory(directory: string): Promise<() => Promise<void>> {
  makeWritable(directory);
  for (let tries = 1; tries <= MOST_TRIES; tries++) {
    const flag = await raiseFlag(directory).catch((error) => {
      throw new DataDirectoryUnusable(directory, error);
    });
    const alone = await isAlone(directory, flag.name);
    if (alone && existsSync(join(directory, flag.name))) return flag.lower;
    await flag.lower();
    // waits a random and growing time, so that processes that hindered each other do not try again at the same moment
    await sleep(Math.random() * FIRST_PAUSE_MS * 2 ** (tries / 2));
  }
  throw new DataDirectoryInUse(directory);
}

/** Creates the directory if it is missing. Throws `DataDirectoryUnusable` if this user cannot write to it. */
function makeWritable(directory: string): void {
  orUnusable(directory, () => makeFolder(resolve(directory)));
  const home = join(directory, HOME);
  // also checks the folder of the database, because an earlier start by another user may have created it
  for (const folder of existsSync(home) ? [directory, home] : [directory]) {
    orUnusable(folder, () => {
      opendirSync(folder).closeSync(); // first, because its error tells a file from a folder
      accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    });
  }
}

/** Creates a folder step by step, because the option `recursive` of Node 20 never returns in /proc. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if (!existsSync(folder)) throw error; // if it exists, another process has created it meanwhile
  }
}

function orUnusable(folder: string, use: () => void): void {
  try {
    use();
  } catch (error) {
    throw new DataDirectoryUnusable(folder, error as NodeJS.ErrnoException);
  }
}

interface Flag {
  name: string;
  lower(): Promise<void>;
}

async function raiseFlag(directory: string): Promise<Flag> {
  const name = `lock.${randomBytes(8).toString('hex')}.sock`;
  const server = createServer((visitor) => visitor.destroy());
  await withShortPath(join(directory, name), (path) => listening(server, path));
  server.unref();
  const lower = async () => {
    rmSync(join(directory, name), { force: true }); // removes the flag before its socket refuses connections
    await new Promise((done) => server.close(done));
  };
  return { name, lower };
}

async function isAlone(directory: string, own: string): Promise<boolean> {
  const others = readdirSync(directory).filter((name) => FLAG.test(name) && name !== own);
  const answers = await Promise.all(others.map((name) => answersOrGoes(join(directory, name))));
  return !answers.includes(true);
}

/** Returns whether the owner of a flag (a socket) lives. Removes a flag that refuses to connect. Other errors: true. */
async function answersOrGoes(flag: string): Promise<boolean> {
  const trouble = await withShortPath(flag, knock);
  if (trouble === 'ENOENT') return false;
  if (trouble !== 'ECONNREFUSED') return true;
  rmSync(flag, { force: true });
  return false;
}

function listening(server: Server, path: string): Promise<void> {
  return new Promise((done, failed) => {
    server.on('error', failed); // the kernel answers connections, so later errors do not matter
    server.listen(path, done);
  });
}

function knock(path: string): Promise<string | null> {
  return new Promise((done) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      done(null);
    });
    socket.once('error', (error: NodeJS.ErrnoException) => done(error.code ?? 'unknown'));
  });
}

/** Calls `use` with a path that fits into a socket address of about 100 bytes: a longer path gets a symbolic link. */
async function withShortPath<T>(path: string, use: (path: string) => Promise<T>): Promise<T> {
  const whole = resolve(path);
  if (Buffer.byteLength(whole) <= LONGEST_SOCKET_PATH) return use(whole);
  const shortcut = mkdtempSync(join(tmpdir(), 'croupier-'));
  try {
    symlinkSync(join(whole, '..'), join(shortcut, 'd'));
    return await use(join(shortcut, 'd', whole.slice(whole.lastIndexOf('/') + 1)));
  } finally {
    rmSync(shortcut, { recursive: true });
  }
}
