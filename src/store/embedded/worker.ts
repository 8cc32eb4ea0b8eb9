import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { PGlite } from '@electric-sql/pglite';
import { HOME } from './directory-lock.ts';
import { openDurable, syncPath, syncTree } from './durable-files.ts';
import { unpackPrepared } from './prepared-database.ts';

/** From the store to this thread. A port carries one connection: arrays of whole protocol messages there, bytes back. */
export type Order = { kind: 'connect'; port: MessagePort } | { kind: 'close' };
/** From this thread to the store. It ends after `failed`. */
export type Notice = { kind: 'ready' } | { kind: 'failed'; reason: string };

/** First bytes of the messages that begin and end a connection. */
const STARTUP = 0;
const TERMINATE = 'X'.charCodeAt(0);
/** With what PostgreSQL jumps back to its main loop after a statement's error. */
const TO_MAIN_LOOP = 100;

/** By the code that Node gives; `CODES` has the numbers that WASI gives for them. */
const REASONS: Record<string, string> = {
  EACCES: 'this user may not write there (EACCES)',
  EDQUOT: 'the quota of this user is used up (EDQUOT)',
  EIO: 'the disk fails (EIO)',
  EMFILE: 'this process may not open more files: raise `ulimit -n` (EMFILE)',
  ENFILE: 'this machine may not open more files (ENFILE)',
  ENOSPC: 'no space left on its disk (ENOSPC)',
  EPERM: 'this user may not write there (EPERM)',
  EROFS: 'its disk can only be read (EROFS)',
};
const CODES = new Map(
  Object.entries({
    2: 'EACCES',
    19: 'EDQUOT',
    29: 'EIO',
    33: 'EMFILE',
    41: 'ENFILE',
    51: 'ENOSPC',
    63: 'EPERM',
    69: 'EROFS',
  }),
);

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

/** Ends this thread here and now, even from inside PostgreSQL: after a failure nothing may be answered. */
function fail(error: unknown): never {
  notify({ kind: 'failed', reason: lastWords || wordsOf(error) });
  process.exit(1);
}

/** The file system within PGlite throws objects that are no errors, with the numbers of WASI. */
function wordsOf(error: unknown): string {
  const { code, errno } = (error ?? {}) as { code?: string; errno?: number };
  const known = REASONS[code ?? CODES.get(String(errno)) ?? ''];
  return known ?? (error instanceof Error ? error.message : JSON.stringify(error));
}

/** The directory `pg` comes into being whole, by renaming: a first start that is interrupted leaves none. */
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
  // PGlite swallows whatever PostgreSQL throws and goes on, but all save that jump is a crash
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

/** There is one PostgreSQL session only, so a new connection ends the one before. */
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

/** Transaction, prepared statements and settings of the connection before. */
async function forgetSession(): Promise<void> {
  if (database.isInTransaction()) await database.exec('rollback');
  await database.exec('discard all');
}

async function close(): Promise<void> {
  await database.exec('checkpoint');
  await database.close();
  process.exit(0);
}
