import { expect, test } from 'vitest';
import type { Result } from '../../src/statistics/results.ts';
import { type Match, sequentialTest } from '../../src/statistics/sequential-test.ts';
import { result } from './results.ts';
import { playMatch } from './synthetic-match.ts';

const STOP = { margin: 0.2, alpha: 0.05, beta: 0.1 };

function match(won: boolean[], more: Partial<Match> = {}): Match {
  const results = won.map((wins, i) => result([1, 2], wins ? [1, 0] : [0, 1], { board: i + 1 }));
  return {
    first: 1,
    second: 2,
    stop: STOP,
    boards: won.map((_, i) => ({ board: i + 1, closed: true })),
    results,
    ...more,
  };
}

test('an entry that wins every board is better after a few, in either order', () => {
  const won = Array.from({ length: 40 }, () => true);
  const finding = sequentialTest(match(won));
  expect(finding.verdict).toBe('firstBetter');
  expect(finding.boards).toBeLessThan(20);
  expect(sequentialTest(match(won, { first: 2, second: 1 }))).toEqual({ ...finding, verdict: 'secondBetter' });
});

test('entries that win alternately are equal in the end, without an earlier verdict', () => {
  const won = Array.from({ length: 400 }, (_, i) => i % 2 === 0);
  const { verdict, boards } = sequentialTest(match(won));
  expect(verdict).toBe('equal');
  expect(boards).toBeLessThan(400);
  expect(sequentialTest(match(won.slice(0, boards - 1)))).toEqual({ verdict: null, boards: boards - 1 });
});

test('boards behind an open board are ignored', () => {
  const given = match(Array.from({ length: 40 }, () => true));
  const boards = given.boards.map(({ board }) => ({ board, closed: board !== 4 }));
  expect(sequentialTest({ ...given, boards })).toEqual({ verdict: null, boards: 3 });
});

test('a board of copies counts once, by their mean, and a walkover not at all', () => {
  const both = (board: number): Result[] => [
    result([1, 2], [1, 0], { board, copy: 1 }),
    result([2, 1], [1, 0], { board, copy: 2 }),
  ];
  const boards = Array.from({ length: 60 }, (_, i) => ({ board: i + 1, closed: true }));
  const drawn = boards.flatMap(({ board }) => both(board));
  expect(sequentialTest(match([], { boards, results: drawn })).verdict).toBe('equal');
  const walkovers = boards.map(({ board }) => result([1, 2], [1, 0], { board, counted: 'walkover', noShows: [1] }));
  expect(sequentialTest(match([], { boards, results: walkovers }))).toEqual({ verdict: null, boards: 0 });
  const lost = walkovers.map((each) => ({ ...each, counted: 'played' as const, shares: [0, 1] }));
  expect(sequentialTest(match([], { boards, results: lost })).verdict).toBe('firstBetter'); // the player of the second's seat never acted
});

test('the order of results does not matter', () => {
  const given = match(Array.from({ length: 60 }, (_, i) => i % 3 > 0));
  expect(sequentialTest({ ...given, results: given.results.toReversed() })).toEqual(sequentialTest(given));
});

test('equal entries are seldom separated, though won boards take longer, and a difference is seldom missed', () => {
  const play = (strength: number, seed: number) =>
    playMatch({ strength, stop: STOP, permuted: true, concurrency: 8, boards: 120, every: 40, seed: `${seed}` })
      .verdict;
  const seeds = Array.from({ length: 40 }, (_, i) => i);
  const told = seeds.filter((seed) => (play(0, seed) ?? 'equal') !== 'equal').length;
  // the games have fixed seeds; the long test run plays 2,000 matches
  expect(told).toBeLessThanOrEqual(seeds.length * (STOP.alpha + 0.01));
  const found = seeds.map((seed) => play(0.7, seed));
  expect(found.filter((verdict) => verdict === 'firstBetter').length).toBeGreaterThan(seeds.length * (1 - STOP.beta));
});
