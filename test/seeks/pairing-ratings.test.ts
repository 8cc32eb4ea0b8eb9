import { describe, expect, test } from 'vitest';
import { TimeSlicer } from '../../src/games/runtime/time-slicer.ts';
import { FastChance } from '../../src/kernel/search/fast-chance.ts';
import { PairingRatings } from '../../src/seeks/pairing/pairing-ratings.ts';
import type { RatedGame } from '../../src/store/contract/ratings.ts';

const POOL = 'pool';
/** As many as are taken in at once. */
const HALF = 500;
const PLAYERS = ['ann', 'ben', 'cid', 'bot:random', 'bot:search-100'];
const GAMES = gamesOf(2 * HALF);
/** More than are kept. */
const OTHER_POOLS = 100;

/** Ann wins three games of four against anybody; all others are equals. */
function gamesOf(many: number): RatedGame[] {
  const chance = new FastChance('pairing ratings');
  return Array.from({ length: many }, (_, i) => {
    const one = chance.int(5);
    const other = (one + 1 + chance.int(4)) % 5;
    const isStronger = one === 0 || other === 0;
    const firstWins = isStronger ? (one === 0) === chance.int(4) < 3 : chance.int(2) === 0;
    const players = [one, other].map((each) => PLAYERS[each] as string);
    const game = { gameId: `game ${i}`, board: `game ${i}`, competitionId: null, at: new Date(i) };
    return { ...game, nth: i + 1, players, shares: firstWins ? [1, 0] : [0, 1] };
  });
}

/** Of what the first so many games are known of, in every pool the same. */
function ratingsOf(known: { games: number }): PairingRatings {
  const games = async (poolId: string, after: number, limit: number) => {
    return poolId === POOL ? GAMES.slice(after, Math.min(after + limit, known.games)) : [];
  };
  return new PairingRatings({ games }, new TimeSlicer());
}

function points(ratings: PairingRatings): number[] {
  return PLAYERS.map((player) => ratings.of(POOL, player));
}

describe('the ratings that pairing goes by', () => {
  test('follow what was played, and put who plays by lot at 1500', async () => {
    const ratings = ratingsOf({ games: HALF });
    expect(ratings.of(POOL, 'ann')).toBe(ratings.of(POOL, 'ben'));
    await ratings.refresh(POOL);
    const [ann = 0, ...others] = points(ratings);
    expect(ann).toBeGreaterThan(Math.max(...others) + 50);
    expect(ratings.of(POOL, 'bot:random')).toBe(1500);
    expect(ratings.of(POOL, 'nobody')).not.toBeNaN();
  });

  test('are the same when they are worked out anew as when they were kept', async () => {
    const known = { games: HALF };
    const ratings = ratingsOf(known);
    await ratings.refresh(POOL);
    known.games = GAMES.length;
    await ratings.refresh(POOL);
    const kept = points(ratings);
    for (let i = 0; i < OTHER_POOLS; i++) await ratings.refresh(`other ${i}`);
    expect(points(ratings)).not.toEqual(kept); // forgotten
    await ratings.refresh(POOL);
    expect(points(ratings)).not.toEqual(kept); // the first half of them
    await ratings.refresh(POOL);
    expect(points(ratings)).toEqual(kept);
  });
});
