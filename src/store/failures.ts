import { LRUCache } from 'lru-cache';

/** An error that the operator can correct. It is printed as one line without a stack. */
export class Fixable extends Error {
  override name = this.constructor.name;
}

export type StoreTrouble = 'unreachable' | 'full' | 'readOnly';

/** Thrown if the database is unavailable. A write that throws this may have been committed; only a read can tell. */
export class StoreUnavailable extends Fixable {
  readonly trouble: StoreTrouble;

  constructor(message: string, { cause, trouble = 'unreachable' }: { cause?: unknown; trouble?: StoreTrouble } = {}) {
    super(message, { cause });
    this.trouble = trouble;
  }
}

/** Thrown because players are deleted. Nothing was written. */
export class AccountsDeleted extends Error {
  override name = 'AccountsDeleted';
  readonly playerIds: readonly string[];

  constructor(playerIds: readonly string[]) {
    super(`the account is deleted: ${playerIds.join(', ')}`);
    this.playerIds = playerIds;
  }
}

/** Thrown because players are suspended. Nothing was written. */
export class PlayersSuspended extends Error {
  override name = 'PlayersSuspended';

  constructor(playerIds: readonly string[]) {
    super(`suspended: ${playerIds.join(', ')}`);
  }
}

/** Thrown if rows of a log are missing or changed. Only a backup helps. */
export class LogDamaged extends Fixable {
  readonly what: 'game' | 'competition';
  readonly id: string;

  constructor(what: 'game' | 'competition', id: string, how: string, remedy = 'Restore a backup of the database') {
    super(`the log of ${what} ${id} is damaged: it ${how}. ${remedy}`);
    this.what = what;
    this.id = id;
  }
}

/** Reports each damaged log once, and again only if it was readable in between. */
export class DamagedLogs {
  readonly #what: LogDamaged['what'];
  readonly #onDamage: (error: LogDamaged) => void;
  readonly #reported = new LRUCache<string, true>({ max: 10_000 });

  constructor(what: LogDamaged['what'], onDamage: (error: LogDamaged) => void = () => {}) {
    this.#what = what;
    this.#onDamage = onDamage;
  }

  found(id: string, how: string): LogDamaged {
    const error = new LogDamaged(this.#what, id, how);
    if (!this.#reported.has(id)) this.#onDamage(error);
    this.#reported.set(id, true);
    return error;
  }

  readIntact(id: string): void {
    this.#reported.delete(id);
  }
}

export const DISK_FULL = 'the disk is full: free some space';
const REASONS: Record<string, string> = {
  EDQUOT: 'the quota of this user is used up: raise it',
  EEXIST: 'it is not a folder: move that file',
  ENOSPC: DISK_FULL,
  ENOTDIR: 'it is not a folder: move that file',
  EROFS: 'it is read-only: mount it for writing',
};

export class DataDirectoryInUse extends Fixable {
  constructor(directory: string) {
    super(`another process uses the data directory ${directory}: stop that process, or set DATA_DIR to another folder`);
  }
}

export class DataDirectoryUnusable extends Fixable {
  constructor(directory: string, cause: NodeJS.ErrnoException) {
    const user = process.geteuid === undefined ? 'its user' : `the user with id ${process.geteuid()}`;
    const { code = '' } = cause;
    const help = ['EACCES', 'EPERM'].includes(code)
      ? `make ${user} the owner of the directory`
      : (REASONS[code] ?? cause.message.replace(`${code}: `, ''));
    super(
      `this process cannot write to the data directory ${directory} (${code}): ${help}, or set DATA_DIR to another folder`,
      { cause },
    );
  }
}

/** Errors of each component which mean that a database is unreachable or was lost. */
const UNAVAILABLE = [
  // codes of Node's socket and files
  /^(EADDRNOTAVAIL|EAI_AGAIN|ECONN(ABORTED|REFUSED|RESET)|EDQUOT|EHOSTUNREACH|ENETUNREACH|ENOSPC|ENOTFOUND|EPIPE|ETIMEDOUT)$/,
  // codes of PostgreSQL: connection failed, login refused, no such database, out of resources, shutdown or timeout,
  // disk, standby
  /^(08|28|3D|53|57|58)...$|^25(006|P03|P04)$/,
  // codes of Prisma: connection failed, timeout, too many connections
  /^P10..$|^P20(24|28|37)$/,
  // the severity of errors that end or refuse a connection
  /^(FATAL|PANIC)$/,
  // kinds of errors of Prisma's adapter
  /^(ConnectionClosed|DatabaseNotReachable|SocketTimeout|TlsConnectionError)$/,
  // a text of the operating system
  /: Read-only file system$/,
  // texts of pg and its pool, whose errors have no codes
  /^(Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client was closed)/,
  /^(Client has encountered a connection error|Cannot use a pool after calling end)/,
];
const FULL = [/^(53100|EDQUOT|ENOSPC)$/, /: (No space left on device|(Disk q|Q)uota exceeded)$/];
const READ_ONLY = [/^25006$/, /: Read-only file system$/];

/** Codes of a deadlock and of a serialization failure, after which another attempt may succeed. */
const UNDONE = [/^(40P01|40001|P2034|TransactionWriteConflict)$/];

/** Codes of a lock timeout and of a deadlock. */
const LOCKED_OUT = [/^(55P03|40P01)$/];

const THERE = [/^(23505|P2002|UniqueConstraintViolation)$/];

class StatementRefused extends Error {}

const PASSED_ON = [StoreUnavailable, AccountsDeleted, LogDamaged, PlayersSuspended, StatementRefused];

const showing = (signs: RegExp[]) => (error: unknown) => showsSign(error, signs);
export const isFull = showing(FULL);
export const wasThere = showing(THERE);
export const wasUndone = showing(UNDONE);
export const wasLockedOut = showing(LOCKED_OUT);

/** The constraint that rejects rows of a month that an operator has detached (docs/operations.md). */
const MONTH_AWAY = 'game_event_away';

export function isOfMonthAway(error: unknown): boolean {
  return [...unwrapped(error)].some(({ constraint }) => constraint === MONTH_AWAY);
}

/** True if the database is unavailable; false if the database answered with an error. */
export function isUnavailable(error: unknown): boolean {
  return error instanceof StoreUnavailable || showsSign(error, UNAVAILABLE);
}

export function asStoreError(error: unknown): unknown {
  if (error instanceof StoreUnavailable || !isUnavailable(error)) return error;
  const trouble = isFull(error) ? 'full' : showsSign(error, READ_ONLY) ? 'readOnly' : 'unreachable';
  return new StoreUnavailable(`the database is not available: ${innermostMessage(error)}`, { cause: error, trouble });
}

/** Prepares an error for the log. Keeps only codes, because messages of Prisma and PostgreSQL repeat values such as
 * seeds and hidden cards. */
export function withoutValues(error: unknown): unknown {
  if (PASSED_ON.some((kind) => error instanceof kind)) return error;
  const kind = error instanceof Error ? error.name : typeof error;
  const codes = [...unwrapped(error)].flatMap(({ code, originalCode }) => [code, originalCode]);
  const named = new Set(codes.filter((code) => typeof code === 'string'));
  return new StatementRefused(`the database refused a statement: ${[kind, ...named].join(' ')}`);
}

/** Finds the errors inside an error: Prisma has the adapter's error as `cause` or in `meta`, and a host with several
 * addresses causes an AggregateError. */
function* unwrapped(error: unknown, seen = new Set<unknown>()): Generator<Record<string, unknown>> {
  if (typeof error !== 'object' || error === null || seen.has(error)) return;
  seen.add(error);
  const { cause, meta, errors } = error as Record<string, unknown>;
  yield error as Record<string, unknown>;
  const adapterError = (meta as Record<string, unknown> | undefined)?.driverAdapterError;
  for (const inner of [cause, adapterError, ...(Array.isArray(errors) ? errors : [])]) yield* unwrapped(inner, seen);
}

function showsSign(error: unknown, signs: RegExp[]): boolean {
  for (const { code, errorCode, originalCode, severity, kind, message } of unwrapped(error)) {
    const words = [code, errorCode, originalCode, severity, kind, message].filter((word) => typeof word === 'string');
    if (words.some((word) => signs.some((sign) => sign.test(word)))) return true;
  }
  return false;
}

export function innermostMessage(error: unknown): string {
  const messages = [...unwrapped(error)].map(({ originalMessage, message }) => originalMessage ?? message);
  const innermost = messages.findLast((message) => typeof message === 'string' && message !== '') ?? error;
  return [String(innermost).trim(), ...(isFull(error) ? [`(${DISK_FULL})`] : [])].join(' ');
}
