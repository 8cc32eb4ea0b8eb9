import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientBase } from 'pg';
import { HOME } from './embedded/directory-lock.ts';
import { connectEmbedded } from './embedded/embedded.ts';
import { asStoreError } from './failures.ts';
import { applyMigrations } from './migrations.ts';
import { CONNECT_MS, Primary, PrimaryClient } from './primary.ts';
import { keysBeside } from './sealing/keys.ts';
import {
  forgetOtherKeys,
  type MasterKey,
  SECRETS,
  SealBroken,
  Seals,
  SecretsKeyError,
  type SecretTableName,
  sealerFor,
  tableOf,
} from './sealing/secrets.ts';
import { asUnfit, prepareMigration } from './session.ts';

const ROWS_AT_ONCE = 500;
/** If rows still need encryption after this many rounds, another server writes with an old key. */
const MOST_ROUNDS = 10;

export interface SealedTable {
  table: SecretTableName;
  fromClear: number;
  fromOlderKeys: number;
}

export interface Sealing {
  tables: SealedTable[];
  key: string;
  /** descriptions of rows that cannot be decrypted and that stay unchanged */
  broken: string[];
  /** the number of other rows that are not encrypted with `key` */
  left: number;
  unneeded: string[];
}

type OnTable = (table: string, rows: number) => void;

/** Encrypts all secrets with the first key while servers run. An interrupted run continues where it stopped. Throws
 * `SecretsKeyError`, `StoreUnavailable`, `MigrationError`, `UnfitDatabase`. */
export async function sealPostgres(url: string, keys: readonly MasterKey[], onTable: OnTable): Promise<Sealing> {
  const primary = await Primary.find(url);
  const client = new PrimaryClient(primary, { connectionTimeoutMillis: CONNECT_MS });
  try {
    await client.connect();
    await prepareMigration(client);
    return await sealAll(client, keys, onTable);
  } catch (error) {
    throw asUnfit(asStoreError(error));
  } finally {
    await client.end();
    primary.close();
  }
}

/** Encrypts the secrets of an embedded database. If `given` is empty, uses the keys in the directory. */
export async function sealEmbedded(directory: string, given: readonly MasterKey[], onTable: OnTable): Promise<Sealing> {
  if (!existsSync(join(directory, HOME)))
    throw new SecretsKeyError(`${directory} holds no embedded database: set DATA_DIR to the value that the server has`);
  const { client, close } = await connectEmbedded(directory);
  try {
    return await sealAll(client, given.length > 0 ? given : keysBeside(directory), onTable);
  } catch (error) {
    throw asStoreError(error);
  } finally {
    await close();
  }
}

async function sealAll(client: ClientBase, keys: readonly MasterKey[], onTable: OnTable): Promise<Sealing> {
  const [first] = keys;
  if (first === undefined) throw new SecretsKeyError('there is no encryption key: set SECRETS_KEY');
  await applyMigrations(client);
  // writes the test value of each old key again, so that no server starts without that key while rows still need it
  for (const key of keys.slice(1)) await sealerFor(client, [...new Set([key, ...keys])]);
  const seals = new Seals(await sealerFor(client, keys));
  const names = Object.keys(SECRETS) as SecretTableName[];
  const tables = names.map((table) => ({ table, fromClear: 0, fromOlderKeys: 0 }));
  let broken: string[];
  let left: number;
  let rounds = 0;
  do {
    broken = await sealRound(client, first, seals, tables, rounds === 0 ? onTable : () => {});
    left = (await needyIn(client, first, names)) - broken.length;
    rounds++;
  } while (left > 0 && rounds < MOST_ROUNDS);
  const unneeded = left === 0 && broken.length === 0 ? await forgetOtherKeys(client, first) : [];
  return { tables, key: first.id, broken, left, unneeded };
}

/** Counts the rows that are not encrypted with the first key, in one statement for each table. */
async function needyIn(client: ClientBase, { id }: MasterKey, names: readonly SecretTableName[]): Promise<number> {
  let needy = 0;
  for (const table of names) {
    const counting = `select count(*)::int as needy from ${table} where ${needs(table)} and ${isKept(table)}`;
    const { rows } = await client.query<{ needy: number }>(counting, [id]);
    needy += rows[0]?.needy ?? 0;
  }
  return needy;
}

type Key = Record<string, string>;

/** Encrypts all tables once and adds to the counts in `tables`. Describes the rows that it cannot decrypt. */
async function sealRound(
  client: ClientBase,
  { id }: MasterKey,
  seals: Seals,
  tables: readonly SealedTable[],
  onTable: OnTable,
): Promise<string[]> {
  const broken: string[] = [];
  for (const count of tables) {
    const { table } = count;
    for (let after: Key | null = null; ; ) {
      const from = performance.now();
      const page = await keysOf(table, after);
      const needy = page.filter(({ needs }) => needs).map(({ key }) => key);
      if (needy.length > 0) {
        await seal(needy, count);
        // leaves half of the time to the servers
        await sleep(performance.now() - from);
      }
      if (page.length < ROWS_AT_ONCE) break;
      after = page.at(-1)?.key ?? null;
    }
    onTable(table, count.fromClear + count.fromOlderKeys);
  }
  return broken;

  async function keysOf(table: SecretTableName, after: Key | null): Promise<{ key: Key; needs: boolean }[]> {
    const { key } = tableOf(table);
    const columns = Object.values(key).map(([column]) => column);
    const types = Object.values(key).map(([, type], i) => `$${i + 2}::${type}`);
    const beyond = `(${columns.join(', ')}) > (${types.join(', ')})`;
    // `order by` names the table, because `version` alone would mean the text that is selected under this name
    const { rows } = await client.query<Key & { needs: boolean }>(
      `select ${columns.map((column) => `${column}::text`).join(', ')}, ${needs(table)} as needs
       from ${table} where ${after === null ? 'true' : beyond} and ${isKept(table)}
       order by ${columns.map((column) => `${table}.${column}`).join(', ')} limit ${ROWS_AT_ONCE}`,
      [id, ...(after === null ? [] : columns.map((column) => after[column]))],
    );
    return rows.map(({ needs, ...key }) => ({ key: key as Key, needs }));
  }

  /** Encrypts rows. Skips rows that a server has locked, to avoid deadlocks: the next round encrypts them. */
  async function seal(keys: readonly Key[], count: SealedTable): Promise<void> {
    const { table } = count;
    const { key, beside = {}, secrets } = tableOf(table);
    const columns = Object.values(key);
    const secretColumns = Object.values(secrets).map(({ column }) => column);
    const read = [
      ...Object.entries(key).map(([field, [column]]) => [field, column]),
      ...Object.entries(beside),
      ...Object.entries(secrets).map(([field, { column }]) => [field, column]),
    ];
    const names = columns.map(([column]) => column);
    const lists = columns.map(([, type], i) => `$${i + 2}::${type}[]`).join(', ');
    const valuesOf = (of: readonly Key[]) => names.map((column) => of.map((key) => key[column]));
    const numbered = columns.map(([column]) => `${column}::text as "key ${column}"`).join(', ');
    await client.query('begin');
    try {
      const { rows } = await client.query(
        `select ${read.map(([field, column]) => `${column} as "${field}"`).join(', ')}, sealed, sealed is null as clear, ${numbered} from ${table}
         where (${names.join(', ')}) in (select * from unnest(${lists})) and ${needs(table)} for no key update skip locked`,
        [id, ...valuesOf(keys)],
      );
      const sealed = rows.flatMap((row) => sealedAnew(row, count));
      const found = sealed.map(({ row }) => Object.fromEntries(names.map((name) => [name, row[`key ${name}`]])));
      await client.query(
        `update ${table} set sealed = anew.value, ${secretColumns.map((column) => `${column} = null`).join(', ')}
         from unnest($1::bytea[], ${lists}) as anew (value, ${names.map((name) => `key_${name}`).join(', ')})
         where ${names.map((name) => `${table}.${name} = anew.key_${name}`).join(' and ')}`,
        [sealed.map(({ value }) => value), ...valuesOf(found)],
      );
      await client.query('commit');
    } catch (error) {
      await client.query('rollback').catch(() => {}); // without a connection, the database rolls back by itself
      throw error;
    }
  }

  function sealedAnew(row: any, count: SealedTable): { row: any; value: Uint8Array | null }[] {
    try {
      const value = seals.seal(count.table, seals.open(count.table, row) as never).sealed;
      if (row.clear) count.fromClear++;
      else count.fromOlderKeys++;
      return [{ row, value }];
    } catch (error) {
      if (!(error instanceof SealBroken)) throw error;
      broken.push(error.message);
      return [];
    }
  }
}

/** A condition for a row that is not encrypted with the key $1. Bytes 2 to 5 of `sealed` are the id of its key. A row
 * without any secret is never encrypted. */
function needs(table: SecretTableName): string {
  const secrets = Object.values(tableOf(table).secrets);
  const columns = secrets.map(({ column }) => column).join(', ');
  const clear = secrets.every(({ isNullable }) => isNullable) ? `and num_nonnulls(${columns}) > 0` : '';
  return `(sealed is null ${clear} or encode(substring(sealed from 2 for 4), 'hex') <> $1)`;
}

function isKept(table: SecretTableName): string {
  const { except } = tableOf(table);
  return except === undefined ? 'true' : `not (${except})`;
}
