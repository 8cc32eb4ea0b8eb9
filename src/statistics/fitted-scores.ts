import type { FittedScore, Result } from './results.ts';
import { rounded } from './rounded.ts';
import { student95 } from './student-t.ts';
import { SymmetricMatrix, type Triangle } from './symmetric-matrix.ts';

/** What one entry made of one board, by its place in the list of boards. */
interface Attempt {
  board: number;
  score: number;
}

/** So little that it changes no figure; it keeps boards that no entry connects from having no solution. */
const RIDGE = 1e-9;

/**
 * Solo games: what each entry scores on the average board, by least squares with score = entry + board, so that nobody is the
 * worse for having met the hard boards. Of games that were played. The interval takes scores to scatter alike around the fit.
 */
export function fittedScoresOf(results: readonly Result[]): Map<number, FittedScore> {
  const attempts = attemptsOf(results);
  const boards = new Set([...attempts.values()].flatMap((own) => own.map(({ board }) => board))).size;
  if (boards === 0) return new Map();
  const { effects, factor } = boardEffects([...attempts.values()], boards);
  const values = new Map(
    [...attempts].map(([entry, own]) => [entry, meanOf(own.map((a) => withoutBoard(a, effects)))]),
  );
  let squares = 0;
  let games = 0;
  for (const [entry, own] of attempts) {
    for (const attempt of own) squares += (withoutBoard(attempt, effects) - (values.get(entry) as number)) ** 2;
    games += own.length;
  }
  const degrees = games - attempts.size - (boards - 1);
  return new Map(
    [...attempts].map(([entry, own]) => {
      const value = values.get(entry) as number;
      const reach =
        degrees < 1 ? null : student95(degrees) * Math.sqrt((squares / degrees) * leverageOf(own, boards, factor));
      const interval = reach === null ? null : { low: rounded(value - reach, 2), high: rounded(value + reach, 2) };
      return [entry, { value: rounded(value, 2), interval }];
    }),
  );
}

function attemptsOf(results: readonly Result[]): Map<number, Attempt[]> {
  const played = results.filter(({ counted }) => counted === 'played');
  const places = new Map([...new Set(played.map(({ board }) => board))].map((board, place) => [board, place]));
  const attempts = new Map<number, Attempt[]>();
  for (const { board, entries, scores } of played) {
    const [entry = null] = entries;
    if (entry === null) continue;
    const attempt = { board: places.get(board) as number, score: scores[0] ?? 0 };
    attempts.set(entry, [...(attempts.get(entry) ?? []), attempt]);
  }
  return attempts;
}

/** How much more each board gives than the average of them all, and the factor of the equations that say so. */
function boardEffects(attempts: readonly Attempt[][], boards: number): { effects: Float64Array; factor: Triangle } {
  const equations = new SymmetricMatrix(boards);
  const right = new Float64Array(boards);
  for (let i = 0; i < boards; i++) {
    for (let j = 0; j <= i; j++) equations.add(i, j, i === j ? 1 + RIDGE : 1); // the effects add up to 0
  }
  for (const own of attempts) {
    const mean = meanOf(own.map(({ score }) => score));
    for (const one of own) {
      right[one.board] = (right[one.board] as number) + one.score - mean;
      equations.add(one.board, one.board, 1);
      for (const other of own) {
        if (one.board >= other.board) equations.add(one.board, other.board, -1 / own.length);
      }
    }
  }
  const factor = equations.factor();
  return { effects: factor.solve(right), factor };
}

/** The variance of an entry's value where that of a score around its fit is 1. */
function leverageOf(own: readonly Attempt[], boards: number, factor: Triangle): number {
  const weights = new Float64Array(boards);
  for (const { board } of own) weights[board] = (weights[board] as number) + 1 / own.length;
  const solved = factor.solve(weights);
  const ofBoards = weights.reduce((sum, weight, board) => sum + weight * (solved[board] as number), 0);
  return 1 / own.length + Math.max(0, ofBoards - 1 / boards ** 2);
}

function withoutBoard({ board, score }: Attempt, effects: Float64Array): number {
  return score - (effects[board] as number);
}

function meanOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}
