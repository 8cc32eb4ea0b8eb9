import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import type { RatedResult } from '../../src/statistics/rated-games.ts';
import { RatingPool } from '../../src/statistics/rating-fit.ts';
import type { Result } from '../../src/statistics/results.ts';
import { standings } from '../../src/statistics/standings.ts';
import { ratedLeague } from './rated-league.ts';
import { input, result } from './results.ts';

const START = Date.UTC(2026, 0, 1);
const DAY = 86_400_000;

function poolOf(...pieces: readonly (readonly RatedResult[])[]): RatingPool {
  const pool = new RatingPool();
  for (const piece of pieces) pool.add(piece);
  return pool;
}

function rowOf(pool: RatingPool, player: string) {
  const row = pool.table().find((each) => each.player === player);
  if (row === undefined) throw new Error(`${player} is not in the table`);
  return row;
}

function duels(first: string, second: string, games: number, won: number, at = START): RatedResult[] {
  return Array.from({ length: games }, (_, i) => {
    const wins = Math.floor(((i + 1) * won) / games) > Math.floor((i * won) / games);
    const gameId = `${first} ${second} ${at} ${String(i).padStart(5, '0')}`;
    const seated = { players: [first, second], shares: wins ? [1, 0] : [0, 1] };
    const turned = { players: [second, first], shares: wins ? [0, 1] : [1, 0] };
    return { gameId, board: gameId, at: at + i, ...(i % 4 < 2 ? seated : turned) };
  });
}

describe('ratings of a pool', () => {
  const league = ratedLeague({ players: 6, seats: 3, games: 120, seed: 'league', copies: 2 });

  test.prop([fc.array(fc.nat({ max: 120 }), { maxLength: 5 }), fc.infiniteStream(fc.nat())], { numRuns: 6 })(
    'are the same from shuffled pieces, with repetitions and readings in between, as from scratch',
    (looks, keys) => {
      const keyed = league.map((each) => ({ each, key: keys.next().value })).sort((a, b) => a.key - b.key);
      const shuffled = keyed.map(({ each }) => each);
      const pool = new RatingPool();
      let told = 0;
      for (const until of [...looks, league.length].sort((a, b) => a - b)) {
        const piece = shuffled.slice(Math.max(0, told - 3), until);
        expect(pool.add([...piece, ...piece])).toBe(until - told);
        told = until;
        pool.table();
        pool.history('p2');
      }
      const whole = poolOf(league);
      expect(pool.table()).toEqual(whole.table());
      for (const player of ['p1', 'bot:random']) expect(pool.history(player)).toEqual(whole.history(player));
      expect(pool.comparison('p1', 'p5')).toEqual(whole.comparison('p1', 'p5'));
    },
  );

  test('equal those of a competition of the same games', () => {
    const numberOf = (player: string) => (player === 'bot:random' ? 7 : Number(player.slice(1)));
    const results = league.map(({ board, players, shares }, i): Result => {
      return result(players.map(numberOf), [...shares], { round: i, board: Number(board.split(' ')[1]) });
    });
    const entries = [1, 2, 3, 4, 5, 6, 7].map((entry) => ({ entry, anchor: entry === 7, disqualified: false }));
    const rows = standings(input([], { entries, results }));
    for (const { player, rating, interval, rankInterval } of poolOf(league).table()) {
      const { strength } = rows.find(({ entry }) => entry === numberOf(player)) ?? {};
      expect({ player, ...strength }).toEqual({ player, rating, interval, rankInterval, provisional: false });
    }
  });

  test('are relative to random play, which is 1500 and ranks among the others', () => {
    const pool = poolOf(league);
    const table = pool.table();
    const random = rowOf(pool, 'bot:random');
    expect(random).toMatchObject({
      rating: 1500,
      interval: { low: 1500, high: 1500 },
      provisional: false,
      change: null,
    });
    expect(random.rank).toBe(1 + table.filter(({ rating }) => rating > 1500).length);
    expect(table.map(({ rating }) => rating)).toEqual(table.map(({ rating }) => rating).sort((a, b) => b - a));
  });

  test('are relative to the mean of all if random play took no part', () => {
    const pool = poolOf(duels('a', 'b', 40, 30));
    expect(rowOf(pool, 'a').rating + rowOf(pool, 'b').rating).toBe(3000);
    expect(pool.table().map(({ player }) => player)).toEqual(['a', 'b']);
    expect(pool.history('bot:random')).toEqual([]);
  });

  test('have no rank below ten boards or three opponents, and are then sorted by rating among the ranked ones', () => {
    const known = ['b', 'c', 'd'].flatMap((other) => duels('a', other, 10, 1));
    const copies = duels('f', 'a', 20, 20).map((each, i) => ({ ...each, board: `shared ${i % 9}` }));
    const pool = poolOf(known, duels('b', 'c', 10, 5), duels('b', 'd', 10, 5), duels('c', 'd', 10, 5), copies, [
      ...duels('e', 'a', 40, 40),
    ]);
    const rows = pool.table().map(({ player, rank, rankInterval, boards, opponents, games }) => {
      return { player, rank, ranked: rankInterval !== null, boards, opponents, games };
    });
    const ratings = pool.table().map(({ rating }) => rating);
    expect(ratings).toEqual(ratings.toSorted((a, b) => b - a));
    expect(rows.slice(2).map(({ rank }) => rank)).toEqual([1, 2, 3, 4]);
    expect(rows.slice(0, 2)).toEqual([
      { player: 'e', rank: null, ranked: false, boards: 40, opponents: 1, games: 40 },
      { player: 'f', rank: null, ranked: false, boards: 9, opponents: 1, games: 20 },
    ]);
  });

  test('have no rank from wins over accounts without other opponents, but from games with bots', () => {
    const farmed = ['x', 'y', 'z'].flatMap((other) => duels('cheat', other, 20, 20));
    const bots = ['bot:random', 'bot:search-10', 'bot:search-100'].flatMap((bot) => duels('honest', bot, 10, 5));
    const pool = poolOf(farmed, bots, duels('late', 'honest', 10, 9), duels('late', 'bot:random', 10, 9), [
      ...duels('late', 'cheat', 10, 9),
    ]);
    expect(rowOf(pool, 'cheat')).toMatchObject({ opponents: 4, boards: 70, provisional: true, rank: null });
    expect(rowOf(pool, 'honest').provisional).toBe(false);
    // one of the three opponents is provisional
    expect(rowOf(pool, 'late')).toMatchObject({ opponents: 3, provisional: true });
  });

  test('are certain for random play, despite few games, among provisional players', () => {
    const rows = poolOf(duels('strong', 'bot:random', 3, 3), duels('weak', 'bot:random', 3, 0)).table();
    expect(
      rows.map(({ player, rank, rankInterval, provisional }) => ({ player, rank, rankInterval, provisional })),
    ).toEqual([
      { player: 'strong', rank: null, rankInterval: null, provisional: true },
      { player: 'bot:random', rank: 1, rankInterval: { low: 1, high: 1 }, provisional: false },
      { player: 'weak', rank: null, rankInterval: null, provisional: true },
    ]);
  });

  test('show the changes of the last day with games, for all who had played before it', () => {
    const before = [...duels('a', 'b', 20, 10), ...duels('a', 'bot:random', 20, 12)];
    const then = poolOf(before);
    const pool = poolOf([...duels('a', 'c', 3, 3, START + 2 * DAY), ...before]);
    for (const player of ['a', 'b', 'bot:random']) {
      expect(rowOf(pool, player).change).toBe(rowOf(pool, player).rating - rowOf(then, player).rating);
    }
    expect(rowOf(pool, 'a').change).not.toBe(0);
    expect(rowOf(pool, 'c')).toMatchObject({ change: null, lastAt: START + 2 * DAY + 2 });
    expect(rowOf(then, 'a').change).toBeNull();
  });

  test('of a pool exclude games with another number of seats', () => {
    const pool = poolOf(duels('a', 'b', 3, 1));
    const wide = league.slice(0, 1);
    expect(() => pool.add([...duels('a', 'c', 1, 1), ...wide])).toThrow(RangeError);
    expect(pool.games).toBe(3);
    expect(pool.table()).toEqual(poolOf(duels('a', 'b', 3, 1)).table());
  });

  test('of no game are empty', () => {
    const pool = poolOf([]);
    expect([pool.games, pool.table(), pool.history('a'), pool.comparison('a', 'b')]).toEqual([0, [], [], null]);
  });
});

describe('the history of a rating', () => {
  test.each([
    [7, 1, 7],
    [60, 1, 60],
    [61, 2, 31],
    [150, 5, 30],
    [301, 10, 31],
    [1201, 50, 25],
  ])('of %i games goes in steps of %i and has %i points, the last being the present', (games, step, count) => {
    const pool = poolOf(duels('a', 'b', games, Math.ceil(games / 3)));
    const points = pool.history('a');
    expect(points.length).toBe(count);
    expect(points.slice(0, -1).map((point) => point.games)).toEqual(points.slice(0, -1).map((_, i) => (i + 1) * step));
    const { rating, interval } = rowOf(pool, 'a');
    expect(points.at(-1)).toEqual({ games, at: START + games - 1, rating, interval });
  });

  test('has the ratings by the first games, and begins with the first one', () => {
    const league = ratedLeague({ players: 5, seats: 2, games: 50, seed: 'history' });
    const late = duels('late', 'p1', 4, 2, START + 50 * DAY);
    const pool = poolOf(league, late);
    for (const { games, rating, interval } of pool.history('p3').filter((_, i) => i % 9 === 0)) {
      expect(rowOf(poolOf([...league, ...late].slice(0, games)), 'p3')).toMatchObject({ rating, interval });
    }
    expect(pool.history('late').map(({ games }) => games)).toEqual([51, 52, 53, 54]);
  });
});

describe('a comparison', () => {
  test('is the opposite of that of the other side', () => {
    const pool = poolOf(duels('a', 'b', 60, 42), duels('a', 'c', 10, 5));
    const [there, back] = [pool.comparison('a', 'b'), pool.comparison('b', 'a')];
    expect(there?.games).toEqual({ together: 60, one: 70, other: 60 });
    expect(back?.games).toEqual({ together: 60, one: 60, other: 70 });
    expect((there?.share ?? 0) + (back?.share ?? 0)).toBeCloseTo(1, 9);
    expect((there?.interval.low ?? 0) + (back?.interval.high ?? 0)).toBeCloseTo(1, 9);
    expect(there?.share).toBeCloseTo(0.7, 1);
  });

  test('names the better player once it is certain, and before it the number of missing games at the present rate', () => {
    const undecided = poolOf(duels('a', 'b', 40, 24)).comparison('a', 'b');
    expect(undecided?.verdict).toBe('undecided');
    expect(undecided?.interval.low).toBeLessThan(0.5);
    const needed = undecided?.gamesNeeded ?? 0;
    const madeOf = (games: number) => poolOf(duels('a', 'b', games, Math.round(0.6 * games))).comparison('a', 'b');
    expect(madeOf(40 + Math.round(needed * 0.8))?.verdict).toBe('undecided');
    const decided = madeOf(40 + Math.round(needed * 1.2));
    expect(decided).toMatchObject({ verdict: 'better', gamesNeeded: 0 });
    expect(decided?.interval.low).toBeGreaterThan(0.5);
  });

  test('of equals names no number of games', () => {
    expect(poolOf(duels('a', 'b', 40, 20)).comparison('a', 'b')).toMatchObject({ share: 0.5, gamesNeeded: null });
  });

  test('of two without common opponents is undecided, despite their wins', () => {
    const pool = poolOf(duels('a', 'b', 100, 90), duels('c', 'd', 100, 90));
    const found = pool.comparison('a', 'd');
    expect(found).toMatchObject({ verdict: 'undecided', games: { together: 0, one: 100, other: 100 } });
    expect(found?.gamesNeeded).toBeGreaterThan(0);
  });

  test('with random play counts it as known, and with an absent player does not exist', () => {
    const pool = poolOf(duels('a', 'bot:random', 100, 90), duels('a', 'b', 10, 5));
    expect(pool.comparison('a', 'bot:random')).toMatchObject({ verdict: 'better', games: { together: 100, one: 110 } });
    expect(pool.comparison('bot:random', 'a')).toMatchObject({ verdict: 'worse' });
    expect(pool.comparison('a', 'c')).toBeNull();
    expect(poolOf(duels('a', 'b', 4, 2)).comparison('a', 'bot:random')).toBeNull();
    expect(() => pool.comparison('a', 'a')).toThrow(RangeError);
  });

  test('of equals seldom names a better one, despite repeated readings', () => {
    const matches = 20;
    let told = 0;
    for (let match = 0; match < matches; match++) {
      const games = ratedLeague({ players: 1, seats: 2, games: 100, seed: `equals ${match}`, strength: 0 });
      const pool = new RatingPool();
      for (let from = 0; from < games.length; from += 5) {
        pool.add(games.slice(from, from + 5));
        if (pool.comparison('p1', 'bot:random')?.verdict === 'undecided') continue;
        told++;
        break;
      }
    }
    expect(told / matches).toBeLessThanOrEqual(0.05);
  });
});

describe("a player's record", () => {
  const league = ratedLeague({ players: 4, seats: 3, games: 60, seed: 'record' });
  const pool = poolOf(league);

  test('adds up to their games, by opponents and by seats, with the won shares', () => {
    for (const { player, games } of pool.table()) {
      const record = pool.record(player) as NonNullable<ReturnType<RatingPool['record']>>;
      const own = league.filter(({ players }) => players.includes(player));
      const won = own.reduce((sum, { players, shares }) => sum + (shares[players.indexOf(player)] as number), 0);
      expect(record.seats.reduce((sum, seat) => sum + seat.games, 0)).toBe(games);
      expect(record.seats.reduce((sum, seat) => sum + seat.games * seat.share, 0)).toBeCloseTo(won, 1);
      expect(record.opponents.reduce((sum, met) => sum + met.games, 0)).toBe(2 * games);
      const counts = record.opponents.map((met) => met.games);
      expect(counts).toEqual(counts.toSorted((a, b) => b - a));
    }
    expect(pool.record('nobody')).toBeNull();
    expect(new RatingPool().record('bot:random')).toBeNull();
  });

  test('has the expectations of both sides at once, with the games page by page, latest first', () => {
    const one = pool.record('p1')?.opponents.find(({ player }) => player === 'p2');
    const other = pool.record('p2')?.opponents.find(({ player }) => player === 'p1');
    expect((one?.expected ?? 0) + (other?.expected ?? 0)).toBeCloseTo(1, 3);
    expect((one?.share ?? 0) + (other?.share ?? 0)).toBeCloseTo(1, 3);
    const told: string[] = [];
    for (let next: number | null = null; ; ) {
      const page = pool.latest('p1', next, 7);
      told.push(...page.games.map(({ gameId }) => gameId));
      for (const { expected } of page.games) expect(expected.reduce((sum, each) => sum + each)).toBeCloseTo(1, 3);
      ({ next } = page);
      if (next === null) break;
    }
    const own = league.filter(({ players }) => players.includes('p1')).sort((a, b) => b.at - a.at);
    expect(told).toEqual(own.map(({ gameId }) => gameId));
    expect(pool.latest('nobody', null, 7)).toEqual({ games: [], next: null });
  });
});
