import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { HOME } from './embedded/directory-lock.ts';
import { connectEmbedded } from './embedded/embedded.ts';
import { asStoreError, Fixable } from './failures.ts';
import { applyMigrations } from './migrations.ts';
import { CONNECT_MS, Primary, PrimaryClient } from './primary.ts';
import { assertKeepsText, asUnfit, prepareMigration } from './session.ts';

const MIGRATIONS_TABLE = '_prisma_migrations';
const ROWS_AT_ONCE = 500;

/** Thrown if the copy was refused or rolled back, so that the target has no rows. */
export class CopyRefused extends Fixable {}

export interface CopiedTable {
  table: string;
  rows: number;
  /** a checksum of all values of all rows, which does not depend on the order of the rows */
  checksum: string;
}

/** Copies a database with one consistent read and one transaction, which commits only if both sides are equal. The
 * source changes only by migrations that it lacks. Throws `CopyRefused`, `DataDirectoryInUse`, `StoreUnavailable`,
 * `UnfitDatabase`. */
export async function copyToPostgres(directory: string, url: string): Promise<CopiedTable[]> {
  if (!existsSync(join(directory, HOME)))
    throw new CopyRefused(`${directory} holds no embedded database: set --from to the DATA_DIR of a server`);
  const { client: source, close } = await connectEmbedded(directory);
  const releases = [close];
  try {
    const primary = await Primary.find(url);
    releases.push(async () => primary.close());
    const target = new PrimaryClient(primary, { connectionTimeoutMillis: CONNECT_MS });
    await target.connect();
    releases.push(() => target.end());
    for (const client of [source, target]) await client.query(`set timezone = 'UTC'; set datestyle = 'ISO'`);
    await prepareMigration(target);
    await assertKeepsText(target);
    await applyMigrations(source);
    return await moveAll(source, target);
  } catch (error) {
    throw asUnfit(asStoreError(error));
  } finally {
    for (const release of releases.toReversed()) await release();
  }
}

async function moveAll(source: pg.Client, target: pg.Client): Promise<CopiedTable[]> {
  const tables = await tablesOf(source);
  const others = (await tablesOf(target)).filter((table) => !tables.includes(table));
  if (others.length > 0)
    throw new CopyRefused(`the target has the tables ${others.join(', ')}: give an empty target with --to`);
  await applyMigrations(target);
  const known = await tablesOf(target);
  const strange = tables.filter((table) => !known.includes(table));
  if (strange.length > 0)
    throw new CopyRefused(`a newer Croupier created the tables ${strange.join(', ')}: copy with that version`);
  await source.query('begin isolation level repeatable read read only');
  await target.query('begin');
  try {
    await target.query(`lock table ${tables.map(quoted).join(', ')} in access exclusive mode`);
    for (const table of tables) await refuseRows(target, table);
    await makePartitions(source, target);
    const moved: CopiedTable[] = [];
    for (const table of tables) moved.push(await moveTable(source, target, table));
    await target.query('commit');
    return moved;
  } catch (error) {
    await target.query('rollback').catch(() => {}); // without a connection, the database rolls back by itself
    throw error;
  }
}

/** Returns all tables, each after the tables that it references. No table references itself, even indirectly. */
async function tablesOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`
    with recursive placed (id, place) as (
      select oid, 0 from pg_class where relnamespace = current_schema()::regnamespace
        and relkind in ('r', 'p') and not relispartition and relname <> '${MIGRATIONS_TABLE}'
      union
      select conrelid, place + 1 from placed join pg_constraint on confrelid = id and contype = 'f'
    )
    select relname as name from placed join pg_class on pg_class.oid = id
    where not relispartition group by relname order by max(place), relname`);
  return rows.map(({ name }) => name);
}

async function refuseRows(target: pg.Client, table: string): Promise<void> {
  const { rowCount } = await target.query(`select from ${quoted(table)} limit 1`);
  if (rowCount !== 0) throw new CopyRefused(`the target has rows in its table ${table}: give an empty one with --to`);
}

async function makePartitions(source: pg.Client, target: pg.Client): Promise<void> {
  const { rows } = await source.query<{ name: string; bound: string }>(`
    select relname as name, pg_get_expr(relpartbound, oid) as bound from pg_class
    where relispartition and relkind = 'r' and relnamespace = current_schema()::regnamespace`);
  for (const { name, bound } of rows) {
    await target.query(`create table if not exists ${quoted(name)} partition of game_event ${bound}`);
  }
}

async function moveTable(source: pg.Client, target: pg.Client, table: string): Promise<CopiedTable> {
  const columns = await columnsOf(source, table);
  const names = columns.map(({ name }) => quoted(name)).join(', ');
  const texts = columns.map(({ name }) => `${quoted(name)}::text`).join(', ');
  const values = columns.map(({ name, type }) => `${quoted(name)}::${type}`).join(', ');
  const lists = columns.map((_, i) => `$${i + 1}::text[]`).join(', ');
  const insert = `insert into ${quoted(table)} (${names}) select ${values} from unnest(${lists}) as moved (${names})`;
  await source.query(`declare rows cursor for select ${texts} from ${quoted(table)}`);
  for (;;) {
    const { rows } = await source.query<(string | null)[]>({
      text: `fetch ${ROWS_AT_ONCE} from rows`,
      rowMode: 'array',
    });
    if (rows.length === 0) break;
    await target.query(
      insert,
      columns.map((_, i) => rows.map((row) => row[i])),
    );
  }
  await source.query('close rows');
  const [wanted, copied] = [await contentsOf(source, table, columns), await contentsOf(target, table, columns)];
  if (wanted.rows === copied.rows && wanted.checksum === copied.checksum) return { table, ...copied };
  throw new CopyRefused(
    `the copy of ${table} is wrong: its rows and checksum are ${JSON.stringify(copied)}, not ${JSON.stringify(wanted)}. Copy again. If that fails too, report it`,
  );
}

interface Column {
  name: string;
  type: string;
}

async function columnsOf(client: pg.Client, table: string): Promise<Column[]> {
  const { rows } = await client.query<Column>(
    `select attname as name, format_type(atttypid, atttypmod) as type
     from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped order by attnum`,
    [quoted(table)],
  );
  return rows;
}

async function contentsOf(client: pg.Client, table: string, columns: readonly Column[]) {
  const names = columns.map(({ name }) => quoted(name)).join(', ');
  const { rows } = await client.query<{ rows: number; checksum: string }>(`
    select count(*)::int as rows,
      coalesce(sum(('x' || left(md5(row(${names})::text), 15))::bit(60)::bigint), 0)::text as checksum
    from ${quoted(table)}`);
  if (rows[0] === undefined) throw new Error('a count has no row');
  return rows[0];
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
