import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadCatalogue } from '#rules/catalogue.ts';
import { DEFAULT_CAPS } from '../../src/games/model/caps.ts';
import { Ratings } from '../../src/ratings/ratings.ts';
import type { Caller } from './caller.ts';
import { type Service, startService } from './service.ts';
import { problem } from './table.ts';

const NOBODY = '01930000-0000-7000-8000-0000000000ff';
const NO_POOL = '0123456789abcdef';
const CLOCK = { perAction: 3600, onTimeout: 'random' };
const OPTIONS = { roundsToWin: 1 };
const LIST = `/v1/ratings?ruleset=pascals-ruin&options=${encodeURIComponent(JSON.stringify(OPTIONS))}`;

let service: Service;
let ada: Caller;
let bob: Caller;
beforeAll(async () => {
  service = await startService({ caps: { ...DEFAULT_CAPS, competitions: 100 } });
  [ada, bob] = await Promise.all([service.stranger.register('Ada', 'human'), service.stranger.register('Bob')]);
});
afterAll(() => service.stop());

async function lost(by: Caller, to: Caller): Promise<void> {
  const seats = ['me', { player: to.id }];
  const asked = {
    ruleset: 'pascals-ruin',
    options: OPTIONS,
    seats,
    clock: { perAction: 3600, onTimeout: 'resign' },
    rated: true,
  };
  const { status, body } = await by.post('/v1/games', asked);
  expect([status, body.rated], JSON.stringify(body)).toEqual([201, true]);
  expect((await to.post(`/v1/games/${body.id}/seats`, {})).body.status).toBe('playing');
  expect((await by.post(`/v1/games/${body.id}/resignation`, {})).status).toBe(200);
}

async function playedCompetition(): Promise<void> {
  const settings = { name: 'Tuesday', ruleset: 'pascals-ruin', options: OPTIONS, clock: CLOCK };
  const { body } = await ada.post('/v1/competitions', {
    ...settings,
    format: 'roundRobin',
    boards: 2,
    duplicate: 'none',
  });
  const path = `/v1/competitions/${body.id}`;
  for (const bot of ['random', 'search-10']) await ada.post(`${path}/entries`, { bot });
  let seen = (await ada.post(`${path}/start`, {})).body;
  while (!seen.complete) seen = (await ada.get(`${path}?after=${seen.version}&wait=30`)).body;
}

function named({ player, bot }: any): string {
  return player?.name ?? bot;
}

describe('before any game', () => {
  test('the pool of the newest rules, the default options and two seats is empty, and says why', async () => {
    const { status, body } = await service.stranger.get('/v1/ratings?ruleset=champions-of-chance');
    expect(status).toBe(200);
    const { options } = body.pool;
    const defaults = (await service.stranger.get('/v1/rulesets')).body.rulesets.find(
      ({ id }: any) => id === 'champions-of-chance',
    );
    expect(body.pool).toMatchObject({ ruleset: 'champions-of-chance', rulesVersion: defaults.rulesVersion, seats: 2 });
    expect(Object.keys(options).length).toBeGreaterThan(0);
    expect(body).toMatchObject({ version: 0, behind: 0, rated: 0, ratings: [], next: null });
    expect(body.note).toMatch(/^No player has a rated game in this pool yet\..*rated: true/);
    const explicit = `&seats=2&rulesVersion=${defaults.rulesVersion}&options=${encodeURIComponent(JSON.stringify(options))}`;
    expect((await service.stranger.get(`/v1/ratings?ruleset=champions-of-chance${explicit}`)).body).toEqual(body);
  });

  test('there are no pools and no ratings', async () => {
    expect((await service.stranger.get('/v1/ratings/pools?ruleset=champions-of-chance')).body).toEqual({
      pools: [],
      next: null,
    });
    const { body } = await service.stranger.get(`/v1/players/${bob.id}/ratings`);
    expect(body).toMatchObject({ player: { id: bob.id, name: 'Bob' }, bot: null, ratings: [], next: null });
    expect(body.note).toMatch(/No game of theirs counts/);
    const search = await service.stranger.get('/v1/players/bot:search-1000/ratings');
    expect(search.body).toMatchObject({ player: null, bot: 'search-1000', ratings: [] });
  });
});

describe('after a competition and rated games', () => {
  let pool: any;
  let first: any;
  beforeAll(async () => {
    await playedCompetition();
    await lost(ada, bob);
    ({ body: first } = await service.stranger.get(LIST));
    ({ pool } = first);
  });

  test('all players are rated by all of them, with their names', async () => {
    expect(first).toMatchObject({ version: 3, behind: 0, rated: 4, note: null, next: null });
    expect(first.ratings.map(named).sort()).toEqual(['Ada', 'Bob', 'random', 'search-10']);
    const of = Object.fromEntries(first.ratings.map((row: any) => [named(row), row]));
    expect(of.random).toMatchObject({ rating: 1500, interval: { low: 1500, high: 1500 }, games: 2, boards: 2 });
    expect(of.random).toMatchObject({ provisional: false, rank: 1, rankInterval: { low: 1, high: 1 } });
    const ratings = first.ratings.map(({ rating }: any) => rating);
    expect(ratings).toEqual(ratings.toSorted((a: number, b: number) => b - a));
    expect(of.Bob).toMatchObject({ games: 1, boards: 1, opponents: 1, provisional: true, rank: null, change: null });
    expect(of.Bob.rating).toBeGreaterThan(of.Ada.rating);
    expect(of.Bob.interval.low).toBeLessThan(of.Ada.interval.high);
    expect((await service.stranger.get(`/v1/ratings?pool=${pool.id}`)).body).toEqual(first);
    const { pools } = (await service.stranger.get('/v1/ratings/pools?ruleset=pascals-ruin&seats=2')).body;
    expect(pools).toEqual([{ ...pool, games: 3, createdAt: expect.any(String) }]);
  });

  test('another server, or a restarted one, returns the same', async () => {
    const other = new Ratings(service.store, await loadCatalogue(false));
    const found = await other.list({ pool: pool.id }, { from: null, limit: 20 });
    expect(JSON.parse(JSON.stringify(found))).toEqual({ ok: true, value: first });
    await other.stop();
  });

  test('an unchanged response is not sent again', async () => {
    const paths = [
      LIST,
      '/v1/ratings/pools',
      `/v1/players/${bob.id}/ratings`,
      `/v1/players/bot:random/ratings/${pool.id}/history`,
      `/v1/comparisons?pool=${pool.id}&one=${ada.id}&other=bot:random`,
      `/v1/players/bot:random/ratings/${pool.id}/record`,
      `/v1/players/bot:random/ratings/${pool.id}/games`,
    ];
    for (const path of paths) {
      const { headers } = await service.stranger.get(path);
      expect(headers.get('cache-control'), path).toBe('public, no-cache');
      const known = { 'if-none-match': headers.get('etag') as string };
      expect((await service.stranger.get(path, known)).status, path).toBe(304);
    }
    const own = await bob.get(`/v1/comparisons?pool=${pool.id}&one=me&other=bot:random`);
    expect([own.headers.get('cache-control'), own.headers.get('vary')]).toEqual(['private, no-cache', 'authorization']);
    expect(own.body.one.player.id).toBe(bob.id);
  });

  test('a player is shown in all pools, with their history, and beside another', async () => {
    const { ratings } = (await service.stranger.get(`/v1/players/${bob.id?.toUpperCase()}/ratings`)).body;
    const { player: _, bot: __, ...figures } = first.ratings.find((row: any) => named(row) === 'Bob');
    expect(ratings).toEqual([{ pool, version: 3, behind: 0, ...figures }]);
    const { body: history } = await service.stranger.get(`/v1/players/${bob.id}/ratings/${pool.id}/history`);
    expect(history).toMatchObject({ player: { name: 'Bob' }, pool, version: 3, behind: 0 });
    expect(history.points).toEqual([
      { games: 3, at: figures.lastGameAt, rating: figures.rating, interval: figures.interval },
    ]);
    const path = `${LIST.replace('ratings', 'comparisons')}&one=${bob.id}&other=${ada.id}`;
    const { body: compared } = await service.stranger.get(path);
    expect(compared).toMatchObject({
      pool,
      version: 3,
      verdict: 'undecided',
      games: { together: 1, one: 1, other: 1 },
    });
    expect(compared.share).toBeGreaterThan(0.5);
    expect(compared.interval.low).toBeLessThan(0.5);
    expect(compared.text).toMatch(/^Undecided: Bob is to be expected to win \d+ % against Ada \(/);
  });

  test('opponents, seats, results and expectations are shown, with the luck of closed boards', async () => {
    const path = `/v1/players/bot:random/ratings/${pool.id}`;
    const { body: record } = await service.stranger.get(`${path}/record`);
    expect(record).toMatchObject({ player: null, bot: 'random', pool, version: 3, behind: 0 });
    expect(record.opponents).toHaveLength(1);
    expect(record.opponents[0]).toMatchObject({ player: null, bot: 'search-10', games: 2 });
    expect(record.seats.map(({ games }: any) => games).reduce((sum: number, games: number) => sum + games)).toBe(2);
    const { body: page } = await service.stranger.get(`${path}/games`);
    expect(page).toMatchObject({ bot: 'random', version: 3, next: null });
    expect(page.games).toHaveLength(2);
    const own = page.games.map(({ seats }: any) => seats.find(({ bot }: any) => bot === 'random'));
    const won = own.reduce((sum: number, { share }: any) => sum + share, 0) / 2;
    expect(record.opponents[0].share).toBeCloseTo(won, 4);
    const { competitionId } = page.games[0].competition;
    const boards = await Promise.all(
      page.games.map(({ competition: { board } }: any) =>
        service.stranger.get(`/v1/competitions/${competitionId}/boards/${board}`),
      ),
    );
    const pars = boards.map(({ body }, i) => body.par.shares[page.games[i].seats.indexOf(own[i])]);
    expect(record.luck).toMatchObject({ games: 2, share: won, adjustedShare: expect.any(Number) });
    expect(record.luck.par).toBeCloseTo((pars[0] + pars[1]) / 2, 4);
  });

  test('a player without a board with a par has no luck, and sees the games page by page', async () => {
    const path = `/v1/players/${bob.id}/ratings/${pool.id}`;
    const { body: record } = await service.stranger.get(`${path}/record`);
    expect(record).toMatchObject({ luck: null, opponents: [{ player: { name: 'Ada' }, games: 1, share: 1 }] });
    expect(record.seats).toEqual([{ seat: 1, games: 1, share: 1, expected: record.opponents[0].expected }]);
    const { body: page } = await service.stranger.get(`${path}/games?limit=1`);
    expect(page.games).toMatchObject([{ competition: null, seats: [{ share: 0 }, { share: 1 }] }]);
    expect(page.next).toBeNull();
  });

  test('a page continues the previous one, by the same games', async () => {
    const page = (await service.stranger.get(`${LIST}&limit=3`)).body;
    expect(page.ratings).toEqual(first.ratings.slice(0, 3));
    expect(page.next).toBe('3.3');
    await lost(bob, ada);
    const rest = (await service.stranger.get(`${LIST}&limit=3&cursor=${page.next}`)).body;
    expect(rest).toMatchObject({ version: 3, behind: 1, ratings: first.ratings.slice(3), next: null });
    expect((await service.stranger.get(LIST)).body).toMatchObject({ version: 4, behind: 0 });
    const unknown = (await service.stranger.get(`${LIST}&limit=3&cursor=2.3`)).body;
    expect(unknown, 'figures that nobody keeps').toMatchObject({ version: 4, behind: 0, rated: 4 });
    expect(unknown.ratings).toHaveLength(1);
  });

  test.each([
    [`/v1/players/${NOBODY}/ratings/POOL/history`, '404 player-not-found'],
    [`/v1/players/bot:random/ratings/${NO_POOL}/history`, '404 pool-not-found'],
    ['/v1/players/bot:search-1000/ratings/POOL/history', '404 not-rated'],
    ['/v1/players/bot:search-1000/ratings/POOL/record', '404 not-rated'],
    [`/v1/players/${NOBODY}/ratings/POOL/games`, '404 player-not-found'],
    [`/v1/players/bot:random/ratings/${NO_POOL}/games`, '404 pool-not-found'],
    ['/v1/players/bot:random/ratings/POOL/games?cursor=first', '400 invalid-request'],
    ['/v1/comparisons?pool=POOL&one=bot:random&other=bot:search-1000', '404 not-rated'],
    ['/v1/comparisons?pool=POOL&one=bot:random&other=bot:sleeper', '404 player-not-found'],
    ['/v1/comparisons?pool=POOL&one=bot:random&other=bot:random', '400 invalid-request'],
    ['/v1/comparisons?pool=POOL&one=bot:random', '400 invalid-request'],
    ['/v1/comparisons?pool=POOL&one=me&other=bot:random', '401 unauthorized'],
    ['/v1/ratings?pool=POOL&ruleset=pascals-ruin', '400 invalid-request'],
  ])('%s is rejected with %s', async (path, expected) => {
    expect(problem(await service.stranger.get(path.replace('POOL', pool.id)))).toBe(expected);
  });
});

test.each([
  ['/v1/ratings', '400 invalid-request', '/ruleset'],
  ['/v1/ratings?ruleset=chess', '400 invalid-request', '/ruleset'],
  ['/v1/ratings?ruleset=pascal', '422 invalid-seats', '/ruleset'],
  ['/v1/ratings?ruleset=pascals-ruin&seats=4', '422 invalid-seats', '/seats'],
  ['/v1/ratings?ruleset=pascals-ruin&seats=two', '400 invalid-request', '/seats'],
  ['/v1/ratings?ruleset=pascals-ruin&rulesVersion=99', '400 invalid-request', '/rulesVersion'],
  ['/v1/ratings?ruleset=pascals-ruin&options=spicy', '400 invalid-request', '/options'],
  [
    '/v1/ratings?ruleset=pascals-ruin&options=%7B%22roundsToWin%22%3A99%7D',
    '400 invalid-request',
    '/options/roundsToWin',
  ],
  ['/v1/ratings?ruleset=pascals-ruin&cursor=next', '400 invalid-request', '/cursor'],
  ['/v1/ratings?pool=mine', '400 invalid-request', '/pool'],
  ['/v1/ratings/pools?rulesVersion=99999999999', '400 invalid-request', '/rulesVersion'],
  ['/v1/ratings/pools?ruleset=chess', '400 invalid-request', '/ruleset'],
  ['/v1/players/me/ratings', '400 invalid-request', '/playerId'],
])('%s is rejected with %s at %s', async (path, expected, pointer) => {
  const answer = await service.stranger.get(path);
  expect(problem(answer), JSON.stringify(answer.body)).toBe(expected);
  expect(answer.body.errors.map((error: any) => error.pointer)).toContain(pointer);
});

test('an unknown pool differs from an empty one', async () => {
  const { body } = await service.stranger.get(`/v1/ratings?pool=${NO_POOL}`);
  expect(body).toMatchObject({ code: 'pool-not-found', hint: expect.stringContaining('/v1/ratings/pools') });
});
