import pg, { type ClientBase } from 'pg';
import { isUnavailable } from './failures.ts';

/** `onConnectionLost` is told of idle connections that break off; the pool opens others when they are needed. */
export function openPool(config: pg.PoolConfig, onConnectionLost: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool(config);
  pool.on('error', onConnectionLost);
  // in the moment between two users nobody else listens, and an error that nobody listens to ends the process
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

const STATEMENT_MS = 4_000;
const IDLE_TRANSACTION_MS = 10_000;
/** How long a start waits for a lock at most: everything that needs the table waits behind it. */
export const LOCK_MS = 1_000;

/**
 * What the statements of this service rely on, whatever is set for the server, the database or the role: the adapter
 * writes and reads times in ISO form and without their zone, appends send nulls in arrays and look again at rows that
 * others changed meanwhile, Prisma looks for tables in `public`, and what was answered is on disk.
 */
export async function prepareSession(client: ClientBase): Promise<void> {
  await client.query(`
    set timezone = 'UTC';
    set datestyle = 'ISO';
    set extra_float_digits = 1;
    set array_nulls = on;
    set search_path = public;
    set default_transaction_isolation = 'read committed';
    set lock_timeout = 0;
    set idle_session_timeout = 0;
    set statement_timeout = ${STATEMENT_MS};
    set idle_in_transaction_session_timeout = ${IDLE_TRANSACTION_MS};
    select set_config('synchronous_commit', 'on', false) where current_setting('synchronous_commit') = 'off'`);
}

/** A migration takes as long as it takes; `transaction_timeout` is known from PostgreSQL 17 on. */
export async function prepareMigration(client: ClientBase): Promise<void> {
  await client.query(`
    set search_path = public;
    set lock_timeout = ${LOCK_MS};
    select set_config(name, '0', false) from pg_settings where name in
      ('statement_timeout', 'transaction_timeout', 'idle_session_timeout', 'idle_in_transaction_session_timeout')`);
}

/** A database on which this service cannot work; the message says what has to be done to it. */
export class UnfitDatabase extends Error {
  override name = 'UnfitDatabase';
}

const ENCODING = 'UTF8';
const NO_RIGHT = '42501';

/** Throws `UnfitDatabase` where not every name could be stored. */
export async function assertKeepsText(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ encoding: string }>(`select current_setting('server_encoding') as encoding`);
  const { encoding } = rows[0] ?? { encoding: 'unknown' };
  if (encoding === ENCODING) return;
  throw new UnfitDatabase(
    `the encoding of the database is ${encoding}, in which not every name can be stored: ` +
      "make another with `create database … template template0 encoding 'UTF8'`",
  );
}

/** What the database refused at the start, as a sentence; any other error as it is. */
export function asUnfit(error: unknown): unknown {
  if (!(error instanceof pg.DatabaseError) || isUnavailable(error)) return error;
  const who = error.code === NO_RIGHT ? ' (its user needs all rights to its schema public, best as its owner)' : '';
  return new UnfitDatabase(`the database refuses what the start needs: ${error.message}${who}`, { cause: error });
}
