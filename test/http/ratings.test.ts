import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from './caller.ts';
import { type Service, startService } from './service.ts';
import { problem } from './table.ts';

const NO_POOL = '0123456789abcdef';

let service: Service;
let bob: Caller;
beforeAll(async () => {
  service = await startService();
  bob = await service.stranger.register('Bob');
});
afterAll(() => service.stop());

describe('where nobody has played', () => {
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
    expect(body.note).toMatch(/^Nobody has a rated game in this pool yet\..*rated: true/);
    const explicit = `&seats=2&rulesVersion=${defaults.rulesVersion}&options=${encodeURIComponent(JSON.stringify(options))}`;
    expect((await service.stranger.get(`/v1/ratings?ruleset=champions-of-chance${explicit}`)).body).toEqual(body);
  });

  test('there are no pools, and nobody has a rating', async () => {
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
  ['/v1/ratings/pools?ruleset=chess', '400 invalid-request', '/ruleset'],
  ['/v1/players/me/ratings', '400 invalid-request', '/playerId'],
])('%s is refused with %s at %s', async (path, expected, pointer) => {
  const answer = await service.stranger.get(path);
  expect(problem(answer), JSON.stringify(answer.body)).toBe(expected);
  expect(answer.body.errors.map((error: any) => error.pointer)).toContain(pointer);
});

test('a pool of which nobody knows is told from one in which nobody has played', async () => {
  const { body } = await service.stranger.get(`/v1/ratings?pool=${NO_POOL}`);
  expect(body).toMatchObject({ code: 'pool-not-found', hint: expect.stringContaining('/v1/ratings/pools') });
});
