import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { legalActionsOf } from '../../clients/typescript/src/types.ts';
import { PATIENCE } from '../patience.ts';
import { freshDatabase, KINDS, type Kind, type TestDatabase } from '../store/test-store.ts';
import type { Caller } from './caller.ts';
import { type Service, startService } from './service.ts';
import { create, problem } from './table.ts';

const DAY = 86_400;
const TABLE = { ruleset: 'pascal', options: {} };

let database: TestDatabase;
let one: Service;
let other: Service;
let ada: Caller;
let bob: Caller;
beforeAll(async () => {
  database = await freshDatabase(KINDS.at(-1) as Kind);
  one = await startService({ store: await database.open() });
  other = database.kind === 'postgres' ? await startService({ store: await database.open() }) : one;
  [ada, bob] = await one.stranger.registerAll('Ada', 'Bob');
});
afterAll(async () => {
  await one.stop();
  if (other !== one) await other.stop();
  await database.remove();
});

function hotSeat(days: number | null, more: object = {}) {
  const clock = days === null ? undefined : { perAction: days * DAY, onTimeout: 'random' };
  return create(ada, { ruleset: 'pascals-ruin', seats: ['me', 'me'], ...(clock && { clock }), ...more });
}

async function turnsOf(caller: Caller, query = ''): Promise<any> {
  const { status, body } = await caller.get(`/v1/me/turns${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

function idsIn({ turns }: any): string[] {
  return turns.map(({ gameId }: any) => gameId);
}

describe('listTurns', () => {
  test('is ordered by deadline on every server, page by page, and a move changes the order', async () => {
    const games = [await hotSeat(null), await hotSeat(5), await hotSeat(3)];
    const [never, five, three] = games.map(({ id }) => id) as [string, string, string];
    const there = ada.on(other.url);
    expect(idsIn(await turnsOf(there))).toEqual([three, five, never]);
    const first = await turnsOf(there, '?limit=1');
    expect([idsIn(first), first.total]).toEqual([[three], { turns: 3, asks: 0, invitations: 0 }]);
    const { choices, version, viewer: seat } = (await ada.get(`/v1/games/${three}`)).body;
    await hotSeat(4); // this game comes between the two pages
    const rest = await turnsOf(there, `?cursor=${first.next}`);
    expect(idsIn(rest).filter((id) => games.some((game) => game.id === id))).toEqual([five, never]);
    expect([idsIn(rest).length, rest.next]).toEqual([3, null]);
    const moved = await ada.post(`/v1/games/${three}/actions`, {
      action: legalActionsOf({ choices })[0],
      seat,
      expectedVersion: version,
    });
    expect(moved.status).toBe(200);
    expect(idsIn(await turnsOf(ada, '?limit=1'))).toEqual([three]); // the deadline in three days still comes first
    expect(
      idsIn(await turnsOf(ada, `?deadlineBefore=${new Date(Date.now() + 3.5 * DAY * 1000).toISOString()}`)),
    ).toEqual([three]);
    expect(idsIn(await turnsOf(ada, '?ruleset=pascal'))).toEqual([]);
  });

  test('waits for turns that pass its filter, and ignores the rest', async () => {
    const eve = await one.stranger.register('Eve');
    const { headers } = await eve.get('/v1/me/turns?ruleset=pascal');
    const waiting = eve.get('/v1/me/turns?ruleset=pascal&wait=20', { 'if-none-match': headers.get('etag') ?? '' });
    await create(eve, { ruleset: 'pascals-ruin', seats: ['me', 'me'] });
    const game = await create(eve, { ruleset: 'pascal', seats: ['me'] });
    expect(idsIn((await waiting).body)).toEqual([game.id]);
  });

  test('of hundreds of followed games reads only the one that has changed', async () => {
    const eve = await one.stranger.register('Eve2');
    const games = [];
    for (let n = 0; n < 3; n++) games.push(await create(eve, { ruleset: 'pascal', seats: ['me'] }));
    const { headers } = await eve.get('/v1/me/turns');
    const { lists } = one.store;
    const [all, some] = [vi.spyOn(lists, 'turns'), vi.spyOn(lists, 'turnsAmong')];
    onTestFinished(() => [all, some].forEach((spy) => void spy.mockRestore()));
    const waiting = eve.get('/v1/me/turns?wait=20', { 'if-none-match': headers.get('etag') ?? '' });
    await vi.waitFor(() => expect(one.gameService.subscriptions.size).toBe(1), PATIENCE);
    const [game] = games;
    const { version: expectedVersion, choices } = game;
    await eve.post(`/v1/games/${game.id}/actions`, { action: legalActionsOf({ choices })[0], expectedVersion });
    expect((await waiting).body.turns.map(({ version }: any) => version).sort()).toEqual([
      ...[1, 1].map(() => expectedVersion),
      expectedVersion + 1,
    ]);
    expect(all).toHaveBeenCalledTimes(1);
    expect(some.mock.calls.map(([, ids]) => ids)).toEqual([[game.id]]);
  });

  test('rejects impossible requests', async () => {
    const amiss = [
      'cursor=1',
      'limit=501',
      'limit=0',
      'deadlineBefore=soon',
      'competition=maybe',
      'opponent=Bob',
      'only=games',
      'since=yesterday',
      'names=true',
      'since=looked&limit=51',
      'ruleset=chess',
    ];
    for (const query of amiss) {
      expect(problem(await ada.get(`/v1/me/turns?${query}`)), query).toBe('400 invalid-request');
      expect(problem(await ada.get(`/v1/me/turns/stream?${query}`)), query).toBe('400 invalid-request');
    }
    expect(problem(await one.stranger.get('/v1/games?since=looked'))).toBe('401 unauthorized');
    expect(problem(await one.stranger.get('/v1/games?awaiting=others'))).toBe('401 unauthorized');
    expect(problem(await ada.get('/v1/games?player=me&since=looked&limit=100'))).toBe('400 invalid-request');
  });
});

describe('the events since a player looked', () => {
  test('are counted and described for the player alone, on every server, and never go back', async () => {
    const seats = ['me', 'open'];
    const game = await create(ada, { ruleset: 'pascals-ruin', seats, clock: { perAction: DAY, onTimeout: 'random' } });
    const path = `/v1/games/${game.id}`;
    const before = (await ada.get(path)).headers.get('etag');
    expect((await ada.call('PUT', `${path}/looked`, { body: { version: 1 } })).body).toEqual({ version: 1, before: 0 });
    expect((await ada.get(path)).headers.get('etag')).toBe(before);
    const joined = (await bob.post(`${path}/seats`, {})).body;
    const newsOf = async (caller: Caller) => {
      const { games } = (await caller.on(other.url).get('/v1/games?player=me&since=looked&names=true')).body;
      return games.find(({ id }: any) => id === game.id).sinceLooked;
    };
    const news = await newsOf(ada);
    expect(news).toMatchObject({ looked: 1, more: false });
    expect(news.events).toBe((await ada.get(`${path}/events?after=1`)).body.events.length);
    expect(news.text.length).toBe(Math.min(2, news.events));
    expect((await newsOf(bob)).looked).toBe(0);
    expect((await ada.call('PUT', `${path}/looked`, { body: { version: joined.version } })).body).toEqual({
      version: joined.version,
      before: 1,
    });
    expect((await ada.call('PUT', `${path}/looked`, { body: { version: 1 } })).body).toEqual({
      version: joined.version,
      before: joined.version,
    });
    expect(await newsOf(ada)).toEqual({ looked: joined.version, events: 0, more: false, text: [] });
    expect((await newsOf(bob)).looked).toBe(0);
    const [actor] = joined.toAct[0] === 0 ? [ada] : [bob];
    const turn = (await turnsOf(actor, '?since=looked')).turns.find(({ gameId }: any) => gameId === game.id);
    expect(turn.sinceLooked.looked).toBe(actor === ada ? joined.version : 0);
    const others = (await (actor === ada ? bob : ada).get('/v1/games?awaiting=others&limit=100')).body.games;
    expect(others.map(({ id }: any) => id)).toContain(game.id);
    expect((await actor.get('/v1/games?awaiting=others')).body.games.map(({ id }: any) => id)).not.toContain(game.id);
    const met = (await ada.get(`/v1/games?player=me&opponent=${bob.id}`)).body.games.map(({ id }: any) => id);
    expect(met).toEqual([game.id]);
  });

  test('are set by a player of the game, for existing versions', async () => {
    const eve = await one.stranger.register('Eve3');
    const game = await create(ada, { ...TABLE, seats: ['me'], visibility: 'private' });
    const shown = await create(ada, { ...TABLE, seats: ['me'] });
    const look = (caller: Caller, id: string, body: object) => caller.call('PUT', `/v1/games/${id}/looked`, { body });
    expect(problem(await look(eve, game.id, { version: 1 }))).toBe('404 game-not-found');
    expect(problem(await look(eve, shown.id, { version: 1 }))).toBe('403 not-your-seat');
    expect(problem(await look(ada, game.id, { version: 999 }))).toBe('404 version-not-found');
    for (const body of [{}, { version: 0 }, { version: 'all' }, { version: 1, seat: 0 }, { version: 2 ** 31 }]) {
      expect(problem(await look(ada, game.id, body)), JSON.stringify(body)).toBe('400 invalid-request');
    }
  });
});
