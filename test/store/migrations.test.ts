import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MIGRATIONS } from '../../src/places.ts';
import { applyMigrations, MigrationError, type MigrationWait } from '../../src/store/migrations.ts';
import { KINDS, newDatabase, type TestDatabase, temporaryDirectory } from './test-store.ts';

const APPLIED = 'select migration_name, finished_at is not null as finished from _prisma_migrations order by 1';
const NAMES = readdirSync(MIGRATIONS).filter((name) => /^\d{14}_/.test(name));

async function prisma(args: string[], databaseUrl = 'postgresql://nobody@127.0.0.1:1/none'): Promise<string> {
  const env = { ...process.env, DATABASE_URL: databaseUrl };
  const { stdout } = await promisify(execFile)(process.execPath, ['scripts/prisma.mjs', ...args], { env });
  return stdout;
}

it('the migrations make the tables of the schema', async () => {
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

  it('three servers at once migrate the database once', async () => {
    const stores = await Promise.all([1, 2, 3].map(() => database.open()));
    expect(await database.ask(APPLIED)).toEqual(NAMES.map((name) => ({ migration_name: name, finished: true })));
    await Promise.all(stores.map((store) => store.close()));
  });

  it('a database that Prisma migrated is accepted', async () => {
    await prisma(['migrate', 'deploy'], database.target);
    const before = await database.ask('select * from _prisma_migrations');
    await (await database.open()).close();
    expect(before).toHaveLength(NAMES.length);
    expect(await database.ask('select * from _prisma_migrations')).toEqual(before);
  });

  it('a migration that was edited after it was applied is an error that names it', async () => {
    await (await database.open()).close();
    await database.ask(`update _prisma_migrations set checksum = repeat('0', 64)`);
    await expect(database.open()).rejects.toThrow(
      new MigrationError(
        `migration ${NAMES[0]} was edited after the database applied it: use the build that applied it`,
      ),
    );
  });

  it('a migration that failed earlier is an error that names it, until Prisma resolves it', async () => {
    await (await database.open()).close();
    await database.ask(`update _prisma_migrations set finished_at = null where migration_name = '${NAMES[0]}'`);
    await expect(database.open()).rejects.toThrow(`migration ${NAMES[0]} failed earlier`);
    await prisma(['migrate', 'resolve', '--applied', NAMES[0] ?? ''], database.target);
    await (await database.open()).close();
  });

  it('tables of a newer build are an error that names them', async () => {
    await (await database.open()).close();
    await database.ask(`insert into _prisma_migrations (id, checksum, finished_at, migration_name)
      values ('of-tomorrow', repeat('0', 64), now(), '29991231000000_tomorrow')`);
    await expect(database.open()).rejects.toThrow(
      new MigrationError(
        'the database was migrated by a newer build (migration 29991231000000_tomorrow): start that build, or restore a backup from before the migration',
      ),
    );
  });

  describe('beside play', () => {
    const INDEXED = '20260102000000_indexed';
    const VALID = `select indisvalid as valid, indisunique as unique from pg_index where indexrelid = to_regclass('one_id')`;
    let folder: string;
    let clients: pg.Client[];

    const connected = async (connectionString = database.target) => {
      const client = new pg.Client({ connectionString });
      client.on('error', () => {});
      await client.connect();
      clients.push(client);
      return client;
    };
    const write = (name: string, sql: string) => {
      mkdirSync(join(folder, name), { recursive: true });
      writeFileSync(join(folder, name, 'migration.sql'), sql);
    };
    const isBuilding = `select pid from pg_stat_activity
      where datname = current_database() and state = 'active' and query ilike '%index concurrently%' and pid <> pg_backend_pid()`;
    const expectBuilt = async (names: string[]) => {
      expect(await database.ask(VALID)).toEqual([{ valid: true, unique: true }]);
      expect(await database.ask(APPLIED)).toEqual(names.map((name) => ({ migration_name: name, finished: true })));
    };

    beforeEach(async () => {
      folder = temporaryDirectory();
      clients = [];
      write('20260101000000_one', 'create table one (id int)');
      await applyMigrations(await connected(), folder);
      write(INDEXED, '-- while others play\ncreate unique index concurrently "one_id" on "one" ("id");\n');
    });

    afterEach(async () => {
      await Promise.all(clients.map((client) => client.end().catch(() => {})));
      rmSync(folder, { recursive: true });
    });

    it('a migration without its lock gives way after a second, names the blocker, and is applied when it is free', async () => {
      const [holder, migrating] = [await connected(), await connected()];
      write(INDEXED, 'alter table one add column more int');
      await holder.query('begin; lock table one in access share mode');
      const { rows } = await holder.query<{ pid: number }>('select pg_backend_pid() as pid');
      const waits: MigrationWait[] = [];
      const applied = applyMigrations(migrating, folder, (wait) => waits.push(wait));
      await expect.poll(() => waits.length, { timeout: 20_000 }).toBeGreaterThan(0);
      await database.ask('insert into one values (1)');
      await holder.query('commit');
      expect(await applied).toEqual([INDEXED]);
      expect(waits[0]).toEqual({ why: 'tables are locked', migration: INDEXED, behind: [rows[0]?.pid] });
    });

    it('a migration names a blocker of another user, whose transactions the database hides', async () => {
      const user = `user_${randomBytes(6).toString('hex')}`;
      await database.ask(`create role ${user} login`);
      for (const table of ['one', '_prisma_migrations']) await database.ask(`alter table ${table} owner to ${user}`);
      const url = new URL(database.target);
      url.username = user;
      const [holder, migrating] = [await connected(), await connected(url.href)];
      write(INDEXED, 'alter table one add column more int');
      await holder.query('begin; lock table one in access share mode');
      const { rows } = await holder.query<{ pid: number }>('select pg_backend_pid() as pid');
      const waits: MigrationWait[] = [];
      const applied = applyMigrations(migrating, folder, (wait) => waits.push(wait));
      await expect.poll(() => waits, { timeout: 20_000 }).not.toEqual([]);
      await holder.query('commit');
      await applied;
      expect(waits[0]).toEqual({ why: 'tables are locked', migration: INDEXED, behind: [rows[0]?.pid] });
      await database.ask(`drop owned by ${user}`);
      await database.ask(`drop role ${user}`);
    });

    it('three servers at once build an index once, despite writes and an older transaction', async () => {
      const reader = await connected();
      await reader.query('begin isolation level repeatable read; select 1');
      const waits: MigrationWait[] = [];
      const servers = await Promise.all([1, 2, 3].map(() => connected()));
      const applied = Promise.all(servers.map((server) => applyMigrations(server, folder, (wait) => waits.push(wait))));
      await expect.poll(() => new Set(waits.map(({ why }) => why)).size, { timeout: 20_000 }).toBe(2);
      await expect.poll(() => database.ask(isBuilding), { timeout: 20_000 }).toHaveLength(1);
      await database.ask('insert into one values (1)');
      await reader.query('commit');
      expect((await applied).flat()).toEqual([INDEXED]);
      await expectBuilt(['20260101000000_one', INDEXED]);
    });

    it.each(['the server', 'the database'])(
      'an index whose building was cut off by the end of %s exists after the next start',
      async (killed) => {
        const [reader, migrating, next] = [await connected(), await connected(), await connected()];
        await reader.query('begin isolation level repeatable read; select 1');
        const cut = applyMigrations(migrating, folder).catch((error) => error);
        await expect.poll(() => database.ask(isBuilding), { timeout: 20_000 }).toHaveLength(1);
        const [backend] = await database.ask(isBuilding);
        if (killed === 'the server') (migrating as any).connection.stream.destroy();
        else await database.ask(`select pg_terminate_backend(${backend?.pid})`);
        expect(await cut).toBeInstanceOf(Error);
        if (killed === 'the database') {
          await expect.poll(() => database.ask(isBuilding), { timeout: 20_000 }).toEqual([]);
          expect(await database.ask(VALID)).toEqual([{ valid: false, unique: true }]);
        }
        const applied = applyMigrations(next, folder);
        await reader.query('commit');
        expect(await applied).toEqual([INDEXED]);
        await expectBuilt(['20260101000000_one', INDEXED]);
      },
    );

    it('an index that the rows do not allow is an error without remains, and a dropped one is gone', async () => {
      const migrating = await connected();
      await database.ask('insert into one values (1), (1)');
      await expect(applyMigrations(migrating, folder)).rejects.toThrow(`migration ${INDEXED} cannot be applied`);
      expect(await database.ask(VALID)).toEqual([]);
      await database.ask('delete from one');
      expect(await applyMigrations(migrating, folder)).toEqual([INDEXED]);
      write('20260103000000_dropped', 'drop index concurrently if exists one_id;');
      expect(await applyMigrations(migrating, folder)).toEqual(['20260103000000_dropped']);
      expect(await database.ask(VALID)).toEqual([]);
    });
  });

  it('a migration that fails leaves nothing behind, and is tried again', async () => {
    const folder = temporaryDirectory();
    const write = (name: string, sql: string) => {
      mkdirSync(join(folder, name), { recursive: true });
      writeFileSync(join(folder, name, 'migration.sql'), sql);
    };
    const client = new pg.Client({ connectionString: database.target });
    await client.connect();
    write('20260101000000_one', 'create table one (id int)');
    write('20260102000000_two', 'create table two (id int); select 1 / 0');
    await expect(applyMigrations(client, folder)).rejects.toThrow('migration 20260102000000_two cannot be applied');
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
