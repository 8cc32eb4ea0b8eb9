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
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DataDirectoryInUse, DataDirectoryUnusable } from '../failures.ts';

/** Where the database is within the directory. */
export const HOME = 'pg';
const FLAG = /^lock\.[0-9a-f]{16}\.sock$/;
const LONGEST_SOCKET_PATH = 100;
const MOST_TRIES = 8;
const FIRST_PAUSE_MS = 20;

/**
 * Takes a directory for this process, until it lets go or dies, however it dies.
 *
 * A flag is a Unix socket that listens under a name of its own in the directory: while its owner lives it accepts
 * connections, and from the moment of its owner's death it refuses them. Taking the directory is
 *
 *   1. raise a flag: bind and listen;
 *   2. knock at every other flag there. One that refuses was left by the dead: remove it. If one answers, lower the
 *      own flag, wait a moment and start over;
 *   3. see that the own flag is still there, else start over. Who gets here has the directory.
 *
 * Two cannot both get there. Of two that both listen, the one that looks around later finds the other's flag and
 * steps back, unless that flag was removed. It can have been removed only by a rival who knocked before it listened
 * (between bind and listen a socket refuses). That rival's own flag was up before it knocked, hence before ours
 * listened. So either step 2 finds it up and we step back, or it is down: then its owner, which lowers it only after
 * its last removal, has removed all that it ever will, and step 3 sees whether ours was among that.
 */
export async function lockDirectory(directory: string): Promise<() => Promise<void>> {
  makeWritable(directory);
  for (let tries = 1; tries <= MOST_TRIES; tries++) {
    const flag = await raiseFlag(directory);
    const alone = await isAlone(directory, flag.name);
    if (alone && existsSync(join(directory, flag.name))) return flag.lower;
    await flag.lower();
    // of several that meet here one soon finds itself alone, since each pauses for another, longer time
    await sleep(Math.random() * FIRST_PAUSE_MS * 2 ** (tries / 2));
  }
  throw new DataDirectoryInUse(directory);
}

/** Makes the directory where it is missing; throws `DataDirectoryUnusable` where this user cannot write to it. */
function makeWritable(directory: string): void {
  orUnusable(directory, () => mkdirSync(directory, { recursive: true, mode: 0o700 }));
  const home = join(directory, HOME);
  // what an earlier start made may belong to another user than the directory around it
  for (const folder of existsSync(home) ? [directory, home] : [directory]) {
    orUnusable(folder, () => {
      accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
      opendirSync(folder).closeSync();
    });
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
    rmSync(join(directory, name), { force: true }); // before it refuses
    await new Promise((done) => server.close(done));
  };
  return { name, lower };
}

async function isAlone(directory: string, own: string): Promise<boolean> {
  const others = readdirSync(directory).filter((name) => FLAG.test(name) && name !== own);
  const answers = await Promise.all(others.map((name) => answersOrGoes(join(directory, name))));
  return !answers.includes(true);
}

/** Whether somebody lives behind a flag. One that refuses is removed; any other trouble counts as life. */
async function answersOrGoes(flag: string): Promise<boolean> {
  const trouble = await withShortPath(flag, knock);
  if (trouble === 'ENOENT') return false;
  if (trouble !== 'ECONNREFUSED') return true;
  rmSync(flag, { force: true });
  return false;
}

function listening(server: Server, path: string): Promise<void> {
  return new Promise((done, failed) => {
    server.on('error', failed); // later ones change nothing: who knocks is answered by the system
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

/** A socket's path may have about 100 bytes only, so a directory with a longer one is reached through a symlink. */
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
