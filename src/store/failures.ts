import { StoreUnavailable } from './store.ts';

const LOST_SOCKET = new Set([
  'EADDRNOTAVAIL',
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);
/**
 * PostgreSQL's codes for: connection failures (08), a login refused (28), no such database (3D), a standby that does
 * not write (25006), no room (53), shut down, starting up or taking too long (57), trouble with the disk (58).
 */
const SERVER_UNAVAILABLE = /^(08|28|3D|53|57|58)...$|^25006$/;
/** Prisma's: the connection errors, waiting too long for a connection or in a transaction, too many connections. */
const PRISMA_UNAVAILABLE = /^P10..$|^P20(24|28|37)$/;
/** pg and its pool tell these by their words only. */
const PG_UNAVAILABLE =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end)/;
/** The statement was undone because of others at the same rows: deadlock, serialization failure. */
const UNDONE = new Set(['40P01', '40001', 'P2034']);

/** Whether the database could not be asked, as opposed to an answer that is an error. */
export function isUnavailable(error: unknown): boolean {
  return somewhere(error, ({ code, message, self }) => {
    if (self instanceof StoreUnavailable || PG_UNAVAILABLE.test(message)) return true;
    return LOST_SOCKET.has(code) || SERVER_UNAVAILABLE.test(code) || PRISMA_UNAVAILABLE.test(code);
  });
}

/** Whether the database undid a statement that may well succeed when it is sent again. */
export function wasUndone(error: unknown): boolean {
  return somewhere(error, ({ code }) => UNDONE.has(code));
}

/** The error to pass on to callers of the store. */
export function asStoreError(error: unknown): unknown {
  if (error instanceof StoreUnavailable || !isUnavailable(error)) return error;
  return new StoreUnavailable(`the database is not available: ${innermostMessage(error)}`, { cause: error });
}

interface Trouble {
  self: unknown;
  code: string;
  message: string;
}

/**
 * Looks through an error and what it wraps: Prisma wraps the adapter's errors, which hold PostgreSQL's code as
 * `originalCode`, and a refused connection to a host of several addresses is an aggregate of errors.
 */
function somewhere(error: unknown, matches: (trouble: Trouble) => boolean): boolean {
  for (const self of wrapped(error)) {
    const { code, originalCode, message } = self;
    const text = typeof message === 'string' ? message : '';
    for (const name of [code, originalCode, '']) {
      if (typeof name === 'string' && matches({ self, code: name, message: text })) return true;
    }
  }
  return false;
}

function innermostMessage(error: unknown): string {
  const messages = [...wrapped(error)].map(({ originalMessage, message }) => originalMessage ?? message);
  return String(messages.findLast((message) => typeof message === 'string' && message !== '') ?? error);
}

function* wrapped(error: unknown, seen = new Set<unknown>()): Generator<Record<string, unknown>> {
  if (typeof error !== 'object' || error === null || seen.has(error)) return;
  seen.add(error);
  const self = error as Record<string, unknown>;
  yield self;
  yield* wrapped(self.cause, seen);
  yield* wrapped((self.meta as Record<string, unknown> | undefined)?.driverAdapterError, seen);
  if (Array.isArray(self.errors)) for (const part of self.errors) yield* wrapped(part, seen);
}
