import pg, { type ClientBase } from 'pg';
import { Fixable, isUnavailable } from './failures.ts';

export function openPool(config: pg.PoolConfig, onConnectionLost: (error: Error) => void = () => {}): pg.Pool {
  const pool = new pg.Pool(config);
  pool.on('error', onConnectionLost);
  // a client in use has no other listener for errors between its queries: an unhandled error event would end the process
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

const STATEMENT_MS = 4_000;
const IDLE_TRANSACTION_MS = 10_000;
/** The longest wait for a lock at the start. It is short, because other queries on the table queue behind it. */
export const LOCK_MS = 1_000;

/** Overrides settings of the database. The adapter needs ISO times in UTC, appends need null in arrays and
 * `read committed`, Prisma needs the schema `public`, and commits must wait until they are on disk. */
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

/** Removes all time limits except that on locks. `transaction_timeout` exists only since PostgreSQL 17. */
export async function prepareMigration(client: ClientBase): Promise<void> {
  await client.query(`
    set search_path = public;
    set lock_timeout = ${LOCK_MS};
    select set_config(name, '0', false) from pg_settings where name in
      ('statement_timeout', 'transaction_timeout', 'idle_session_timeout', 'idle_in_transaction_session_timeout')`);
}

/** Thrown for a database that cannot be used. The message says how to change it. */
export class UnfitDatabase extends Fixable {}

const ENCODING = 'UTF8';
const NO_RIGHT = '42501';

export async function assertKeepsText(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ encoding: string }>(`select current_setting('server_encoding') as encoding`);
  const { encoding } = rows[0] ?? { encoding: 'unknown' };
  if (encoding === ENCODING) return;
  throw new UnfitDatabase(
    `the encoding of the database is ${encoding}, which cannot store every name: ` +
      "create another database with `create database … template template0 encoding 'UTF8'`",
  );
}

export function asUnfit(error: unknown): unknown {
  if (!(error instanceof pg.DatabaseError) || isUnavailable(error)) return error;
  const who = error.code === NO_RIGHT ? ' (make the user of DATABASE_URL the owner of the schema public)' : '';
  return new UnfitDatabase(`the database rejected an SQL statement during the start: ${error.message}${who}`, {
    cause: error,
  });
}
