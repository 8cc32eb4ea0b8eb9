import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { type RatedResult, RatingPool } from '../../src/standings/rating-fit.ts';
import { ratedLeague } from './rated-league.ts';

function poolOf(...pieces: readonly (readonly RatedResult[])[]): RatingPool {
  const pool = new RatingPool();
  for (const piece of pieces) pool.add(piece);
  return pool;
}

describe('a pool of rated games', () => {
  const league = ratedLeague({ players: 8, seats: 3, games: 240, seed: 'league' });

  test.prop([fc.array(fc.nat({ max: 239 }), { minLength: 1, maxLength: 12 }), fc.infiniteStream(fc.nat())], {
    numRuns: 15,
  })('is rated alike from shuffled pieces, told twice and looked at in between, and from scratch', (looks, keys) => {
    const shuffled = league.map((each) => ({ each, key: keys.next().value })).sort((a, b) => a.key - b.key);
    const pool = new RatingPool();
    let told = 0;
    for (const until of [...looks.sort((a, b) => a - b), league.length]) {
      const piece = shuffled.slice(Math.max(0, told - 3), until).map(({ each }) => each);
      expect(pool.add(piece)).toBe(Math.max(0, until - told));
      told = Math.max(told, until);
      pool.table();
    }
    const whole = poolOf(league);
    expect(pool.table()).toEqual(whole.table());
    for (const player of ['p1', 'bot:random']) expect(pool.history(player)).toEqual(whole.history(player));
    expect(pool.comparison('p1', 'p7')).toEqual(whole.comparison('p1', 'p7'));
  });
});
