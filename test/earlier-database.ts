import { cpSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { expect } from 'vitest';
import { MIGRATIONS } from '../src/places.ts';
import { openEmbedded } from '../src/store/embedded/embedded.ts';
import { EmbeddedServer } from '../src/store/embedded/server.ts';
import { applyMigrations } from '../src/store/migrations.ts';
import { KEYS, type Kind, newDatabase, type TestDatabase, temporaryDirectory } from './store/test-store.ts';

const FILE = new URL('fixtures/earlier-database/database-2026-11-27.json.gz', import.meta.url);
const BOOK = '_prisma_migrations';

interface Dump {
  /** the first digits of the hash of each state, by game and version; null before the game starts */
  positions: Record<string, (string | null)[]>;
  tables: Record<string, Record<string, any>[]>;
}

export const DUMP: Dump = JSON.parse(gunzipSync(readFileSync(FILE)).toString('utf8'));

export async function earlierDatabase(kind: Kind): Promise<Pick<TestDatabase, 'open' | 'remove'>> {
  if (kind === 'postgres') {
    const { target, open, remove } = await newDatabase();
    await fill(new pg.Client({ connectionString: target }));
    return { open, remove };
  }
  const directory = temporaryDirectory();
  const server = new EmbeddedServer(directory, () => {});
  await server.ready;
  await fill(new pg.Client({ stream: () => server.connect(), user: 'postgres' }));
  await server.stop();
  return {
    open: () => openEmbedded({ directory, keys: KEYS }),
    remove: async () => rmSync(directory, { recursive: true }),
  };
}

async function fill(client: pg.Client): Promise<void> {
  await client.connect();
  try {
    await client.query('drop schema public cascade; create schema public'); // a new database has the tables of the present build
    await migrateAsThen(client);
    await client.query('set session_replication_role = replica'); // ignores foreign keys, so that tables can be filled in any order
    for (const [name, rows] of Object.entries(DUMP.tables)) {
      if (name === BOOK) continue;
      const insert = `insert into "${name}" select * from json_populate_recordset(null::"${name}", $1)`;
      await client.query(insert, [JSON.stringify(rows)]);
    }
  } finally {
    await client.end();
  }
}

/** Creates the tables by the migrations that the earlier build had. Throws if one of them has changed since. */
async function migrateAsThen(client: pg.Client): Promise<void> {
  const applied = DUMP.tables[BOOK]?.map(({ migration_name: name, checksum }) => ({ name, checksum })) ?? [];
  const folder = temporaryDirectory();
  for (const { name } of applied) cpSync(join(MIGRATIONS, name), join(folder, name), { recursive: true });
  await applyMigrations(client, folder);
  rmSync(folder, { recursive: true });
  const { rows } = await client.query(`select migration_name as name, checksum from ${BOOK} order by 1`);
  expect(rows).toEqual(applied);
}
