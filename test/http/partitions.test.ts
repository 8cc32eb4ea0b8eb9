import { randomBytes } from 'node:crypto';
import { unzipSync } from 'fflate';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Catalogue, loadCatalogue } from '#rules/catalogue.ts';
import { voidingWithoutRules } from '../../src/games/commands/resign.ts';
import { verify } from '../../src/games/fairness/verification.ts';
import { LogDamaged } from '../../src/store/failures.ts';
import type { GameRow } from '../../src/store/game-rows.ts';
import { openPostgres } from '../../src/store/postgres.ts';
import { fencesOf } from '../documents/markdown.ts';
import { PATIENCE } from '../patience.ts';
import { creationOf, eventRow, gameRow } from '../store/rows.ts';
import { freshDatabase, KEYS, KINDS, type TestDatabase } from '../store/test-store.ts';
import type { Caller } from './caller.ts';
import { type Service, startService } from './service.ts';
import { create, playOut, problem, stateOf } from './table.ts';

/** The days on which games are created, by partition of the table. The server is started on the first day. */
const DAYS = {
  game_event_2031_05: '2031-05-10T12:00Z',
  game_event_2031_06: '2031-06-10T12:00Z',
  game_event_default: '2033-01-10T12:00Z',
};
const [MAY, JUNE, DEFAULT] = Object.keys(DAYS) as [keyof typeof DAYS, keyof typeof DAYS, keyof typeof DAYS];
const NAME = 'Ada of months';
const RETRIED_MS = 180_000;
const DAMAGED = '410 log-damaged';
const [ofUnfinished = '', ofDetaching = '', ofTablespace = '', ofChecking = '', ofAttaching = ''] = fencesOf(
  'docs/operations.md',
)
  .filter(({ language, text }) => language === 'sql' && text.includes('game_event_2026_01'))
  .map(({ text }) => text.replaceAll('game_event_2026_01', MAY));
const OF_2033 = `select relname as name from pg_class where relname like 'game\\_event\\_2033%' and relkind = 'r'`;

beforeAll(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterAll(() => {
  vi.useRealTimers();
});

const newDatabaseOf = (kind: (typeof KINDS)[number]) => {
  vi.setSystemTime('2030-12-24T12:00Z');
  return freshDatabase(kind);
};

describe.each(KINDS)('logs by month, on %s', (kind) => {
  let catalogue: Catalogue;
  let database: TestDatabase;
  let service: Service;
  let ada: Caller;
  let bob: Caller;
  let recoveryCode: string;
  const games: Record<string, { id: string; version: number }> = {};
  const transcripts: Record<string, any> = {};
  const troubles: string[] = [];

  beforeAll(async () => {
    catalogue = await loadCatalogue(true);
    database = await newDatabaseOf(kind);
    vi.setSystemTime(DAYS[MAY]);
    service = await started();
    const { body } = await service.stranger.post('/v1/players', { name: NAME, kind: 'human' });
    recoveryCode = body.recoveryCode;
    ada = service.stranger.as(body.token);
    bob = await service.stranger.register('Bob of months');
    for (const [table, day] of Object.entries(DAYS)) {
      vi.setSystemTime(day);
      const game = await create(ada, {
        ruleset: 'pascals-ruin',
        seats: ['me', { player: bob.id }],
        options: { roundsToWin: 1 },
        seed: table,
      });
      await bob.post(`/v1/games/${game.id}/seats`, {});
      games[table] = await playOut([ada, bob], game.id, table);
      transcripts[table] = await transcriptOf(table);
    }
  }, 2 * PATIENCE.timeout);
  afterAll(async () => {
    await service.stop();
    await database.remove();
  });

  async function started(): Promise<Service> {
    const clock = { now: () => new Date() };
    const onTrouble = (what: string) => void troubles.push(what);
    return startService({ store: await database.open(), clock, onTrouble });
  }

  async function restarted(what: () => Promise<void> = async () => {}): Promise<void> {
    await service.stop();
    await what();
    service = await started();
    [ada, bob] = [ada.on(service.url), bob.on(service.url)];
  }

  const idOf = (table: string) => games[table]?.id as string;

  async function transcriptOf(table: string): Promise<any> {
    const { status, body } = await bob.get(`/v1/games/${idOf(table)}/transcript`);
    expect(status, JSON.stringify(body)).toBe(200);
    return body;
  }

  async function expectWhole(table: string): Promise<void> {
    const { id, version } = games[table] as { id: string; version: number };
    expect(await stateOf(bob, id)).toMatchObject({ status: 'finished', version });
    for (const path of ['?at=5', '/events', '/states?from=1'])
      expect([path, (await bob.get(`/v1/games/${id}${path}`)).status]).toEqual([path, 200]);
    const transcript = await transcriptOf(table);
    expect(verify(transcript, catalogue)).toMatchObject({ verified: true });
    expect(transcript.log.at(-1)).toEqual(transcripts[table].log.at(-1));
  }

  const tables = () =>
    database.ask(`select tableoid::regclass::text as name, game_id::text as id, count(*)::int as rows from game_event
      group by 1, 2 order by 1, 2`);

  const ofJune = async (command: string) => void (await database.ask(command.replaceAll(MAY, JUNE)));

  test('a game is read, replayed and verified from the partition of its log: the month of its id, or the default one', async () => {
    await restarted(async () => {
      const expected = Object.keys(DAYS).map((name) => ({ name, id: idOf(name), rows: games[name]?.version }));
      expect(await tables()).toEqual(expected);
      const plan = await database.ask(`explain select version from game_event
        where game_id = '${idOf(MAY)}' and version > 0 and version <= 32 order by version`);
      expect(JSON.stringify(plan).match(/ on game_event\w*/g)).toEqual([` on ${MAY}`]);
    });
    for (const table of Object.keys(DAYS)) await expectWhole(table);
  });

  test('a change of a game of a detached month is rejected as with a damaged log, and others in its batch are made', async () => {
    const openTable = async (day: string) => {
      vi.setSystemTime(day);
      return (await create(ada, { ruleset: 'pascals-ruin', seats: ['me', 'open'] })).id;
    };
    const ids = [await openTable(DAYS[JUNE]), await openTable(DAYS[DEFAULT])];
    const before = await tables();
    await restarted(() => ofJune(ofDetaching));
    const { store } = service;
    const append = async (id: string) => {
      const row = (await store.game(id)) as GameRow;
      return () => store.log.append(voidingWithoutRules(row, new Date(), 'other'));
    };
    const appends = await Promise.all(ids.map(append));
    const [refused, made] = await Promise.allSettled(appends.map((each) => each()));
    expect(refused).toMatchObject({ status: 'rejected', reason: expect.any(LogDamaged) });
    expect(made).toMatchObject({ status: 'fulfilled', value: true });
    expect(problem(await ada.get(`/v1/games/${ids[0]}`))).toBe(DAMAGED);

    await restarted(async () => {
      for (const command of [ofChecking, ofAttaching]) await ofJune(command);
      const after = before.map((row) => (row.id === ids[1] ? { ...row, rows: Number(row.rows) + 1 } : row));
      expect(await tables()).toEqual(after);
    });
    expect((await stateOf(ada, ids[0] as string)).status).toBe('open');
    await ada.post(`/v1/games/${ids[0]}/abortion`, {});
    await expectWhole(JUNE);
  });

  test.runIf(kind === 'postgres')(
    'a month is detached without long readers, and then a move in a cached game is rejected',
    async () => {
      vi.setSystemTime(DAYS[JUNE]);
      const { id } = await create(ada, { ruleset: 'pascals-ruin', seats: ['me', 'me'] });
      const reader = new pg.Client({ connectionString: database.target });
      await reader.connect();
      await reader.query('begin; select count(*) from game_event');
      await expect(ofJune(ofDetaching)).rejects.toThrow('lock timeout');
      await reader.end();
      await ofJune(ofDetaching);
      expect((await ada.get(`/v1/games/${id}`)).status).toBe(200);
      expect(problem(await ada.post(`/v1/games/${id}/resignation`, { seat: 0 }))).toBe(DAMAGED);
      for (const command of [ofChecking, ofAttaching]) await ofJune(command);
      expect(await stateOf(ada, id)).toMatchObject({ status: 'playing' });
      expect((await ada.post(`/v1/games/${id}/resignation`, { seat: 0 })).status).toBe(200);
    },
  );

  test('the games of a detached month are listed, and everything else reports a damaged log', async () => {
    const going: string[] = [];
    for (const day of [DAYS[MAY], DAYS[DEFAULT]]) {
      vi.setSystemTime(day);
      const { id } = await create(ada, { ruleset: 'pascals-ruin', seats: ['me', { player: bob.id }] });
      await bob.post(`/v1/games/${id}/seats`, {});
      going.push(id);
    }
    const [away, there] = going as [string, string];
    await restarted(async () => {
      expect(await database.ask(OF_2033), 'a month with rows in the default partition').toEqual([
        { name: 'game_event_2033_02' },
      ]);
      expect(await database.ask(ofUnfinished)).toEqual([{ id: away }]);
      await database.ask(ofDetaching);
    });
    const id = idOf(MAY);
    for (const path of ['', '?at=5', '/events', '/states?from=1', '/transcript'])
      expect([path, problem(await bob.get(`/v1/games/${id}${path}`))]).toEqual([path, DAMAGED]);
    expect(problem(await bob.post(`/v1/games/${id}/resignation`, {}))).toBe(DAMAGED);
    expect(problem(await bob.post(`/v1/games/${id}/rematch`, {}))).toBe(DAMAGED);
    const listed = (await bob.get('/v1/games?status=finished&player=me&limit=50')).body.games;
    expect(listed.map((game: any) => game.id)).toContain(id);
    for (const table of [JUNE, DEFAULT]) await expectWhole(table);

    const exported = await fetch(`${service.url}/v1/me/export`, { headers: { authorization: `Bearer ${bob.token}` } });
    const files = Object.keys(unzipSync(new Uint8Array(await exported.arrayBuffer())));
    expect(files.filter((name) => name.includes(id))).toEqual([`games/${id}/problem.json`]);
    expect(files).toContain(`games/${idOf(JUNE)}/transcript.json`);

    // the player is removed at once from the other games, and from the games of May when their partition is attached
    troubles.length = 0;
    expect((await ada.call('DELETE', '/v1/me', { headers: { 'recovery-code': recoveryCode } })).status).toBe(204);
    await expect.poll(() => troubles, PATIENCE).toEqual(['a deleted account could not be removed from its games']);
    for (const table of [JUNE, DEFAULT]) {
      expect(JSON.stringify(await transcriptOf(table))).not.toContain(NAME);
      await expectWhole(table);
    }

    expect(await stateOf(bob, there)).toMatchObject({ status: 'finished' });
    expect(problem(await bob.get(`/v1/games/${away}`))).toBe(DAMAGED);
    const hold = vi.spyOn(service.store.accounts, 'hold');
    vi.setSystemTime(Date.now() + RETRIED_MS);
    const secondWait = Date.now() + 240_000;
    await expect.poll(() => Number(hold.mock.lastCall?.[1]), PATIENCE).toBeGreaterThanOrEqual(secondWait);

    await restarted(async () => {
      // late enough that the stopped server's claim on this work, which lasts 120 s, has ended
      vi.setSystemTime(Date.now() + 2 * RETRIED_MS);
      for (const command of [ofChecking, ofAttaching]) await database.ask(command);
      expect([...new Set((await tables()).map(({ name }) => name))]).toEqual(Object.keys(DAYS));
    });
    expect(JSON.stringify(transcripts[MAY])).toContain(NAME);
    await expect.poll(async () => JSON.stringify(await transcriptOf(MAY)), PATIENCE).not.toContain(NAME);
    await expectWhole(MAY);
    expect(await stateOf(bob, away)).toMatchObject({ status: 'finished' });
    expect(troubles).toHaveLength(1);
  });

  test.runIf(kind === 'postgres')('a month moves to another tablespace', async () => {
    await restarted(async () => {
      const moving = ofTablespace.replaceAll('cheap', 'pg_default').trim().split('\n');
      for (const command of [ofDetaching, ...moving, ofChecking, ofAttaching]) await database.ask(command);
    });
    await expectWhole(MAY);
  });
});

describe.runIf(KINDS.includes('postgres'))('partitions ahead', () => {
  const LATER = '2040-03-05T12:00Z';
  const made = (database: TestDatabase) =>
    database.ask(
      `select relname as name from pg_class where relname like 'game_event_2040%' and relkind = 'r' order by 1`,
    );

  test('servers that start at once make this month and the next once, without errors', async () => {
    const database = await newDatabaseOf('postgres');
    vi.setSystemTime(LATER);
    const reasons: string[] = [];
    const options = { url: database.target, keys: KEYS, onNoPartition: (reason: string) => void reasons.push(reason) };
    const stores = await Promise.all([1, 2, 3, 4].map(() => openPostgres(options)));
    expect(reasons).toEqual([]);
    expect(await made(database)).toEqual([{ name: 'game_event_2040_03' }, { name: 'game_event_2040_04' }]);
    await Promise.all(stores.map((store) => store.close()));
    await database.remove();
  });

  test('a running server makes the partition of a month before it begins', async () => {
    const database = await newDatabaseOf('postgres');
    vi.useFakeTimers({ toFake: ['Date', 'setInterval'], now: Date.parse('2040-03-31T20:00Z') });
    const store = await openPostgres({ url: database.target, keys: KEYS });
    expect(await made(database)).toHaveLength(2);
    vi.advanceTimersByTime(6 * 60 * 60 * 1000);
    await expect.poll(() => made(database), PATIENCE).toHaveLength(3);
    vi.useFakeTimers({ toFake: ['Date'] });
    await store.close();
    await database.remove();
  });

  test('a user who does not own the tables gets a warning, and rows go to the default partition', async () => {
    const database = await newDatabaseOf('postgres');
    const user = `user_${randomBytes(6).toString('hex')}`;
    await database.ask(
      `create role ${user} login; grant select, insert, update, delete on all tables in schema public to ${user}`,
    );
    vi.setSystemTime(LATER);
    const url = new URL(database.target);
    url.username = user;
    const reasons: string[] = [];
    const store = await openPostgres({
      url: url.href,
      keys: KEYS,
      onNoPartition: (reason) => void reasons.push(reason),
    });
    expect(reasons).toEqual([
      expect.stringMatching(/must be owner of table game_event|permission denied for schema public/),
    ]);
    const game = gameRow();
    await store.log.create(creationOf(game, [eventRow(game.id, 1)]));
    expect(await database.ask('select tableoid::regclass::text as name from game_event')).toEqual([{ name: DEFAULT }]);
    await store.close();
    await database.ask(`drop owned by ${user}; drop role ${user}`);
    await database.remove();
  });

  test('a start waits at most a second for a reader of the log, and the next start tries again', async () => {
    const database = await newDatabaseOf('postgres');
    vi.setSystemTime(LATER);
    const reader = new pg.Client({ connectionString: database.target });
    await reader.connect();
    await reader.query('begin; select count(*) from game_event');
    const reasons: string[] = [];
    const options = { url: database.target, keys: KEYS, onNoPartition: (reason: string) => void reasons.push(reason) };
    await (await openPostgres(options)).close();
    expect(reasons).toEqual(['canceling statement due to lock timeout']);
    await reader.end();
    await (await openPostgres(options)).close();
    expect(reasons).toHaveLength(1);
    expect(await made(database)).toHaveLength(2);
    await database.remove();
  });
});
