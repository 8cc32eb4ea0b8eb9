import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { poolOf } from '../../src/games/model/rated-game.ts';
import { FittedPools, KeptPools, type PoolBounds } from '../../src/ratings/kept-pools.ts';
import type { RatedResult } from '../../src/statistics/rated-games.ts';
import { RatingPool } from '../../src/statistics/rating-fit.ts';
import type { RatedGame, RatedGameRow } from '../../src/store/ratings.ts';
import type { Store } from '../../src/store/store.ts';
import { creationOf, gameRow, NOON } from '../store/rows.ts';
import { freshDatabase, KINDS, type TestDatabase } from '../store/test-store.ts';

const PARTICIPANTS = ['bot:random', 'bot:plain', 'bot:search-10'];

let database: TestDatabase;
let store: Store;
const opened: { stop(): Promise<void> }[] = [];
beforeAll(async () => {
  database = await freshDatabase(KINDS.at(-1) as TestDatabase['kind']);
  store = await database.open();
});
afterAll(async () => {
  for (const kept of opened) await kept.stop();
  await store.close();
  await database.remove();
});

/** Makes pools that compute ratings during the call even if that takes long, unless `bounds` limits it. */
function keptPools(bounds: Partial<PoolBounds> = {}): KeptPools {
  const kept = new KeptPools(store.ratings, { longMs: 60_000, ...bounds });
  opened.push(kept);
  return kept;
}

function newPool() {
  return poolOf({ ruleset: 'pascals-ruin', rulesVersion: 1, options: { name: randomUUID() }, seats: 2 });
}

/** Adds games, each between a participant and the next one in the list. The next one wins two of three games. */
async function play(pool: RatedGameRow['pool'], games: number, among = PARTICIPANTS): Promise<void> {
  const before = (await store.ratings.pool(pool.id))?.games ?? 0;
  for (let nth = before; nth < before + games; nth++) {
    const gameId = randomUUID();
    const players = [among[nth % among.length] as string, among[(nth + 1) % among.length] as string];
    const shares = nth % 3 === 0 ? [1, 0] : [0, 1];
    const at = new Date(NOON.getTime() + nth * 60_000);
    const rated = { gameId, pool, competitionId: null, board: gameId, players, shares, at };
    expect(await store.log.create({ ...creationOf(gameRow({ id: gameId })), rated })).toBe(true);
  }
}

async function counted(pool: { id: string }): Promise<number> {
  return (await store.ratings.pool(pool.id))?.games ?? 0;
}

async function computed(pool: { id: string }): Promise<{ version: number; tail: string; rows: unknown }> {
  const games = await store.ratings.games(pool.id, 0, 1_000);
  const fit = new RatingPool();
  fit.add(games.map(({ at, ...game }): RatedResult => ({ ...game, at: at.getTime() })));
  const last = games.at(-1) as RatedGame;
  return { version: games.length, tail: `${last.gameId} ${last.at.getTime()}`, rows: fit.table() };
}

async function tableOf(kept: KeptPools, pool: { id: string }, ...needs: string[]) {
  return kept.table(pool.id, await counted(pool), needs);
}

test('games since are added to the kept pool, and simultaneous callers share one fit', async () => {
  const [kept, pool] = [keptPools(), newPool()];
  await play(pool, 12);
  const [first, ...others] = await Promise.all([1, 2, 3].map(() => tableOf(kept, pool)));
  expect(first).toEqual({ ok: true, value: await computed(pool) });
  for (const other of others) expect(other.ok && other.value).toBe(first?.ok && first.value);
  await play(pool, 3);
  expect(await tableOf(kept, pool)).toEqual({ ok: true, value: await computed(pool) });
  expect(kept.games).toBe(15);
  expect(await kept.earlier(pool.id, 12)).toEqual(first?.ok && first.value);
  expect(await kept.earlier(pool.id, 11)).toBeNull();
});

// skipped for the embedded database, which no other process can change while its store is open
test.runIf(KINDS.includes('postgres')).each([0, 1, 3, 5])(
  'a restored database, with %i games since, is read again from the beginning',
  async (since) => {
    const [kept, pool] = [keptPools(), newPool()];
    await play(pool, 9);
    await tableOf(kept, pool);
    await database.ask(`delete from rated_game where pool_id = '${pool.id}' and nth > 6`);
    await database.ask(`update rating_pool set games = 6 where id = '${pool.id}'`);
    await play(pool, since, ['bot:random', 'bot:search-100']);
    expect(await kept.earlier(pool.id, 9)).toBeNull();
    expect(await tableOf(kept, pool)).toEqual({ ok: true, value: await computed(pool) });
  },
);

test.runIf(KINDS.includes('postgres'))('a result still counts after its game is deleted', async () => {
  const pool = newPool();
  await play(pool, 4);
  const before = await computed(pool);
  const deleted = `(select game_id from rated_game where pool_id = '${pool.id}' and nth < 4)`;
  for (const table of ['game_event', 'game_player'])
    await database.ask(`delete from ${table} where game_id in ${deleted}`);
  await database.ask(`delete from game where id in ${deleted}`);
  expect(await computed(pool)).toEqual(before);
  await play(pool, 1);
  expect((await store.ratings.games(pool.id, 0, 10)).map(({ nth }) => nth)).toEqual([1, 2, 3, 4, 5]);
});

test('an evicted pool is read again on demand', async () => {
  const kept = keptPools({ games: 60 });
  const pools = [newPool(), newPool(), newPool()];
  for (const pool of pools) await play(pool, 6);
  for (const pool of [...pools, ...pools]) {
    expect(await tableOf(kept, pool)).toEqual({ ok: true, value: await computed(pool) });
    expect(kept.games).toBe(6);
  }
});

test('a long fit rests, except for a new player', async () => {
  const [kept, pool] = [keptPools({ longMs: 0, rest: 1e9 }), newPool()];
  await play(pool, 6);
  const first = await tableOf(kept, pool);
  await play(pool, 1);
  expect(await tableOf(kept, pool)).toEqual(first);
  const [one, other] = ['bot:random', 'bot:plain'] as const;
  const compared = kept.answer(await counted(pool), [one, other], { ask: 'comparison', poolId: pool.id, one, other });
  expect(await compared).toMatchObject({ value: { version: 6 } });
  await play(pool, 1, ['bot:random', 'bot:search-100']);
  expect(await tableOf(kept, pool, 'bot:random')).toEqual(first);
  expect(await tableOf(kept, pool, 'bot:search-100')).toEqual({ ok: true, value: await computed(pool) });
});

test('a large pool is fitted apart from small ones, and its new players come with the next fit after its rest', async () => {
  const fitted = new FittedPools(store.ratings, { longMs: 0, rest: 1e9 }, { participants: 3, ms: 60_000 });
  opened.push(fitted);
  const [large, small] = [newPool(), newPool()];
  await play(large, 4, [...PARTICIPANTS, 'bot:search-100']);
  await play(small, 6);
  const first = await computed(large);
  expect(await (await fitted.of(large.id)).table(large.id, 4)).toEqual({ ok: true, value: first });
  expect(await (await fitted.of(small.id)).table(small.id, 6)).toEqual({ ok: true, value: await computed(small) });
  expect([large, small].map(({ id }) => fitted.isLarge(id))).toEqual([true, false]);
  expect(await fitted.earlier(large.id, 4)).toEqual(first);
  for (const pool of [large, small]) await play(pool, 2, ['bot:search-1000', 'bot:random']);
  expect(await (await fitted.of(large.id)).table(large.id, 6, ['bot:search-1000'])).toEqual({ ok: true, value: first });
  expect(await (await fitted.of(large.id)).history(large.id, 6, 'bot:search-1000')).toMatchObject({
    value: { version: 4, points: [] },
  });
  expect(fitted.restOf(large.id)).toBeGreaterThan(0);
  expect(await (await fitted.of(small.id)).table(small.id, 8, ['bot:search-1000'])).toEqual({
    ok: true,
    value: await computed(small),
  });
});

test('a pool that is too large is rejected, and delays no other', async () => {
  const [kept, large, small] = [keptPools({ participants: 3 }), newPool(), newPool()];
  await play(large, 4, [...PARTICIPANTS, 'bot:search-100']);
  await play(small, 6);
  expect(await tableOf(kept, large)).toMatchObject({ ok: false, refusal: { code: 'pool-too-large' } });
  expect(await kept.history(large.id, 4, 'bot:random')).toMatchObject({ ok: false });
  expect(await tableOf(kept, small)).toMatchObject({ ok: true, value: { version: 6 } });
});

test('a thread that ended during work is replaced, and the new one gets all the data', async () => {
  const [kept, sound, broken] = [keptPools(), newPool(), newPool()];
  await play(sound, 6);
  await play(broken, 1);
  await tableOf(kept, sound);
  await tableOf(kept, broken);
  const gameId = randomUUID();
  const row = { gameId, pool: broken, competitionId: null, board: gameId, players: PARTICIPANTS, at: NOON };
  const rated = { ...row, shares: [1, 0, 0] };
  await store.log.create({ ...creationOf(gameRow({ id: gameId })), rated });
  await expect(tableOf(kept, broken)).rejects.toThrow(/seats of its pool/);
  await play(sound, 1);
  expect(await tableOf(kept, sound)).toEqual({ ok: true, value: await computed(sound) });
});

test('a history has the fits to the first games, regardless of earlier requests', async () => {
  const [kept, pool] = [keptPools(), newPool()];
  await play(pool, 8);
  const told = await kept.history(pool.id, 8, 'bot:search-10');
  const fit = new RatingPool();
  const games = await store.ratings.games(pool.id, 0, 100);
  fit.add(games.map(({ at, ...game }): RatedResult => ({ ...game, at: at.getTime() })));
  expect(told).toEqual({
    ok: true,
    value: { version: 8, tail: (await computed(pool)).tail, points: fit.history('bot:search-10') },
  });
  expect(await kept.history(pool.id, 8, 'bot:search-1000')).toMatchObject({ value: { points: [] } });
});
