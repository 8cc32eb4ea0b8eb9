import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientBase } from 'pg';
import { MIGRATIONS } from '../places.ts';
import { Fixable, isUnavailable, wasLockedOut } from './failures.ts';
import { LOCK_MS } from './session.ts';

/** Thrown if this program cannot change the tables of the database by itself. */
export class MigrationError extends Fixable {}

/** The advisory lock that `prisma migrate` uses too. */
const LOCK = 72707369;
const LOOK_AGAIN_MS = 200;
const PAUSE_MS = 3_000;
const MIGRATIONS_TABLE = `
  create table _prisma_migrations (
    id varchar(36) primary key not null,
    checksum varchar(64) not null,
    finished_at timestamptz,
    migration_name varchar(255) not null,
    logs text,
    rolled_back_at timestamptz,
    started_at timestamptz not null default now(),
    applied_steps_count integer not null default 0
  )`;

interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

export interface MigrationWait {
  why: 'another server migrates' | 'tables are locked' | 'an index is built';
  /** null: another server runs the migrations */
  migration: string | null;
  /** process ids of connections that hold locks on tables in transactions older than the lock timeout, oldest first */
  behind: readonly number[];
}

export type OnWait = (wait: MigrationWait) => void;

/** Carries out migrations and records them as `prisma migrate deploy` does. Servers that start together take turns.
 * Play continues meanwhile: a migration waits at most `LOCK_MS` for a lock on a table, because other queries on the
 * table queue behind the migration. Then it pauses and tries again. */
export async function applyMigrations(db: ClientBase, from = MIGRATIONS, onWait: OnWait = () => {}): Promise<string[]> {
  await takeTurn(db, onWait);
  try {
    await makeBook(db);
    const missing = await findMissing(db, readMigrations(from));
    for (const migration of missing) await apply(db, migration, onWait);
    return missing.map(({ name }) => name);
  } finally {
    await db.query(`select pg_advisory_unlock(${LOCK})`);
  }
}

/** Polls for the lock, because a waiting statement would have a snapshot and so block the building of an index. */
async function takeTurn(db: ClientBase, onWait: OnWait): Promise<void> {
  for (;;) {
    const { rows } = await db.query<{ taken: boolean }>(`select pg_try_advisory_lock(${LOCK}) as taken`);
    if (rows[0]?.taken === true) return;
    onWait({ why: 'another server migrates', migration: null, behind: [] });
    await sleep(LOOK_AGAIN_MS);
  }
}

/** Creates the table of migrations. `if not exists` would need the right to create tables even if the table exists. */
async function makeBook(db: ClientBase): Promise<void> {
  const { rows } = await db.query<{ there: boolean }>(`select to_regclass('_prisma_migrations') is not null as there`);
  if (rows[0]?.there !== true) await db.query(MIGRATIONS_TABLE);
}

function readMigrations(folder: string): Migration[] {
  return readdirSync(folder)
    .sort()
    .filter((name) => existsSync(join(folder, name, 'migration.sql')))
    .map((name) => {
      const sql = readFileSync(join(folder, name, 'migration.sql'), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    });
}

async function findMissing(db: ClientBase, migrations: Migration[]): Promise<Migration[]> {
  const { rows } = await db.query<{ name: string; checksum: string; finished: boolean }>(`
    select migration_name as name, checksum, finished_at is not null as finished
    from _prisma_migrations where rolled_back_at is null`);
  const newer = rows.find(({ name }) => migrations.every((migration) => migration.name !== name));
  if (newer !== undefined) {
    throw new MigrationError(
      `the database was migrated by a newer build (migration ${newer.name}): start that build, or restore a backup from before the migration`,
    );
  }
  return migrations.filter(({ name, checksum }) => {
    const row = rows.find((row) => row.name === name);
    if (row === undefined) return true;
    if (!row.finished) {
      throw new MigrationError(
        `migration ${name} failed earlier: repair the database, mark the migration with \`prisma migrate resolve\`, then start again`,
      );
    }
    if (row.checksum !== checksum)
      throw new MigrationError(
        `migration ${name} was edited after the database applied it: use the build that applied it`,
      );
    return false;
  });
}

async function apply(db: ClientBase, migration: Migration, onWait: OnWait): Promise<void> {
  const { name, sql } = migration;
  const index = indexIn(sql);
  for (;;) {
    try {
      if (index === null) return await applyWhole(db, migration);
      onWait({ why: 'an index is built', migration: name, behind: [] });
      await buildIndex(db, sql, index);
      return await enter(db, migration);
    } catch (error) {
      if (isUnavailable(error)) throw error;
      if (!wasLockedOut(error)) {
        throw new MigrationError(
          `migration ${name} cannot be applied: ${(error as Error).message}. Remove the cause, then start again`,
          { cause: error },
        );
      }
      onWait({ why: 'tables are locked', migration: name, behind: await longTransactions(db) });
      await sleep(PAUSE_MS);
    }
  }
}

async function applyWhole(db: ClientBase, migration: Migration): Promise<void> {
  await db.query('begin');
  try {
    await db.query(`set local lock_timeout = ${LOCK_MS}`);
    await db.query(migration.sql);
    await enter(db, migration);
    await db.query('commit');
  } catch (error) {
    if (!isUnavailable(error)) await db.query('rollback');
    throw error;
  }
}

async function enter(db: ClientBase, { name, checksum }: Migration): Promise<void> {
  await db.query(
    `insert into _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
     values ($1, $2, $3, now(), 1)`,
    [randomUUID(), checksum, name],
  );
}

async function longTransactions(db: ClientBase): Promise<number[]> {
  const { rows } = await db.query<{ pid: number }>(`
    select pid from pg_stat_activity where pid <> pg_backend_pid()
      and coalesce(xact_start < clock_timestamp() - interval '${LOCK_MS} milliseconds', true) -- null: of another user
      and pid in (select pid from pg_locks join pg_database on oid = database join pg_class on pg_class.oid = relation
        where granted and datname = current_database() and relnamespace = to_regnamespace('public'))
    order by xact_start`);
  return rows.map(({ pid }) => pid);
}

const NAME = String.raw`(?:public\.)?(?:"([^"]+)"|([a-z_][a-z0-9_]*))`;
const CREATE = new RegExp(
  String.raw`^create\s+(?:unique\s+)?index\s+concurrently\s+(?:if\s+not\s+exists\s+)?${NAME}\s`,
  'i',
);
const DROP = new RegExp(String.raw`^drop\s+index\s+concurrently\s+(?:if\s+exists\s+)?${NAME}\s*;?\s*$`, 'i');
const COMMENTS = /^\s*--.*$/gm;

interface ConcurrentIndex {
  name: string;
  wanted: boolean;
}

/** Returns the index that a `concurrently` statement builds or drops; null: the migration is no such statement. Such
 * a statement must be the only one of its migration. */
export function indexIn(sql: string): ConcurrentIndex | null {
  const statement = sql.replace(COMMENTS, '').trim();
  const [create, drop] = [CREATE.exec(statement), DROP.exec(statement)];
  const found = create ?? drop;
  if (found === null) return null;
  return { name: found[1] ?? (found[2] as string).toLowerCase(), wanted: create !== null };
}

/** Builds or drops an index. First drops an index that an earlier start left half built. Does nothing if an
 * earlier start finished the work without recording it. */
export async function buildIndex(db: ClientBase, sql: string, { name, wanted }: ConcurrentIndex): Promise<void> {
  await db.query('set lock_timeout = 0'); // the building waits for transactions, but no query queues behind it
  if ((await stateOf(db, name)) === 'invalid') await drop(db, name);
  const isThere = (await stateOf(db, name)) === 'valid';
  try {
    if (isThere !== wanted) await db.query(sql);
  } catch (error) {
    // drops the half-built index, because an invalid unique index would still reject rows
    if ((await stateOf(db, name).catch(() => 'missing')) === 'invalid') await drop(db, name);
    throw error;
  }
  await db.query(`set lock_timeout = ${LOCK_MS}`);
}

async function stateOf(db: ClientBase, name: string): Promise<'valid' | 'invalid' | 'missing'> {
  const { rows } = await db.query<{ valid: boolean }>(
    `select indisvalid and indisready as valid from pg_index where indexrelid = to_regclass(quote_ident($1))`,
    [name],
  );
  if (rows[0] === undefined) return 'missing';
  return rows[0].valid ? 'valid' : 'invalid';
}

async function drop(db: ClientBase, name: string): Promise<void> {
  await db.query(`drop index concurrently if exists "${name}"`);
}
