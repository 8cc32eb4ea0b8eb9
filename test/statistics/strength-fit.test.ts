import { expect, test } from 'vitest';
import type { Result } from '../../src/statistics/results.ts';
import { standings } from '../../src/statistics/standings.ts';
import { StrengthFit } from '../../src/statistics/strengths.ts';
import { input, result } from './results.ts';
import { AGENTS, foundBy, resultsUntil, roundsOf } from './synthetic-league.ts';

const NOBODY = new Set<number>();

function duels(first: number | null, second: number | null, games: number, won: number, from = 1): Result[] {
  return Array.from({ length: games }, (_, i) => {
    const wins = i < won;
    const more = { board: from + i };
    return i % 2 === 0
      ? result([first, second], wins ? [1, 0] : [0, 1], more)
      : result([second, first], wins ? [0, 1] : [1, 0], more);
  });
}

test('strength is the logarithm of the odds against random play, on every seat of a bot and of an anchor', () => {
  const fit = new StrengthFit([...duels(1, null, 200, 150), ...duels(1, 2, 200, 150, 201)], new Set([2]));
  expect(fit.entries).toEqual([1]);
  expect(fit.strength(1).value).toBeCloseTo(Math.log(3), 2);
  const { low, high } = fit.strength(1);
  // the simple interval is ±1.96 / √(400 · 3/4 · 1/4); it is right here, because all residuals are alike
  expect(high - low).toBeCloseTo((2 * 1.96) / Math.sqrt(75), 1);
});

test('the advantage of a seat does not count as strength', () => {
  const results = Array.from({ length: 200 }, (_, i) => result(i % 2 ? [1, 2] : [2, 1], [1, 0], { board: i + 1 }));
  expect(new StrengthFit(results, NOBODY).strength(1).value).toBeCloseTo(0, 9);
});

test('a shared win counts as parts of wins', () => {
  const shared = new StrengthFit(
    Array.from({ length: 40 }, (_, i) => {
      const turned = [1, 2, 3].map((_, seat) => ((seat + i) % 3) + 1);
      return result(
        turned,
        turned.map((entry) => (entry === 3 ? 0 : 0.5)),
        { board: i + 1 },
      );
    }),
    NOBODY,
  );
  expect(shared.strength(1).value).toBeGreaterThan(shared.strength(3).value);
  expect(shared.difference(3, 1).high).toBeLessThan(0);
});

test('an entry that won everything has a wide but finite interval', () => {
  const fit = new StrengthFit(duels(1, null, 9, 9), NOBODY);
  const { value, low, high } = fit.strength(1);
  expect(low).toBeLessThan(value - 1);
  expect(high).toBeGreaterThan(value + 1);
  expect(high).toBeLessThan(12);
});

test('the interval between groups that never met is that of the prior', () => {
  const fit = new StrengthFit([...duels(1, 2, 200, 100), ...duels(3, 4, 200, 100, 201)], NOBODY);
  const met = fit.difference(1, 2);
  const apart = fit.difference(1, 3);
  // each side is a mean of two strengths with a variance of 4 / 2, so the difference has a variance of 4
  expect(apart.high - apart.low).toBeGreaterThan(2 * 1.96 * 2);
  expect(met.high - met.low).toBeLessThan(1);
});

test('copies of a board count as one if their luck is the same', () => {
  const alone = duels(1, 2, 40, 20);
  const copied = [1, 2, 3, 4].flatMap((copy) => alone.map((each) => ({ ...each, copy })));
  const width = (results: Result[]) => {
    const { low, high } = new StrengthFit(results, NOBODY).difference(1, 2);
    return high - low;
  };
  expect(width(copied) / width(alone)).toBeGreaterThan(0.9);
  expect(width(copied) / width(alone)).toBeLessThan(1.1);
});

test('a shuffled league gives the same bits', () => {
  const results = resultsUntil(roundsOf({ seats: 4, boards: 'permuted', seed: 'bits' }), 20);
  const bits = (given: readonly Result[]) => {
    const fit = new StrengthFit(given, NOBODY);
    return fit.entries.map((entry) => [entry, fit.strength(entry), fit.boards(entry)]);
  };
  const other = results.map((each, i) => ({ each, key: (i * 7919) % results.length })).sort((a, b) => a.key - b.key);
  expect(bits(other.map(({ each }) => each))).toEqual(bits(results));
});

test('the anchor is 1500 and all others are rated relative to it', () => {
  const entries = [1, 2].map((entry) => ({ entry, anchor: entry === 2, disqualified: false }));
  const [first, second] = standings(input([], { entries, results: duels(1, 2, 200, 150) }));
  expect(second?.strength).toEqual({
    rating: 1500,
    interval: { low: 1500, high: 1500 },
    rankInterval: { low: 2, high: 2 },
    provisional: false,
  });
  expect(first?.strength).toMatchObject({ rankInterval: { low: 1, high: 1 }, provisional: false });
  expect(first?.strength?.rating).toBeGreaterThan(1680);
  expect(first?.strength?.rating).toBeLessThan(1692);
});

test('rank intervals contain all ranks that the games allow', () => {
  const results = [...duels(1, 2, 40, 20), ...duels(1, 3, 100, 90, 41), ...duels(2, 3, 100, 90, 141)];
  const rows = standings(input([1, 2, 3], { results }));
  const intervals = rows.map(({ entry, strength }) => [entry, strength?.rankInterval]);
  expect(Object.fromEntries(intervals)).toEqual({
    1: { low: 1, high: 2 },
    2: { low: 1, high: 2 },
    3: { low: 3, high: 3 },
  });
});

test.each([2, 3, 4, 5])(
  'at tables of %i the fit recovers known strengths, and intervals keep their coverage',
  (seats) => {
    const pairs = { covered: 0, all: 0 };
    const taus: number[] = [];
    for (const boards of ['movement', 'permuted'] as const) {
      for (let league = 0; league < 2; league++) {
        const {
          tau,
          covered,
          pairs: all,
        } = foundBy(resultsUntil(roundsOf({ seats, boards, seed: `${boards} ${league}` }), 200));
        taus.push(tau);
        pairs.covered += covered;
        pairs.all += all;
      }
    }
    expect(pairs.all).toBe((4 * AGENTS * (AGENTS - 1)) / 2);
    // the leagues have fixed seeds; the long test run checks 200 leagues with stricter limits
    expect(taus.reduce((sum, tau) => sum + tau, 0) / taus.length).toBeGreaterThan(0.88);
    expect(pairs.covered / pairs.all).toBeGreaterThan(0.88);
    expect(pairs.covered / pairs.all).toBeLessThan(0.995);
  },
);
