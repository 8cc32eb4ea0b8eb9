import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { applyMigrations, MIGRATIONS, MigrationError } from '../../src/store/migrations.ts';
import { KINDS, newDatabase, type TestDatabase, temporaryDirectory } from './test-store.ts';

const APPLIED = 'select migration_name, finished_at is not null as finished from _prisma_migrations order by 1';
const NAMES = readdirSync(MIGRATIONS).filter((name) => /^\d{14}_/.test(name));

/** The Prisma command line, as the scripts of package.json run it; rejects when its exit code is not 0. */
async function prisma(args: string[], databaseUrl = 'postgresql://nobody@127.0.0.1:1/none'): Promise<string> {
  const env = { ...process.env, DATABASE_URL: databaseUrl };
  const { stdout } = await promisify(execFile)(process.execPath, ['scripts/prisma.mjs', ...args], { env });
  return stdout;
}

it('the migrations make the tables that the schema describes', async () => {
  const ends = ['--from-migrations', 'prisma/migrations', '--to-schema', 'prisma/schema.prisma'];
  expect(await prisma(['migrate', 'diff', ...ends, '--exit-code'])).toContain('No difference');
});

describe.runIf(KINDS.includes('postgres'))('at start', () => {
  let database: TestDatabase;

  beforeEach(async () => {
    database = await newDatabase();
  });

  afterEach(async () => {
    await database.remove();
  });

  it('three servers at once bring the database up to date once, and Prisma agrees that it is', async () => {
    const stores = await Promise.all([1, 2, 3].map(() => database.open()));
    expect(await database.ask(APPLIED)).toEqual(NAMES.map((name) => ({ migration_name: name, finished: true })));
    await Promise.all(stores.map((store) => store.close()));
    expect(await prisma(['migrate', 'status'], database.target)).toContain('Database schema is up to date!');
  });

  it('a database that Prisma brought up to date is taken as it is', async () => {
    await prisma(['migrate', 'deploy'], database.target);
    const before = await database.ask('select * from _prisma_migrations');
    await (await database.open()).close();
    expect(before).toHaveLength(NAMES.length);
    expect(await database.ask('select * from _prisma_migrations')).toEqual(before);
  });

  it('a migration that was edited after it had been applied is an error that names it', async () => {
    await (await database.open()).close();
    await database.ask(`update _prisma_migrations set checksum = repeat('0', 64)`);
    await expect(database.open()).rejects.toThrow(
      new MigrationError(`migration ${NAMES[0]} was edited after it had been applied`),
    );
  });

  it('a migration that failed earlier is an error that names it, until it is resolved', async () => {
    await (await database.open()).close();
    await database.ask(`update _prisma_migrations set finished_at = null where migration_name = '${NAMES[0]}'`);
    await expect(database.open()).rejects.toThrow(`migration ${NAMES[0]} failed earlier`);
    await prisma(['migrate', 'resolve', '--applied', NAMES[0] ?? ''], database.target);
    await (await database.open()).close();
  });

  it('a migration that can not be applied leaves nothing behind, and is tried again', async () => {
    const folder = temporaryDirectory();
    const write = (name: string, sql: string) => {
      mkdirSync(join(folder, name), { recursive: true });
      writeFileSync(join(folder, name, 'migration.sql'), sql);
    };
    const client = new pg.Client({ connectionString: database.target });
    await client.connect();
    write('20260101000000_one', 'create table one (id int)');
    write('20260102000000_two', 'create table two (id int); select 1 / 0');
    await expect(applyMigrations(client, folder)).rejects.toThrow('migration 20260102000000_two can not be applied');
    expect(await database.ask(`select to_regclass('one')::text as one, to_regclass('two')::text as two`)).toEqual([
      { one: 'one', two: null },
    ]);
    write('20260102000000_two', 'create table two (id int)');
    expect(await applyMigrations(client, folder)).toEqual(['20260102000000_two']);
    expect(await applyMigrations(client, folder)).toEqual([]);
    await client.end();
    rmSync(folder, { recursive: true });
  });
});
