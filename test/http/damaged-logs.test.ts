import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { Metrics } from '../../src/http/metrics.ts';
import { endedGame } from '../../src/seeks/runtime/seek-writer.ts';
import { PATIENCE } from '../patience.ts';
import { freshDatabase, KINDS, type TestDatabase } from '../store/test-store.ts';
import type { Caller } from './caller.ts';
import { type Service, startService } from './service.ts';
import { act, create, problem, stateOf } from './table.ts';

const GAME = { ruleset: 'pascals-ruin', seats: ['me', 'me'], seed: 'damaged' };
const DAMAGED = '410 log-damaged';
/** Statements that damage a log, by the expected fault. `sealed` has the bytes of an action. */
const DAMAGES: Record<string, (id: string) => string> = {
  'the last row is missing': (id) => `delete from game_event where game_id = '${id}' and version = 7`,
  'a row in the middle is missing': (id) => `delete from game_event where game_id = '${id}' and version = 4`,
  'the first row is missing': (id) => `delete from game_event where game_id = '${id}' and version = 1`,
  'all rows are missing': (id) => `delete from game_event where game_id = '${id}'`,
  'a row was changed': (id) => `update game_event set at = at + interval '1 s' where game_id = '${id}' and version = 4`,
  'the bytes of a row do not open': (id) => `update game_event
    set sealed = set_byte(sealed, length(sealed) - 1, get_byte(sealed, length(sealed) - 1) # 1)
    where game_id = '${id}' and version = 5`,
  'two rows were exchanged': (id) => `update game_event set version = case version when 6 then 99 else 6 end
    where game_id = '${id}' and version in (6, 7); update game_event set version = 7 where game_id = '${id}' and version = 99`,
  'the head was changed': (id) => `update game set head = repeat('0', length(head)) where id = '${id}'`,
};

describe.each(KINDS)('on %s', (kind) => {
  let database: TestDatabase;
  let service: Service;
  let ada: Caller;
  const metrics = new Metrics();
  const games: Record<string, string> = {};
  const troubled: unknown[] = [];
  let whole: string;
  let competitions: { rows: string; head: string; whole: string };
  let dealt: { competition: string; game: string };
  let complete: { competition: string; game: string };

  beforeAll(async () => {
    database = await freshDatabase(kind);
    service = await startService({ store: await database.open() });
    ada = await service.stranger.register('Ada');
    for (const damage of Object.keys(DAMAGES)) games[damage] = await played();
    whole = await played();
    competitions = { rows: await competition(), head: await competition(), whole: await competition() };
    dealt = await resigned({ duplicate: 'permuted' });
    complete = await resigned();
    await vi.waitUntil(
      async () => (await ada.get(`/v1/competitions/${complete.competition}`)).body.status === 'finished',
      PATIENCE,
    );
    await service.stop();
    for (const [damage, sqlFor] of Object.entries(DAMAGES)) await database.ask(sqlFor(games[damage] as string));
    await database.ask(`delete from competition_event where competition_id = '${competitions.rows}' and version = 2;
      update competition set head = repeat('0', length(head)) where id = '${competitions.head}';
      update game_event set kind = 'timeout' where game_id = '${dealt.game}' and kind = 'resigned';
      delete from game_event where game_id = '${complete.game}'`);
    service = await startService({
      store: await database.open(),
      metrics,
      analyses: { playouts: 100, seconds: 1 },
      onTrouble: (_, where) => void troubled.push(where),
    });
    ada = service.stranger.as(ada.token);
    await ada.get(`/v1/games/${dealt.game}/events`); // reads the game, so that its result has reached the competition
  }, 2 * PATIENCE.timeout);
  afterAll(async () => {
    await service.stop();
    await database.remove();
  });

  async function played(): Promise<string> {
    const { id } = await create(ada, GAME);
    for (let n = 0; n < 5; n++) await act(ada, id);
    expect((await stateOf(ada, id)).version).toBe(7);
    return id;
  }

  async function competition(more: object = {}): Promise<string> {
    const clock = { perAction: 60, onTimeout: 'random' };
    const asked = { name: 'To be damaged', ruleset: 'pascals-ruin', format: 'match', clock, ...more };
    const { id } = (await ada.post('/v1/competitions', asked)).body;
    await ada.post(`/v1/competitions/${id}/entries`, {});
    return id;
  }

  async function resigned(more: object = {}): Promise<{ competition: string; game: string }> {
    const id = await competition(more);
    await ada.post(`/v1/competitions/${id}/entries`, { bot: 'random' });
    await ada.post(`/v1/competitions/${id}/start`, {});
    const games = async () => (await ada.get(`/v1/competitions/${id}/games`)).body.games;
    const game = await vi.waitUntil(async () => (await games())[0]?.gameId, PATIENCE);
    expect((await ada.post(`/v1/games/${game}/resignation`, {})).body.status).toBe('finished');
    return { competition: id, game };
  }

  async function counted(of: string): Promise<number> {
    const found = new RegExp(`croupier_damaged_logs_total\\{of="${of}"\\} (\\d+)`).exec(await metrics.text());
    return Number(found?.[1] ?? 0);
  }

  test.each(Object.keys(DAMAGES))(
    'a game is not answered from its log when %s, which is counted once',
    async (damage) => {
      const id = games[damage];
      const before = await counted('game');
      for (const path of ['', '?at=2', '/events', '/events?order=desc', '/actions', '/states?from=1']) {
        expect([path, problem(await ada.get(`/v1/games/${id}${path}`))]).toEqual([path, DAMAGED]);
      }
      expect(problem(await ada.post(`/v1/games/${id}/actions`, { action: { type: 'roll' } }))).toBe(DAMAGED);
      expect(problem(await ada.post(`/v1/games/${id}/resignation`, {}))).toBe(DAMAGED);
      expect(await counted('game')).toBe(before + 1);
    },
  );

  test('other games and the lists are answered, damaged games included', async () => {
    expect((await stateOf(ada, whole)).version).toBe(7);
    for (const path of ['?at=2', '/events', '/states?from=1']) {
      expect((await ada.get(`/v1/games/${whole}${path}`)).status).toBe(200);
    }
    expect((await ada.get('/v1/games?limit=50')).status).toBe(200);
    expect((await ada.get(`/v1/competitions/${competitions.whole}`)).status).toBe(200);
  });

  test('a competition is refused if its log does not lead to its head', async () => {
    const before = await counted('competition');
    for (const id of [competitions.rows, competitions.head]) {
      for (const path of ['', '/events', '/standings']) {
        expect([path, problem(await ada.get(`/v1/competitions/${id}${path}`))]).toEqual([path, DAMAGED]);
      }
      expect(problem(await ada.post(`/v1/competitions/${id}/start`, {}))).toBe(DAMAGED);
    }
    expect(await counted('competition')).toBe(before + 2);
  });

  test('the participants of a finished game are not read from a damaged log: its competition waits, and a seek goes on', async () => {
    const outcome = { left: [] };
    const over = { seekId: 'a seek', gameId: dealt.game, seat: 0, status: 'finished', outcome } as const;
    const ended = { gameId: dealt.game, counts: true, neverActed: null, at: new Date() };
    expect(await endedGame(service.gameService.gameReader, { ...over, updatedAt: ended.at })).toEqual(ended);
    await expect.poll(() => troubled).toContainEqual({ competitionId: dealt.competition });
    expect((await ada.get(`/v1/competitions/${dealt.competition}`)).body).toMatchObject({ gamesCounted: 0 });
  });

  test('the transcript of a competition is refused before its first line if the log of a game is missing', async () => {
    expect(problem(await ada.get(`/v1/competitions/${complete.competition}/transcript`))).toBe(DAMAGED);
  });

  test.runIf(kind === 'postgres')('an analysis does not begin if only memory has the game', async () => {
    const id = await played();
    expect((await ada.post(`/v1/games/${id}/resignation`, { seat: 0 })).body.status).toBe('finished');
    await database.ask(`delete from game_event where game_id = '${id}'`);
    expect((await ada.get(`/v1/games/${id}`)).status).toBe(200);
    expect(problem(await ada.post(`/v1/games/${id}/analysis`, {}))).toBe(DAMAGED);
  });

  test.runIf(kind === 'postgres')('a log that was read well and is damaged again is counted again', async () => {
    const id = await played();
    const before = await counted('game');
    const shift = (by: string) =>
      database.ask(`update game_event set at = at + interval '${by}' where game_id = '${id}' and version = 4`);
    const counts: unknown[] = [];
    for (const [by, at] of [
      ['1 s', 5],
      ['-1 s', 5],
      ['1 s', 6],
    ]) {
      await shift(by as string);
      for (let n = 0; n < 2; n++) counts.push((await ada.get(`/v1/games/${id}?at=${at}`)).status);
      counts.push((await counted('game')) - before);
    }
    expect(counts).toEqual([410, 410, 1, 200, 200, 1, 410, 410, 2]);
  });

  test.runIf(kind === 'postgres')(
    'cached games are answered, but no past that was changed after it was read from the log',
    async () => {
      const id = await played();
      expect((await ada.get(`/v1/games/${id}?at=3`)).body.version).toBe(3);
      await database.ask(`update game_event set at = at + interval '1 s' where game_id = '${id}' and version = 4`);
      expect((await stateOf(ada, id)).version).toBe(7);
      expect((await ada.get(`/v1/games/${id}?at=3`)).status).toBe(200);
      expect(problem(await ada.get(`/v1/games/${id}?at=5`))).toBe(DAMAGED);
      expect(problem(await ada.get(`/v1/games/${id}/events?after=mine`))).toBe(DAMAGED);
      const plan = { expectedVersion: 7, branches: [{ do: { type: 'rollDie', die: 'd20' } }] };
      const seat = (await stateOf(ada, id)).viewer;
      expect(problem(await ada.call('PUT', `/v1/games/${id}/plan`, { body: { ...plan, seat } }))).toBe(DAMAGED);
      const entered = await competition();
      await database.ask(
        `update competition_event set at = at + interval '1 s' where competition_id = '${entered}' and version = 2`,
      );
      expect((await ada.get(`/v1/competitions/${entered}`)).status).toBe(200);
      expect(problem(await ada.get(`/v1/competitions/${entered}/events`))).toBe(DAMAGED);
    },
  );
});
