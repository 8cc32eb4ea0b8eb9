import { cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { KINDS, newDatabase, temporaryDirectory } from '../store/test-store.ts';
import { HotSeats } from './hot-seats.ts';
import { Server } from './server.ts';

/** A reader holds its lock for this long once the migration waits for it. READER_SECONDS=15 makes the test longer. */
const READER_SECONDS = Number(process.env.READER_SECONDS ?? 6);
/** The longest that a move may take: half of the statement timeout, at which it would fail. */
const LONGEST_WAIT_SECONDS = 2;
const NEW_MIGRATIONS = {
  '29990101000000_note': 'alter table game add column note_of_tomorrow text;',
  '29990102000000_note_index': `-- while games go on
create index concurrently "game_player_result_of_tomorrow" on "game_player" ("result", "standing");`,
};

test.runIf(KINDS.includes('postgres'))(
  'while a reader holds all tables, three servers of a newer build migrate and no move waits for two seconds or fails',
  { timeout: 120_000 },
  async () => {
    const database = await newDatabase();
    const old = await Server.start(database.settings);
    const reader = await connected(database.target);
    const watcher = await connected(database.target);
    onTestFinished(() => database.remove());
    const newBuild = buildOfTomorrow();

    const tables = await watcher.query<{ name: string }>(
      `select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`,
    );
    await reader.query('begin isolation level repeatable read');
    for (const { name } of tables.rows) await reader.query(`lock table ${name} in access share mode`);
    await reader.query('select count(*) from game');

    const load = new Load(old.url);
    const playing = load.play();
    const waits = watchLockWaits(watcher);
    const servers = await Promise.all([1, 2, 3].map(() => Server.launch(database.settings, newBuild)));
    await expect.poll(() => waits.ofMigrations(), { timeout: 60_000 }).toBeGreaterThan(0);
    await sleep(READER_SECONDS * 1000);
    const movesBeside = load.moves;
    await reader.query('rollback');
    for (const server of servers) await expect.poll(() => server.isReady(), { timeout: 60_000 }).toBe(true);
    load.stop();
    await playing;

    expect(await watcher.query(INDEX)).toMatchObject({ rows: [{ valid: true }] });
    const { rows } = await watcher.query(`select migration_name as name from _prisma_migrations
      where migration_name > '2999' order by 1`);
    expect(rows.map(({ name }) => name)).toEqual(Object.keys(NEW_MIGRATIONS));
    expect(servers.map(({ output }) => output).join('')).toContain('the start waits for a migration');
    expect(movesBeside).toBeGreaterThan(0);
    expect(await waits.stop()).toBeLessThan(LONGEST_WAIT_SECONDS);
    console.log(`${movesBeside} moves beside a reader of ${READER_SECONDS} s, the longest took ${load.longestMs} ms`);

    expect(await old.stop()).toBe(0);
    for (const { url } of servers) await load.seats.playSteps(url, 3);
    await Promise.all([reader.end(), watcher.end(), ...servers.map((server) => server.stop())]);
  },
);

const INDEX = `select indisvalid and indisready as valid from pg_index
  where indexrelid = 'game_player_result_of_tomorrow'::regclass`;

function buildOfTomorrow(): string {
  const folder = temporaryDirectory();
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const part of ['dist', 'prisma', 'package.json']) cpSync(part, join(folder, part), { recursive: true });
  symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'));
  for (const [name, sql] of Object.entries(NEW_MIGRATIONS)) {
    mkdirSync(join(folder, 'prisma/migrations', name));
    writeFileSync(join(folder, 'prisma/migrations', name, 'migration.sql'), sql);
  }
  return join(folder, 'dist/src/main.js');
}

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}

class Load {
  readonly seats = new HotSeats('upgrade');
  readonly #url: string;
  #stopped = false;
  moves = 0;
  longestMs = 0;

  constructor(url: string) {
    this.#url = url;
  }

  async play(): Promise<void> {
    await this.seats.register(this.#url);
    while (!this.#stopped) {
      const start = performance.now();
      await this.seats.playSteps(this.#url, 1);
      this.longestMs = Math.max(this.longestMs, Math.round(performance.now() - start));
      this.moves++;
    }
  }

  stop(): void {
    this.#stopped = true;
  }
}

function watchLockWaits(watcher: pg.Client) {
  let stopped = false;
  let longest = 0;
  let migrations = 0;
  const watching = (async () => {
    while (!stopped) {
      const { rows } = await watcher.query<{ mode: string; seconds: number }>(`
        select mode, extract(epoch from clock_timestamp() - waitstart)::float8 as seconds
        from pg_locks where not granted and locktype = 'relation' and waitstart is not null`);
      for (const { mode, seconds } of rows) {
        longest = Math.max(longest, seconds);
        if (mode === 'AccessExclusiveLock') migrations++;
      }
      await sleep(20);
    }
    return longest;
  })();
  return {
    ofMigrations: () => migrations,
    stop: () => {
      stopped = true;
      return watching;
    },
  };
}
