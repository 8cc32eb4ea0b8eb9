import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { HotSeats } from '../process/hot-seats.ts';
import { Server } from '../process/server.ts';
import { freshDatabase, KINDS, newDatabase, temporaryDirectory } from '../store/test-store.ts';

const ADMIN = fileURLToPath(new URL('../../dist/src/cli/admin.js', import.meta.url));

function move(from: string, to: string) {
  return spawnSync(process.execPath, [ADMIN, 'copy-database', '--from', from, '--to', to], {
    encoding: 'utf8',
    timeout: 120_000,
  });
}

const COMPETITION = `
  with organiser as (select id from player order by created_at, id limit 1),
  made as (
    insert into competition (id, name, ruleset, format, visibility, settings, created_by, created_at, commitment,
      server_seed, status, version, head, entries, games_counted, updated_at)
    select gen_random_uuid(), 'Cup', 'pascal', 'cup', 'public', '{"rulesVersion": 1, "a": "\\u0000"}', id, now(), 'c0ffee',
      '\\x00ff', 'open', 1, 'first', 1, 0, now()
    from organiser returning id
  ),
  logged as (insert into competition_event select id, 1, 'competitionCreated', '{}', now() from made),
  entered as (insert into competition_entry select organiser.id, made.id from organiser, made),
  hooked as (
    insert into webhook (id, player_id, url, secret, events, created_at)
    select gen_random_uuid(), id, 'https://a.example', 'whsec_1', '{roundPaired}', now() from organiser returning id
  )
  insert into webhook_delivery (id, webhook_id, competition_id, version, round, type, created_at, due_at, attempts, status)
  select gen_random_uuid(), hooked.id, made.id, 1, 1, 'roundPaired', now(), now(), 1, 'delivered' from hooked, made`;

const OLD_PARTITION = `
  create table game_event_2020_01 partition of game_event
  for values from ('016f5e66-e800-0000-0000-000000000000') to ('016ffe0c-0c00-0000-0000-000000000000')`;
const PARTITIONS = `
  select relname, pg_get_expr(relpartbound, oid) as bound, (select count(*)::int from game_event where tableoid = pg_class.oid) as rows
  from pg_class where relispartition and relkind = 'r' order by relname`;

const LADDER = `
  with played as (select id from game order by id limit 1),
  player as (select id from player order by created_at, id limit 1),
  pool as (
    insert into rating_pool values ('0123456789abcdef', 'pascals-ruin', 1, '{"a": "\\u0000"}', 2, 1, now()) returning id
  ),
  rated as (
    insert into rated_game (game_id, pool_id, nth, board, players, shares, at)
    select played.id, pool.id, 1, played.id::text, array[player.id::text, 'bot:random'], '{0.1, 0.9}', now()
    from played, player, pool
  ),
  known as (insert into rating_pool_player select player.id::text, pool.id from player, pool),
  sought as (
    insert into seek (id, player_id, ruleset, rules_version, options, seats, clock, pool_id, fit, opponents, patience_ms, games,
      concurrency, client_seed, created_at, status, version, played, running, never_acted, waiting_since, seen_at, updated_at)
    select gen_random_uuid(), player.id, 'pascals-ruin', 1, '{}', 2, '{}', pool.id, 'fit', 'players', 500, 1, 1, 'wind', now(),
      'cancelled', 1, 0, 0, 0, now(), now(), now()
    from player, pool returning id
  )
  insert into seek_game select sought.id, played.id, player.id, 0, '{random}', true from sought, played, player`;

async function emptyDatabase(kind: 'embedded' | 'postgres') {
  const database = await (kind === 'postgres' ? newDatabase() : freshDatabase(kind));
  onTestFinished(() => database.remove());
  return database;
}

describe.runIf(KINDS.includes('postgres'))('moving to PostgreSQL', () => {
  test('copies everything, and the games continue there', async () => {
    const [source, target] = [await emptyDatabase('embedded'), await emptyDatabase('postgres')];
    const table = new HotSeats('moving');
    const before = await Server.start(source.settings);
    await table.register(before.url);
    await table.playSteps(before.url, 15);
    const inUse = move(source.target, target.target);
    expect(inUse.status).toBe(1);
    expect(inUse.stderr).toMatch(/^Nothing was copied: another process uses the data directory/);
    expect(await before.stop()).toBe(0);
    for (const rows of [COMPETITION, LADDER, OLD_PARTITION]) await source.ask(rows);

    const moved = move(source.target, target.target);
    expect(moved.stderr).toBe('');
    expect(moved.status).toBe(0);
    expect(moved.stdout).toMatch(/^game_event +\d{2,} +\d+$/m);
    const single = ['competition_entry', 'rating_pool', 'rated_game', 'rating_pool_player', 'seek', 'seek_game'];
    for (const table of single) expect(moved.stdout).toMatch(new RegExp(`^${table} +1 +\\d+$`, 'm'));
    expect(await target.ask('select shares::text from rated_game')).toEqual([{ shares: '{0.1,0.9}' }]);
    expect(await target.ask(PARTITIONS)).toEqual(await source.ask(PARTITIONS));

    const file = join(source.target, 'secrets.key');
    expect(moved.stdout).toContain(`SECRETS_KEY_FILE=${file}`);
    const { SECRETS_KEY: _, ...keyless } = target.settings;
    const withoutKey = await Server.launch(keyless);
    expect(await withoutKey.ended()).toBe(1);
    expect(withoutKey.output).toMatch(
      /croupier cannot run: the secrets in this database are encrypted with the key [0-9a-f]{8}/,
    );
    const after = await Server.start({ ...keyless, SECRETS_KEY_FILE: file });
    expect(await table.lost(after.url, 1_000)).toEqual([]);
    await table.playSteps(after.url, 10);
    expect(await table.lost(after.url, 1_000)).toEqual([]);
    expect(await after.stop()).toBe(0);

    const again = move(source.target, target.target);
    expect(again.status).toBe(1);
    expect(again.stderr).toMatch(/^Nothing was copied: the target has rows in its table [a-z_]+/);
  });

  test('rejects a target with foreign content, and leaves it unchanged', async () => {
    const [source, target] = [await emptyDatabase('embedded'), await emptyDatabase('postgres')];
    await target.ask('create table invoice (id int)');
    const { status, stderr } = move(source.target, target.target);
    expect(status).toBe(1);
    expect(stderr).toContain('the target has the tables invoice');
    expect(await target.ask('select tablename from pg_tables where schemaname = current_schema()')).toHaveLength(1);
  });

  test('rejects a directory without a database', async () => {
    const target = await emptyDatabase('postgres');
    const nothing = temporaryDirectory();
    onTestFinished(() => rmSync(nothing, { recursive: true }));
    const { status, stderr } = move(nothing, target.target);
    expect(status).toBe(1);
    expect(stderr).toContain('holds no embedded database');
  });
});

test('an invalid call names what is missing, and where the help is', () => {
  const { status, stderr } = spawnSync(process.execPath, [ADMIN, 'copy-database', '--from', 'x'], { encoding: 'utf8' });
  expect(status).toBe(2);
  expect(stderr).toBe('Give both --from and --to. See --help.\n');
});
