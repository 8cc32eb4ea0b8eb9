import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { PGlite } from '@electric-sql/pglite';
import { DISK_FULL, isFull } from '../failures.ts';
import { HOME } from './directory-lock.ts';
import { openDurable, syncPath, syncTree } from './durable-files.ts';
import { unpackPrepared } from './prepared-database.ts';

/** A message to the thread. A port is a connection: it gets arrays of complete protocol messages and returns bytes. */
export type Order = { kind: 'connect'; port: MessagePort } | { kind: 'close' };
/** A message from the thread. The thread ends after `failed`. */
export type Notice = { kind: 'ready' } | { kind: 'failed'; reason: string };

/** The first bytes of the messages that open and close a connection. */
const STARTUP = 0;
const TERMINATE = 'X'.charCodeAt(0);
/** The status that PostgreSQL throws to return to its main loop after a failed statement. */
const TO_MAIN_LOOP = 100;

/** Reasons for failures, each with WASI's number, which PGlite's file system throws, and Node's code. */
const REASONS: readonly [wasi: number, code: string, reason: string][] = [
  [2, 'EACCES', 'this user may not write there'],
  [19, 'EDQUOT', 'the quota of this user is used up'],
  [29, 'EIO', 'the disk fails'],
  [33, 'EMFILE', 'this process may not open more files: raise `ulimit -n`'],
  [41, 'ENFILE', 'this machine may not open more files'],
  [51, 'ENOSPC', DISK_FULL],
  [63, 'EPERM', 'this user may not write there'],
  [69, 'EROFS', 'its disk can only be read'],
];

const { directory } = workerData as { directory: string };
let lastWords = '';
let connection: MessagePort | null = null;

const database = await openDatabase().catch(fail);
parentPort?.on('message', (order: Order) => {
  if (order.kind === 'connect') connect(order.port);
  else close().catch(fail);
});
notify({ kind: 'ready' });

function notify(notice: Notice): void {
  parentPort?.postMessage(notice);
}

/** Ends this thread at once, even inside PostgreSQL, because no answer may follow a failure. */
function fail(error: unknown): never {
  const isOfDisk = isFull({ message: lastWords });
  const last = isOfDisk ? `${DISK_FULL} (${lastWords})` : `${lastWords}: restore a backup if a restart fails too`;
  notify({ kind: 'failed', reason: lastWords === '' ? wordsOf(error) : last });
  process.exit(1);
}

/** Describes a thrown value: PGlite's file system throws plain objects with WASI numbers instead of errors. */
function wordsOf(error: unknown): string {
  const { code, errno } = (error ?? {}) as { code?: string; errno?: number };
  const known = REASONS.find(([wasi, name]) => (code === undefined ? wasi === errno : name === code));
  if (known !== undefined) return `${known[2]} (${known[1]})`;
  return error instanceof Error ? error.message : JSON.stringify(error);
}

/** Opens the database. Prepares a new one in `pg.new` and renames that, so that `pg` is always complete. */
async function openDatabase(): Promise<PGlite> {
  const home = join(directory, HOME);
  if (!existsSync(home)) {
    const draft = join(directory, 'pg.new');
    rmSync(draft, { recursive: true, force: true });
    mkdirSync(draft, { mode: 0o700 });
    if (!unpackPrepared(draft)) await (await openFiles(draft)).close();
    syncTree(draft);
    renameSync(draft, home);
    syncPath(directory);
  }
  return openFiles(home);
}

async function openFiles(home: string): Promise<PGlite> {
  const onLog = (line: string) => {
    lastWords = /(PANIC|FATAL):.*/.exec(line)?.[0] ?? lastWords;
  };
  const opened = await openDurable(home, { onLostWrite: fail, onLog });
  // treats all that PostgreSQL throws as a crash, except its return to the main loop; PGlite would ignore the crash
  const mainLoopOnce = opened.Module._PostgresMainLoopOnce;
  opened.Module._PostgresMainLoopOnce = () => {
    try {
      mainLoopOnce();
    } catch (error) {
      if ((error as { status?: number }).status !== TO_MAIN_LOOP) fail(error);
      throw error;
    }
  };
  return opened;
}

/** Accepts a connection and closes the one before, because there is only one PostgreSQL session. */
function connect(port: MessagePort): void {
  connection?.close();
  connection = port;
  port.on('message', (messages: Uint8Array[]) => exchange(port, messages).catch(fail));
}

async function exchange(port: MessagePort, messages: Uint8Array[]): Promise<void> {
  if (port !== connection) return;
  if (messages.some((message) => message[0] === TERMINATE)) {
    connection = null;
    port.close();
    return;
  }
  if (messages[0]?.[0] === STARTUP) await forgetSession();
  const bytes = messages.length === 1 && messages[0] !== undefined ? messages[0] : Buffer.concat(messages);
  await database.execProtocolRawStream(bytes, {
    onRawData: (data) => {
      const answer = data.slice();
      port.postMessage(answer, [answer.buffer]);
    },
  });
}

async function forgetSession(): Promise<void> {
  if (database.isInTransaction()) await database.exec('rollback');
  await database.exec('discard all');
}

async function close(): Promise<void> {
  await database.exec('checkpoint');
  await database.close();
  process.exit(0);
}
