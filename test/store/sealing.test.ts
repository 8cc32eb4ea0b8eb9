import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openEmbedded } from '../../src/store/embedded/embedded.ts';
import { WEBHOOKS } from '../../src/store/notifications.ts';
import { openPostgres } from '../../src/store/postgres.ts';
import { sealEmbedded, sealPostgres } from '../../src/store/seal-database.ts';
import { keysIn, newMasterKey } from '../../src/store/sealing/keys.ts';
import { MasterKey, SealBroken, Sealer, Seals, SecretsKeyError } from '../../src/store/sealing/secrets.ts';
import type { Store } from '../../src/store/store.ts';
import { competitionCreation, competitionRow } from './competition-rows.ts';
import { appendTo, creationOf, eventRow, gameRow, NOON, playerRow, registrationOf } from './rows.ts';
import { freshDatabase, KINDS, newDatabase, type TestDatabase } from './test-store.ts';

const ADMIN = fileURLToPath(new URL('../../dist/src/cli/admin.js', import.meta.url));

function sealing(settings: Record<string, string>): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, [ADMIN, 'seal-database'], { env: { PATH: process.env.PATH, ...settings } });
}

async function sealDatabase(settings: Record<string, string>) {
  const child = sealing(settings);
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { stdout, stderr, code };
}

const newKey = () => new MasterKey(newMasterKey());
const PLACE = { scope: 'game 1', row: 'game_event 1 7' };

describe('a sealed value', () => {
  const [older, newer] = [newKey(), newKey()] as [MasterKey, MasterKey];
  const content = Buffer.from('the whole deck');

  it('opens in its own place, under the key that sealed it, with any present key', () => {
    const sealed = new Sealer([older]).seal(PLACE, content) as Buffer;
    expect(new Sealer([newer, older]).open(PLACE, sealed)).toEqual(content);
    expect(() => new Sealer([newer]).open(PLACE, sealed)).toThrow(
      `encrypted with the key ${older.id}, which this server does not have`,
    );
    expect(new Sealer([newer, older]).seal(PLACE, content)?.toString('hex', 1, 5)).toBe(newer.id);
  });

  it('differs each time, and reveals only its length', () => {
    const sealer = new Sealer([newer]);
    const [one, other] = [1, 2].map(() => sealer.seal(PLACE, content) as Buffer) as [Buffer, Buffer];
    expect(one.subarray(5)).not.toEqual(other.subarray(5));
    expect(one.length).toBe(other.length);
    expect(one.length).toBe(content.length + 33);
  });

  it.each([
    { scope: 'game 1', row: 'game_event 1 8' },
    { scope: 'game 2', row: 'game_event 1 7' },
    { scope: 'game 2', row: 'game_event 2 7' },
    { scope: 'game 1', row: 'game 1' },
  ])('does not open at $scope, $row', (elsewhere) => {
    const sealer = new Sealer([newer]);
    expect(() => sealer.open(elsewhere, sealer.seal(PLACE, content) as Buffer)).toThrow(SealBroken);
  });

  it('does not open when it was cut short, or when any byte changed', () => {
    const sealer = new Sealer([newer]);
    const sealed = sealer.seal(PLACE, content) as Buffer;
    for (let at = 0; at < sealed.length; at++) {
      const bent = Buffer.from(sealed);
      bent[at] = (bent[at] as number) ^ 1;
      expect(() => sealer.open(PLACE, sealed.subarray(0, at))).toThrow(SealBroken);
      expect(() => sealer.open(PLACE, bent)).toThrow(SealBroken);
    }
  });

  it('does not reveal by its length which number was drawn or which action was chosen', () => {
    const rows = new Seals(new Sealer([newer]));
    const lengthOf = (draws: number[], card: string) => {
      const action = { type: 'playCard', card };
      return rows.seal('game_event', eventRow(randomUUID(), 7, { action, draws })).sealed?.length;
    };
    expect(lengthOf([2 ** 32 - 1], '10S')).toBe(lengthOf([0], 'AS'));
  });
});

it.each(['', 'c2hvcnQ=', newMasterKey().slice(1), `${newMasterKey()} `])('%j is no key', (text) => {
  expect(() => new MasterKey(text)).toThrow(SecretsKeyError);
});

describe.runIf(KINDS.includes('postgres'))('secrets on PostgreSQL', () => {
  const [first, second] = [newKey(), newKey()] as [MasterKey, MasterKey];

  async function fresh(): Promise<TestDatabase> {
    const database = await newDatabase();
    onTestFinished(() => database.remove());
    return database;
  }

  async function opened(database: TestDatabase, keys: MasterKey[]): Promise<Store> {
    const store = await openPostgres({ url: database.target, keys });
    onTestFinished(() => store.close());
    return store;
  }

  async function written(store: Store, playerId: string) {
    const game = gameRow({ serverSeed: randomBytes(32), inviteCode: 'let me in' });
    expect(await store.log.create(creationOf(game))).toBe(true);
    expect(await store.log.append(appendTo(game, 1))).toBe(true);
    await store.snapshots.keep({ gameId: game.id, version: 2, code: 'this', game: '{"deck":["AS"]}' });
    const plan = { gameId: game.id, seat: 0, playerId, running: false, content: '{"branches":[]}' };
    expect(await store.plans.write({ plan, version: 2, mark: 0, nextMark: 0, deadline: null })).toBe(true);
    const commitment = { id: randomUUID(), playerId, serverSeed: randomBytes(32), commitment: 'c' };
    expect(await store.fairness.addCommitment(commitment, null)).toBe(true);
    const kind = 'webhook' as const;
    const webhook = { id: randomUUID(), kind, playerId, url: 'https://a.example', secret: 'whsec_1', createdAt: NOON };
    const on = { events: [], failingSince: null, disabledAt: null, disabledBecause: null };
    expect(await store.notifications.create({ ...webhook, ...on }, 10)).toBe(true);
    const competition = competitionRow(playerId, { serverSeed: randomBytes(32), inviteCode: 'come along' });
    expect(await store.competitions.create(competitionCreation(competition))).toBe(true);
    return { game, plan, commitment, webhook, competition };
  }

  async function expectThere(
    store: Store,
    playerId: string,
    { game, plan, commitment, webhook, competition }: Awaited<ReturnType<typeof written>>,
  ) {
    const { chainKey, serverSeed, inviteCode } = (await store.game(game.id)) ?? {};
    expect([chainKey, Buffer.from(serverSeed ?? []), inviteCode]).toEqual([
      game.chainKey,
      game.serverSeed,
      'let me in',
    ]);
    expect(await store.log.events(game.id, 0)).toEqual([eventRow(game.id, 1), eventRow(game.id, 2)]);
    expect((await store.snapshots.find(game.id, 'this'))?.game).toBe('{"deck":["AS"]}');
    expect(await store.plans.of(game.id)).toEqual([plan]);
    const kept = await store.fairness.commitment(commitment.id);
    expect(Buffer.from(kept?.serverSeed ?? [])).toEqual(commitment.serverSeed);
    expect(await store.notifications.get(playerId, webhook.id, WEBHOOKS)).toMatchObject(webhook);
    const { serverSeed: seed, inviteCode: code } = (await store.competitions.row(competition.id)) ?? {};
    expect([Buffer.from(seed ?? []), code]).toEqual([competition.serverSeed, 'come along']);
  }

  async function newPlayer(store: Store): Promise<string> {
    const player = playerRow();
    await store.players.create(registrationOf(player));
    return player.id;
  }

  it('that were stored before there was a key, and under a replaced key, are readable beside new ones', async () => {
    const database = await fresh();
    const plain = await opened(database, []);
    const player = await newPlayer(plain);
    const daily = await plain.dailies.key('daily', randomBytes(32));
    const rows = [await written(plain, player)];
    for (const keys of [[first], [second, first]]) rows.push(await written(await opened(database, keys), player));
    const last = await opened(database, [second, first]);
    for (const row of rows) await expectThere(last, player, row);
    expect(await last.dailies.key('daily', randomBytes(32))).toEqual(daily);
    const sealed = await database.ask(`select sealed is not null as sealed from game_event order by at, sealed`);
    expect(sealed.filter(({ sealed }) => sealed)).toHaveLength(4);
    expect(sealed).toHaveLength(6);
  });

  it('are all sealed under the first key by one command, during play, and need no other key after it', async () => {
    const database = await fresh();
    const texts = [newMasterKey(), newMasterKey()] as const;
    const [older, newer] = texts.map((text) => new MasterKey(text)) as [MasterKey, MasterKey];
    const plain = await opened(database, []);
    const player = await newPlayer(plain);
    const daily = await plain.dailies.key('daily', randomBytes(32));
    const rows = [await written(plain, player)];
    for (const keys of [[older], [newer, older]]) rows.push(await written(await opened(database, keys), player));
    const game = rows[0]?.game as ReturnType<typeof gameRow>;
    const store = await opened(database, [newer, older]);
    const settings = { DATABASE_URL: database.target, SECRETS_KEY: texts[1] };
    expect((await sealDatabase(settings)).stderr).toContain(`encrypted with the key ${older.id}, but only ${newer.id}`);

    const [played, { stdout, code }] = await Promise.all([
      store.log.append(appendTo(game, 2)),
      sealDatabase({ ...settings, SECRETS_OLD_KEYS: texts[0] }),
    ]);
    expect([played, code]).toEqual([true, 0]);
    expect(stdout.replaceAll(/ +/g, ' ')).toContain(
      'secret 1 0\nwebhook 1 1\ncompetition 1 1\ncommitment 1 1\ngame 1 1\nmessage_report 0 0\nmessage 0 0\ngame_plan 1 1\ngame_snapshot 1 1\nanalysed_decision 0 0\ngame_event 2 2\n',
    );
    expect(stdout).toContain(
      `All secrets are encrypted with the key ${newer.id}.\nThis database no longer needs these keys: ${older.id}.\n`,
    );
    const last = await opened(database, [newer]);
    expect(await last.log.events(game.id, 2)).toEqual([eventRow(game.id, 3)]);
    await database.ask(`delete from game_event where version = 3`);
    for (const row of rows) await expectThere(last, player, row);
    expect(await last.dailies.key('daily', randomBytes(32))).toEqual(daily);
    for (const [table, columns] of [
      ['competition', 'server_seed, invite_code'],
      ['game', 'seed, server_seed, chain_key, invite_code'],
      ['game_event', 'action, draws'],
      ['game_plan', 'content'],
      ['game_snapshot', 'game'],
      ['webhook', 'secret'],
      ['commitment', 'server_seed'],
      ['secret', 'value'],
    ]) {
      expect(await database.ask(`select from ${table} where num_nonnulls(${columns}) > 0 or sealed is null`)).toEqual(
        [],
      );
    }
  });

  it('are readable when the command was killed midway, and all sealed when it is called again', async () => {
    const database = await fresh();
    const store = await opened(database, []);
    const player = await newPlayer(store);
    const row = await written(store, player);
    const text = newMasterKey();
    const settings = { DATABASE_URL: database.target, SECRETS_KEY: text };
    const holder = new pg.Client({ connectionString: database.target });
    await holder.connect();
    onTestFinished(() => holder.end());
    await holder.query('begin; lock table game_event in access exclusive mode');
    const child = sealing(settings);
    const exit = once(child, 'close');
    const count = 'select count(sealed)::int as sealed from game_snapshot';
    const sealedBefore = async () => (await holder.query(count)).rows[0].sealed;
    await expect.poll(sealedBefore).toBe(1);
    child.kill('SIGKILL');
    await exit;
    await holder.query('rollback');
    const between = await opened(database, [new MasterKey(text)]);
    await expectThere(between, player, row);
    const { stdout, code } = await sealDatabase(settings);
    expect(code).toBe(0);
    expect(stdout.replaceAll(/ +/g, ' ')).toContain(
      'game 0 0\nmessage_report 0 0\nmessage 0 0\ngame_plan 0 0\ngame_snapshot 0 0\nanalysed_decision 0 0\ngame_event 2 0\n',
    );
    await expectThere(between, player, row);
  });

  it('that are locked or do not open stay unchanged, as does the key that they need', async () => {
    const database = await fresh();
    const player = await newPlayer(await opened(database, []));
    const one = await written(await opened(database, [first]), player);
    await written(await opened(database, [first]), player);
    const holder = new pg.Client({ connectionString: database.target });
    await holder.connect();
    await holder.query('begin');
    await holder.query(`update game set updated_at = updated_at where id = '${one.game.id}'`);
    const seal = async () => {
      const { tables, ...more } = await sealPostgres(database.target, [second, first], () => {});
      return { ...more, games: tables.find(({ table }) => table === 'game')?.fromOlderKeys };
    };
    expect(await seal()).toMatchObject({ games: 1, left: 1, unneeded: [], broken: [] });
    await holder.end();
    const bend = () =>
      database.ask(
        `update game set sealed = set_byte(sealed, 20, 255 - get_byte(sealed, 20)) where id = '${one.game.id}'`,
      );
    await bend();
    const broken = [`game ${one.game.id} is damaged, or was encrypted for another row`];
    expect(await seal()).toMatchObject({ games: 0, left: 0, unneeded: [], broken });
    await bend();
    expect(await seal()).toMatchObject({ games: 1, left: 0, unneeded: [first.id], broken: [] });
  });

  it('end the start when a key is missing or wrong, without remains', async () => {
    const database = await fresh();
    await opened(database, [first]);
    const missing = `the secrets in this database are encrypted with the key ${first.id}: set SECRETS_KEY to that key`;
    await expect(opened(database, [])).rejects.toThrow(new SecretsKeyError(missing));
    await expect(opened(database, [second])).rejects.toThrow(SecretsKeyError);
    await expect(opened(database, [second])).rejects.toThrow(
      `with the key ${first.id}, but only ${second.id} is given`,
    );
    await opened(database, [first]);
    await database.ask(`update secret set sealed = set_byte(sealed, 20, 255 - get_byte(sealed, 20))`);
    await expect(opened(database, [first])).rejects.toThrow(
      `secrets in this database are damaged: their key ${first.id} cannot decrypt them (`,
    );
  });

  it('that were moved to another row, or cut short, are rejected with an error', async () => {
    const database = await fresh();
    const store = await opened(database, [first]);
    const player = await newPlayer(store);
    const [one, other] = [await written(store, player), await written(store, player)];
    const swap = (table: string, id: string, a: string, b: string) =>
      database.ask(
        `update ${table} set sealed = (select sealed from ${table} where ${id} = '${b}') where ${id} = '${a}'`,
      );

    await database.ask(`update game_event set sealed = (select sealed from game_event as other
      where other.game_id = game_event.game_id and version = 1) where game_id = '${one.game.id}' and version = 2`);
    expect(await store.log.events(one.game.id, 0, 1)).toHaveLength(1);
    await expect(store.log.events(one.game.id, 0)).rejects.toThrow(SealBroken);
    await database.ask(
      `update game_event set sealed = substring(sealed from 1 for 60) where game_id = '${other.game.id}'`,
    );
    await expect(store.log.events(other.game.id, 0)).rejects.toThrow(SealBroken);

    await swap('game', 'id', one.game.id, other.game.id);
    await expect(store.game(one.game.id)).rejects.toThrow(SealBroken);
    await swap('competition', 'id', one.competition.id, other.competition.id);
    await expect(store.competitions.row(one.competition.id)).rejects.toThrow(SealBroken);
    await swap('game_snapshot', 'game_id', one.game.id, other.game.id);
    await expect(store.snapshots.find(one.game.id, 'this')).rejects.toThrow(SealBroken);
    await swap('commitment', 'id', one.commitment.id, other.commitment.id);
    await expect(store.fairness.commitment(one.commitment.id)).rejects.toThrow(SealBroken);
    await swap('webhook', 'id', one.webhook.id, other.webhook.id);
    await expect(store.notifications.get(player, one.webhook.id, WEBHOOKS)).rejects.toThrow(SealBroken);
    expect(await store.notifications.get(player, other.webhook.id, WEBHOOKS)).toMatchObject(other.webhook);
  });
});

it.each(KINDS)(
  'all secrets of long games are sealed anew on %s, also where an earlier run forgot some',
  async (kind) => {
    const database = await freshDatabase(kind);
    onTestFinished(() => database.remove());
    const forgetting = `delete from secret where name like 'sealed under %'`;
    await database.ask(forgetting);
    const [first, second] = [newKey(), newKey()] as [MasterKey, MasterKey];
    const open = (keys: MasterKey[]) =>
      kind === 'embedded'
        ? openEmbedded({ directory: database.target, keys })
        : openPostgres({ url: database.target, keys });
    const store = await open([first]);
    const player = playerRow();
    await store.players.create(registrationOf(player));
    const games = Array.from({ length: 8 }, () => gameRow());
    for (const game of games) {
      expect(await store.log.create(creationOf(game))).toBe(true);
      expect(await store.log.append(appendTo(game, 1, 159))).toBe(true);
    }
    await store.close();
    const message = randomUUID();
    await database.ask(`${forgetting};
    insert into message (id, game_id, nth, player_id, audience, at)
      values ('${message}', '${games[0]?.id}', 1, '${player.id}', 'players', now());
    insert into message_report (message_id, player_id, reason, at) values ('${message}', '${player.id}', 'spam', now())`);
    const seal = async (keys: MasterKey[]) => {
      const run = kind === 'embedded' ? sealEmbedded : sealPostgres;
      const { tables, broken, ...more } = await run(database.target, keys, () => {});
      const counted = tables.map(({ fromClear, fromOlderKeys }) => fromClear + fromOlderKeys);
      return { ...more, broken: broken.length, sealed: counted.reduce((sum, count) => sum + count) };
    };
    const rows = games.length * 161;
    expect(await seal([second])).toMatchObject({ sealed: 0, left: 0, broken: rows, unneeded: [] });
    expect(await seal([second, first])).toMatchObject({ sealed: rows, left: 0, broken: 0, unneeded: [first.id] });
    const others = `select from game_event where encode(substring(sealed from 2 for 4), 'hex') is distinct from '${second.id}'`;
    expect(await database.ask(others)).toEqual([]);
    const last = await open([second]);
    for (const { id } of games) expect(await last.log.events(id, 0)).toHaveLength(160);
    await last.close();
  },
);

it.runIf(KINDS.includes('postgres'))(
  'the command counts what it could not seal, and does not say that all is',
  async () => {
    const database = await newDatabase();
    onTestFinished(() => database.remove());
    const text = newMasterKey();
    const store = await openPostgres({ url: database.target });
    const game = gameRow();
    await store.log.create(creationOf(game));
    await store.close();
    const holder = new pg.Client({ connectionString: database.target });
    await holder.connect();
    await holder.query('begin; select from game_event for update');
    const settings = { DATABASE_URL: database.target, SECRETS_KEY: text };
    const { stdout, code } = await sealDatabase(settings);
    await holder.end();
    expect([code, stdout]).toEqual([
      1,
      expect.stringContaining(
        `Still not encrypted with the key ${new MasterKey(text).id}: 1 row. Restart every server`,
      ),
    ]);
    expect(stdout).not.toContain('All secrets');
    expect((await sealDatabase(settings)).stdout).toContain('All secrets are encrypted');
  },
);

describe('the embedded database without a given key', () => {
  it('makes one beside it that only its user can read, and never replaces it', async () => {
    const database = await freshDatabase('embedded');
    onTestFinished(() => database.remove());
    const file = join(database.target, 'secrets.key');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const [made] = keysIn(file) as [MasterKey];
    const text = readFileSync(file, 'utf8');
    rmSync(file);
    const directory = database.target;
    await expect(openEmbedded({ directory })).rejects.toThrow(
      `encrypted with the key ${made.id}: set SECRETS_KEY to that key, or restore the file ${file}. Without`,
    );
    expect(() => statSync(file)).toThrow('ENOENT');
    const [key, settings] = [newMasterKey(), { DATA_DIR: directory, SECRETS_OLD_KEYS: text.trim() }];
    expect(await sealDatabase({ ...settings, SECRETS_KEY: key })).toMatchObject({ code: 0 });
    await (await openEmbedded({ directory, keys: [new MasterKey(key)] })).close();
  });
});
