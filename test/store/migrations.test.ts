import { execFile } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { applyMigrations, MIGRATIONS, MigrationError } from '../../src/store/postgres/migrations.ts';
import { NOON, playerRow } from './rows.ts';
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

  it('three servers at once bring the database up to date once', async () => {
    const stores = await Promise.all([1, 2, 3].map(() => database.open()));
    expect(await database.ask(APPLIED)).toEqual(NAMES.map((name) => ({ migration_name: name, finished: true })));
    await Promise.all(stores.map((store) => store.close()));
  });

  it('a database that Prisma brought up to date is taken as it is', async () => {
    await prisma(['migrate', 'deploy'], database.target);
    const before = await database.ask('select * from _prisma_migrations');
    await (await database.open()).close();
    expect(before).toHaveLength(NAMES.length);
    expect(await database.ask('select * from _prisma_migrations')).toEqual(before);
  });

  it('tokens from before tokens had scopes are there to play with', async () => {
    const client = new pg.Client({ connectionString: database.target });
    await client.connect();
    const folder = temporaryDirectory();
    const [init = ''] = NAMES;
    cpSync(join(MIGRATIONS, init), join(folder, init), { recursive: true });
    expect(await applyMigrations(client, folder)).toEqual([init]);
    const [ann, hashes] = [playerRow(), [1, 2].map(() => Uint8Array.from(randomBytes(32)))];
    await client.query('insert into player values ($1, $2, $3, $4)', [ann.id, ann.name, ann.kind, ann.createdAt]);
    for (const hash of hashes) await client.query('insert into token values ($1, $2, $3)', [hash, ann.id, NOON]);
    await client.end();
    rmSync(folder, { recursive: true });
    const store = await database.open();
    const found = await Promise.all(hashes.map((hash) => store.tokens.byHash(hash)));
    await store.close();
    const kept = hashes.map((hash) => ({ hash, playerId: ann.id, scope: 'play', name: null }));
    expect(found.map((each) => each?.token)).toMatchObject(kept);
    expect(new Set(found.map((each) => each?.token.id)).size).toBe(2);
  });

  it('addresses that were unsubscribed while that left them confirmed are confirmed no more', async () => {
    const folder = temporaryDirectory();
    const before = NAMES.filter((name) => name < '20261123052600');
    for (const name of before) cpSync(join(MIGRATIONS, name), join(folder, name), { recursive: true });
    const client = new pg.Client({ connectionString: database.target });
    await client.connect();
    expect(await applyMigrations(client, folder)).toEqual(before);
    await client.end();
    rmSync(folder, { recursive: true });
    const [ann, left, told] = [playerRow(), randomUUID(), randomUUID()];
    await database.ask(`insert into player (id, name, kind, created_at) values ('${ann.id}', 'Ann', 'human', now())`);
    await database.ask(`insert into webhook (id, player_id, kind, url, secret, events, created_at, digest, confirmed_at,
      disabled_because) values ('${left}', '${ann.id}', 'mail', '', '{}', '{}', now(), 'daily', now(), 'unsubscribed'),
      ('${told}', '${ann.id}', 'mail', '', '{}', '{}', now(), 'daily', now(), null)`);
    const store = await database.open();
    const confirmed = (await store.noticeChannels.of(ann.id)).map((channel) => [
      channel.id,
      channel.kind === 'mail' && channel.confirmedAt !== null,
    ]);
    await store.close();
    expect(Object.fromEntries(confirmed)).toEqual({ [left]: false, [told]: true });
  });

  it('a migration that was edited after it had been applied is an error that names it', async () => {
    await (await database.open()).close();
    await database.ask(`update _prisma_migrations set checksum = repeat('0', 64)`);
    await expect(database.open()).rejects.toThrow(
      new MigrationError(`migration ${NAMES[0]} was edited after it had been applied`),
    );
  });

  it('a migration that failed earlier is an error that names it, until Prisma, to whom the rest looks like its own, resolves it', async () => {
    await (await database.open()).close();
    await database.ask(`update _prisma_migrations set finished_at = null where migration_name = '${NAMES[0]}'`);
    await expect(database.open()).rejects.toThrow(`migration ${NAMES[0]} failed earlier`);
    await prisma(['migrate', 'resolve', '--applied', NAMES[0] ?? ''], database.target);
    await (await database.open()).close();
  });

  it('tables of a newer build are an error that names what is newer', async () => {
    await (await database.open()).close();
    await database.ask(`insert into _prisma_migrations (id, checksum, finished_at, migration_name)
      values ('of-tomorrow', repeat('0', 64), now(), '29991231000000_tomorrow')`);
    await expect(database.open()).rejects.toThrow(
      new MigrationError(
        'the database has the migration 29991231000000_tomorrow, which this build does not have: it is older than the tables',
      ),
    );
  });

  it('games from before they had places and chain keys get them', async () => {
    const folder = temporaryDirectory();
    cpSync(join(MIGRATIONS, NAMES[0] ?? ''), join(folder, NAMES[0] ?? ''), { recursive: true });
    const client = new pg.Client({ connectionString: database.target });
    await client.connect();
    await applyMigrations(client, folder);
    await client.end();
    const [ada, bob] = [randomUUID(), randomUUID()];
    const seats = [ada, bob].map((id) => ({
      kind: 'player',
      player: { id, name: 'X', kind: 'human' },
      clientSeed: 'x',
    }));
    const [playing, open] = [randomUUID(), randomUUID()];
    const game = (id: string, status: string, version: number, toAct: string, holders: object[]) => `
      insert into game (id, ruleset, rules_version, options, seat_count, visibility, seeded, seed, created_at, status,
        version, to_act, seats, updated_at)
      values ('${id}', 'pascals-ruin', 1, '{}', 2, 'public', true, 'x', now(), '${status}', ${version}, '${toAct}',
        '${JSON.stringify(holders)}', now())`;
    await database.ask(
      `insert into player values ('${ada}', 'Ada', 'human', now()), ('${bob}', 'Bob', 'human', now())`,
    );
    await database.ask(game(playing, 'playing', 2, '{1}', seats));
    await database.ask(game(open, 'open', 1, '{}', [seats[0] as object, { kind: 'open' }]));

    const store = await database.open();
    expect((await store.lists.turns(bob, 10)).games.map(({ id }) => id)).toEqual([playing]);
    expect((await store.lists.turns(ada, 10)).games).toEqual([]);
    const found = await store.lists.page({ player: ada, reader: null, limit: 10 });
    expect(found.map(({ id, openSeats }) => [id, openSeats]).sort()).toEqual(
      [
        [playing, 0],
        [open, 1],
      ].sort(),
    );
    const chainKeys = await Promise.all([playing, open].map(async (id) => (await store.game(id))?.chainKey));
    expect(new Set(chainKeys.map((key) => Buffer.from(key ?? '').toString('hex'))).size).toBe(2);
    expect(chainKeys.every((key) => key?.length === 32)).toBe(true);
    await store.close();
    rmSync(folder, { recursive: true });
  });

  it('a migration that cannot be applied leaves nothing behind, and is tried again', async () => {
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
