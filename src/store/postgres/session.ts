import type { ClientBase } from 'pg';

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
