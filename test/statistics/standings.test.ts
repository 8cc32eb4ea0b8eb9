import { expect, test } from 'vitest';
import { StandingsThread } from '../../src/competitions/runtime/threads.ts';
import { cellsOf, crossTable, packedCells } from '../../src/statistics/cross-table.ts';
import type { Standing, StandingsInput } from '../../src/statistics/results.ts';
import { standings } from '../../src/statistics/standings.ts';
import { input, result } from './results.ts';
import { resultsUntil, roundsOf } from './synthetic-league.ts';

function rowOf(entry: number, given: StandingsInput): Standing {
  const row = standings(given).find((each) => each.entry === entry);
  if (row === undefined) throw new Error(`no row for entry ${entry}`);
  return row;
}

const ranks = (given: StandingsInput) => standings(given).map(({ entry, rank }) => [entry, rank]);

test('entries with equal wins share a rank, thirds of wins included', () => {
  const thirds = [1, 2, 3].map((board) => result([1, 2, 3], [1 / 3, 1 / 3, 1 / 3], { board }));
  const won = result([4, 5], [1, 0], { board: 4 });
  expect(ranks(input([1, 2, 3, 4, 5], { results: [...thirds, won] }))).toEqual([
    [1, 1],
    [2, 1],
    [3, 1],
    [4, 1],
    [5, 5],
  ]);
});

test('a void game counts for nothing', () => {
  const given = input([1, 2], { results: [result([1, 2], [1, 0], { counted: 'void' })] });
  expect(rowOf(1, given)).toMatchObject({ points: 0, games: 0, strength: null });
});

test('a seat that never acted earns nothing, and the others share its part', () => {
  const walkover = result([1, 2, null], [0, 1, 0], { counted: 'walkover', noShows: [1] });
  const given = input([1, 2], { results: [walkover] });
  expect(rowOf(1, given)).toMatchObject({ points: 0.5, games: 1, walkovers: 1, strength: null });
  expect(rowOf(2, given)).toMatchObject({ points: 0, games: 1, walkovers: 1, strength: null });
});

test('a bye is worth a win in every game of a round', () => {
  const given = input([1], { games: 4, rounds: [{ round: 1, byes: [1] }] });
  expect(rowOf(1, given)).toMatchObject({ points: 4, byes: 1, games: 0 });
});

test('a disqualified entry keeps its results and ranks after all others', () => {
  const entries = [1, 2].map((entry) => ({ entry, anchor: false, disqualified: entry === 1 }));
  const given = input([], { entries, results: [result([1, 2], [1, 0])] });
  expect(ranks(given)).toEqual([
    [2, 1],
    [1, 2],
  ]);
  expect(rowOf(1, given)).toMatchObject({ points: 1, disqualified: true, strength: { rankInterval: null } });
});

test("Buchholz adds the points of all opponents, once for each round, and the entry's own points for a bye", () => {
  const results = [
    result([1, 2], [1, 0], { round: 1, board: 1 }),
    result([2, 1], [0.5, 0.5], { round: 1, board: 2, copy: 1 }),
    result([1, 3], [1, 0], { round: 2, table: 1, board: 3 }),
    result([3, 1], [1, 0], { round: 2, table: 1, board: 4 }),
  ];
  const rounds = [
    { round: 1, byes: [3] },
    { round: 2, byes: [2] },
  ];
  const given = input([1, 2, 3], { format: 'swiss', games: 2, results, rounds });
  expect(standings(given).map(({ entry, points, buchholz }) => [entry, points, buchholz])).toEqual(
    [
      [3, 3, 3 + 2.5],
      [2, 2.5, 2.5 + 2.5],
      [1, 2.5, 2.5 + 3],
    ].sort((a, b) => Number(b[1]) - Number(a[1]) || Number(b[2]) - Number(a[2])),
  );
});

test('Buchholz counts entries that paused, withdrew or were disqualified with their final points, and no round without the entry', () => {
  // entry 4 withdraws after round 1; 5 pauses in round 2, where a bot takes its seat; 6 is disqualified after round 2
  const results = [
    result([1, 4], [0, 1], { round: 1, board: 1 }),
    result([2, 5], [1, 0], { round: 1, board: 2 }),
    result([3, 6], [0, 1], { round: 1, board: 3 }),
    result([1, 2], [1, 0], { round: 2, board: 4 }),
    result([6, null], [1, 0], { round: 2, board: 5, counted: 'walkover' }),
    result([1, 5], [0.5, 0.5], { round: 3, board: 6 }),
    result([2, 3], [0, 1], { round: 3, board: 7 }),
  ];
  const given = input([1, 2, 3, 4, 5, 6], { format: 'swiss', results, rounds: [{ round: 2, byes: [3] }] });
  const entries = given.entries.map((each) => ({ ...each, disqualified: each.entry === 6 }));
  const points = { 1: 1.5, 2: 1, 3: 2, 4: 1, 5: 0.5, 6: 2 };
  const shown = standings({ ...given, entries });
  expect(Object.fromEntries(shown.map((row) => [row.entry, row.points]))).toEqual(points);
  expect(Object.fromEntries(shown.map((row) => [row.entry, row.buchholz]))).toEqual({
    1: points[4] + points[2] + points[5],
    2: points[5] + points[1] + points[3],
    3: points[6] + points[3] + points[2], // for its bye, its own points count
    4: points[1],
    5: points[2] + points[1],
    6: points[3],
  });
});

test('Sonneborn–Berger weighs each win by the points of the opponent', () => {
  const results = [
    result([1, 2], [1, 0], { board: 1 }),
    result([2, 3], [1, 0], { board: 2 }),
    result([3, 1], [0.5, 0.5], { board: 3 }),
    result([3, 4], [0.5, 0.5], { board: 4 }),
  ];
  const given = input([1, 2, 3, 4], { format: 'roundRobin', results });
  expect(standings(given).map(({ entry, points, sonnebornBerger }) => [entry, points, sonnebornBerger])).toEqual([
    [1, 1.5, 1 * 1 + 0.5 * 1],
    [2, 1, 1 * 1],
    [3, 1, 0.5 * 1.5 + 0.5 * 0.5],
    [4, 0.5, 0.5 * 1],
  ]);
});

test('matchpoints compare a seat with the same seat of other copies, by share first and then by score', () => {
  const copies = [
    result([1, 2], [1, 0], { copy: 1, scores: [10, 5] }),
    result([3, 4], [1, 0], { copy: 2, table: 2, scores: [12, 5] }),
    result([5, 6], [0, 1], { copy: 3, table: 3, scores: [20, 30] }),
  ];
  const percent = (direction: 'highest' | 'lowest') =>
    [1, 2, 3, 4, 5, 6].map(
      (entry) => rowOf(entry, input([1, 2, 3, 4, 5, 6], { direction, results: copies })).matchpoints,
    );
  expect(percent('highest')).toEqual([50, 25, 100, 25, 0, 100]);
  expect(percent('lowest')).toEqual([100, 25, 50, 25, 0, 100]);
});

test('matchpoints exclude the house and seats that met no opponent', () => {
  const copies = [
    result([1, 2], [1, 0], { copy: 1 }),
    result([null, 3], [1, 0], { copy: 2 }),
    result([4, 5], [1, 0], { copy: 3, counted: 'walkover', noShows: [1] }),
  ];
  const given = input([1, 2, 3, 4, 5], { scoring: 'matchpoints', results: copies });
  expect(standings(given).map(({ entry, points, matchpoints }) => [entry, points, matchpoints])).toEqual([
    [1, 0.5, null],
    [2, 0.5, 50],
    [3, 0.5, 50],
    [4, 0.5, 50],
    [5, 0, 0],
  ]);
});

test('a share is adjusted by the slope of the other boards', () => {
  const luck = [0.7, 0.3, 0.7, 0.3];
  const results = luck.map((par, i) => result([1, 2], par > 0.5 ? [1, 0] : [0, 1], { board: i + 1 }));
  const pars = luck.map((par, i) => ({ board: i + 1, par: { shares: [par, 1 - par] } }));
  // every win follows the deal: the slope is 0.5 / 0.2, so half of the share remains
  expect(rowOf(1, input([1, 2], { results, pars })).adjustedShare).toBe(0.5);
  expect(rowOf(1, input([1, 2], { results, pars: [] })).adjustedShare).toBe(null);
  const alone = input([1, 2], { results: results.slice(0, 1), pars });
  expect(rowOf(1, alone).adjustedShare, 'a board explains nothing of itself').toBe(1);
});

test('a ladder ranks by rating, with provisional entries last', () => {
  const games = Array.from({ length: 60 }, (_, i) => result([1, 2], i % 3 === 0 ? [0, 1] : [1, 0], { board: i + 1 }));
  const lucky = result([3, 2], [1, 0], { board: 61 });
  const rows = standings(input([1, 2, 3], { format: 'ladder', results: [...games, lucky] }));
  expect(rows.map(({ entry }) => entry)).toEqual([1, 2, 3]);
  expect(rows[2]?.strength?.provisional).toBe(true);
});

test('a certain rating does not put the random bot at the head of a ladder', () => {
  const results = [1, 2, 3].map((board) => result([1, 2], [1, 0], { board }));
  const entries = [1, 2].map((entry) => ({ entry, anchor: entry === 2, disqualified: false }));
  const rows = standings(input([], { entries, format: 'ladder', results }));
  expect(rows.map(({ entry, strength }) => [entry, strength?.provisional])).toEqual([
    [1, true],
    [2, true],
  ]);
  expect(rows[1]?.strength).toMatchObject({ rating: 1500, interval: { low: 1500, high: 1500 } });
});

test('a cup compares scores as if all had met the same boards, and an entry that missed one is behind', () => {
  const scores: [entry: number, board: number, score: number][] = [
    [1, 1, 10],
    [1, 2, 31],
    [2, 1, 11],
    [2, 2, 30],
    [3, 1, 20],
    [4, 1, 8],
    [4, 2, 28],
  ];
  const results = scores.map(([entry, board, score]) => result([entry], [1], { board, copy: entry, scores: [score] }));
  const given = input([1, 2, 3, 4], { format: 'cup', results });
  expect(standings(given).map(({ entry, rank, score }) => [entry, rank, score?.value])).toEqual([
    [1, 1, 20.5],
    [2, 1, 20.5],
    [4, 3, 18],
    [3, 4, 30],
  ]);
  // residuals ±0.5, ±0.5 and none; 7 scores − 4 entries − 1 board = 2 degrees of freedom: 4.3027 · √(1 / 2 · 1 / 2)
  expect(rowOf(1, given).score?.interval).toEqual({ low: 18.35, high: 22.65 });
  expect(ranks({ ...given, direction: 'lowest' }).map(([entry]) => entry)).toEqual([4, 1, 2, 3]);
});

test('standings do not depend on any order', () => {
  const results = resultsUntil(roundsOf({ seats: 3, boards: 'movement', seed: 'order' }), 12);
  const rounds = [
    { round: 1, byes: [1] },
    { round: 2, byes: [2, 3] },
  ];
  const numbers = Array.from({ length: 16 }, (_, i) => i + 1);
  const given = input(numbers, { format: 'swiss', results, rounds });
  const turned = {
    ...given,
    results: results.toReversed(),
    entries: given.entries.toReversed(),
    rounds: rounds.toReversed(),
  };
  expect(JSON.stringify(standings(turned))).toBe(JSON.stringify(standings(given)));
});

test('the cross table shows every pair from both sides', () => {
  const results = [
    result([1, 2, null], [1, 0, 0], { board: 1 }),
    result([2, 1, 3], [0.5, 0, 0.5], { board: 2 }),
    result([1, 3], [0, 1], { board: 3, counted: 'void' }),
  ];
  expect(crossTable(results)).toEqual([
    { entry: 1, opponent: 2, games: 2, share: 0.5 },
    { entry: 1, opponent: 3, games: 1, share: 0 },
    { entry: 2, opponent: 1, games: 2, share: 0.5 },
    { entry: 2, opponent: 3, games: 1, share: 0.5 },
    { entry: 3, opponent: 1, games: 1, share: 1 },
    { entry: 3, opponent: 2, games: 1, share: 0.5 },
  ]);
  const cells = crossTable(results);
  expect(cellsOf(packedCells(cells), 2, 3)).toEqual(cells.filter(({ entry }) => entry > 1));
});

test('the cross table of many games is the same from its own thread', async () => {
  const many = Array.from({ length: 400 }, (_, i) =>
    result([1 + (i % 7), 8 + (i % 5)], [i % 2, 1 - (i % 2)], { board: i + 1 }),
  );
  const thread = new StandingsThread();
  expect(await thread.crossTable(many)).toEqual(packedCells(crossTable(many)));
  await thread.stop();
});
