import { LRUCache } from 'lru-cache';

/** Why the database does not do what it is asked: it does not answer, its disk is full, or it can only be read. */
export type StoreTrouble = 'unreachable' | 'full' | 'readOnly';

/**
 * The database cannot be reached, or broke off, or took too long, or cannot write. A write that fails so may have been
 * committed or not: only reading tells.
 */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable';
  readonly trouble: StoreTrouble;

  constructor(message: string, { cause, trouble = 'unreachable' }: { cause?: unknown; trouble?: StoreTrouble } = {}) {
    super(message, { cause });
    this.trouble = trouble;
  }
}

/** Nothing was written: the accounts of these players, for whom it was to be written, are deleted. */
export class AccountsDeleted extends Error {
  override name = 'AccountsDeleted';
  readonly playerIds: readonly string[];

  constructor(playerIds: readonly string[]) {
    super(`the account is deleted: ${playerIds.join(', ')}`);
    this.playerIds = playerIds;
  }
}

/** Nothing was written: these players, with whom somebody was to sit down, are suspended. */
export class PlayersSuspended extends Error {
  override name = 'PlayersSuspended';

  constructor(playerIds: readonly string[]) {
    super(`suspended: ${playerIds.join(', ')}`);
  }
}

/** Rows of the log of a game or a competition are missing or changed: it does not lead to its head. Only a back-up helps. */
export class LogDamaged extends Error {
  override name = 'LogDamaged';
  readonly what: 'game' | 'competition';
  readonly id: string;

  constructor(what: 'game' | 'competition', id: string, how: string) {
    super(`the log of ${what} ${id} ${how}`);
    this.what = what;
    this.id = id;
  }
}

/** Reports each damaged log once, until it is read well again. */
export class DamagedLogs {
  readonly #what: LogDamaged['what'];
  readonly #onDamage: (error: LogDamaged) => void;
  readonly #reported = new LRUCache<string, true>({ max: 10_000 });

  constructor(what: LogDamaged['what'], onDamage: (error: LogDamaged) => void = () => {}) {
    this.#what = what;
    this.#onDamage = onDamage;
  }

  /** The error to throw. */
  found(id: string, how: string): LogDamaged {
    const error = new LogDamaged(this.#what, id, how);
    if (!this.#reported.has(id)) this.#onDamage(error);
    this.#reported.set(id, true);
    return error;
  }

  readWell(id: string): void {
    this.#reported.delete(id);
  }
}

const REASONS: Record<string, string> = {
  EDQUOT: 'the quota of this user is used up',
  EEXIST: 'it is no folder',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'it is no folder',
  EROFS: 'it can only be read',
};

/** Another process has the data directory open. */
export class DataDirectoryInUse extends Error {
  override name = 'DataDirectoryInUse';

  constructor(directory: string) {
    super(`the data directory ${directory} is in use by another process`);
  }
}

/** The data directory cannot be made or written to. */
export class DataDirectoryUnusable extends Error {
  override name = 'DataDirectoryUnusable';

  constructor(directory: string, cause: NodeJS.ErrnoException) {
    const who = process.geteuid === undefined ? 'this process' : `the user with id ${process.geteuid()}`;
    const { code = '' } = cause;
    const help = ['EACCES', 'EPERM'].includes(code) ? 'give it to that user' : (REASONS[code] ?? cause.message);
    super(`${who} cannot write to the data directory ${directory} (${code}): ${help}, or name another as DATA_DIR`, {
      cause,
    });
  }
}

/** Signs that the database could not be asked or broke off, by whoever noticed. */
const UNAVAILABLE = [
  // Node, at the socket
  /^(EADDRNOTAVAIL|EAI_AGAIN|ECONN(ABORTED|REFUSED|RESET)|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EPIPE|ETIMEDOUT)$/,
  // PostgreSQL: connection failed (08), login refused (28), no such database (3D), no room (53), shut down, starting
  // up or taking too long (57), trouble with the disk (58), a standby that does not write, a transaction cut short
  /^(08|28|3D|53|57|58)...$|^25(006|P03|P04)$/,
  // PostgreSQL, of a database that is closed to connections: 55000, which other errors have too
  /^database ".+" is not currently accepting connections$/,
  // Prisma: connection failed, waited too long for a connection or a transaction, too many connections
  /^P10..$|^P20(24|28|37)$/,
  // Prisma's adapter
  /^(ConnectionClosed|DatabaseNotReachable|SocketTimeout|TlsConnectionError)$/,
  // the system, of the disk of the database
  /: Read-only file system$/,
  // pg and its pool, which use words only
  /^(Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client was closed)/,
  /^(Client has encountered a connection error|Cannot use a pool after calling end)/,
];
/** Signs of a database that answers and cannot write. */
const FULL = [/^53100$/, /: (No space left on device|Disk quota exceeded)$/];
const READ_ONLY = [/^25006$/, /: Read-only file system$/];

/** The statement was undone because of others at the same rows: deadlock, serialization failure. */
const UNDONE = [/^(40P01|40001|P2034|TransactionWriteConflict)$/];

/** A lock was held by others for too long, or they would have waited for each other. */
const LOCKED_OUT = [/^(55P03|40P01)$/];

/** A row of that key was there: unique violation. */
const THERE = [/^(23505|P2002|UniqueConstraintViolation)$/];

class StatementRefused extends Error {}

const PASSED_ON = [StoreUnavailable, AccountsDeleted, LogDamaged, PlayersSuspended, StatementRefused];

/** Whether a row was refused because something that may be there only once is there already. */
export function wasThere(error: unknown): boolean {
  return showsSign(error, THERE);
}

/** The constraint that refuses every row for a month that an operator has detached (docs/operations.md). */
const MONTH_AWAY = 'game_event_away';

/** Whether a row was refused because the month of its game is detached. */
export function isOfMonthAway(error: unknown): boolean {
  return [...unwrapped(error)].some(({ constraint }) => constraint === MONTH_AWAY);
}

/** Whether the database could not be asked, as opposed to an answer that is an error. */
export function isUnavailable(error: unknown): boolean {
  return error instanceof StoreUnavailable || showsSign(error, UNAVAILABLE);
}

/** Whether the database undid a statement that may well succeed when it is sent again. */
export function wasUndone(error: unknown): boolean {
  return showsSign(error, UNDONE);
}

/** Whether a statement did nothing because others held a lock that it needs. */
export function wasLockedOut(error: unknown): boolean {
  return showsSign(error, LOCKED_OUT);
}

/** The error to pass on to callers of the store. */
export function asStoreError(error: unknown): unknown {
  if (error instanceof StoreUnavailable || !isUnavailable(error)) return error;
  const trouble = troubleIn(error);
  return new StoreUnavailable(`the database is not available: ${innermostMessage(error)}`, { cause: error, trouble });
}

function troubleIn(error: unknown): StoreTrouble {
  if (showsSign(error, FULL)) return 'full';
  return showsSign(error, READ_ONLY) ? 'readOnly' : 'unreachable';
}

/**
 * The error of a refused statement, fit for the log: what Prisma and PostgreSQL say of it repeats what was written,
 * seeds and hidden cards included, so that only its kind and its codes are kept.
 */
export function withoutValues(error: unknown): unknown {
  if (PASSED_ON.some((kind) => error instanceof kind)) return error;
  const kind = error instanceof Error ? error.name : typeof error;
  const codes = [...unwrapped(error)].flatMap(({ code, originalCode }) => [code, originalCode]);
  const named = new Set(codes.filter((code) => typeof code === 'string'));
  return new StatementRefused(`the database refused a statement: ${[kind, ...named].join(' ')}`);
}

/**
 * An error and all that it wraps: Prisma's errors have the adapter's as their cause or in `meta`, and those that of the
 * driver; a host of several addresses that all refuse gives an aggregate.
 */
function* unwrapped(error: unknown, seen = new Set<unknown>()): Generator<Record<string, unknown>> {
  if (typeof error !== 'object' || error === null || seen.has(error)) return;
  seen.add(error);
  const { cause, meta, errors } = error as Record<string, unknown>;
  yield error as Record<string, unknown>;
  const adapterError = (meta as Record<string, unknown> | undefined)?.driverAdapterError;
  for (const inner of [cause, adapterError, ...(Array.isArray(errors) ? errors : [])]) yield* unwrapped(inner, seen);
}

function showsSign(error: unknown, signs: RegExp[]): boolean {
  for (const { code, errorCode, originalCode, kind, message } of unwrapped(error)) {
    const words = [code, errorCode, originalCode, kind, message].filter((word) => typeof word === 'string');
    if (words.some((word) => signs.some((sign) => sign.test(word)))) return true;
  }
  return false;
}

/** What the error that all others wrap says. */
export function innermostMessage(error: unknown): string {
  const messages = [...unwrapped(error)].map(({ originalMessage, message }) => originalMessage ?? message);
  return String(messages.findLast((message) => typeof message === 'string' && message !== '') ?? error).trim();
}
