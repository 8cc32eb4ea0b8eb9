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
