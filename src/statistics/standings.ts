import { adjustedSharesOf } from './adjusted-shares.ts';
import { shareAgainst } from './cross-table.ts';
import { rounded, student95 } from './numbers.ts';
import {
  earnedShares,
  type FittedScore,
  inScheduleOrder,
  matchpointPercentages,
  matchpointsOf,
  type Result,
  type Standing,
  type StandingsInput,
  type Tally,
  talliesOf,
} from './results.ts';
import { strengthsOf } from './strengths.ts';
import { SymmetricMatrix, type Triangle } from './symmetric-matrix.ts';

type Unranked = Omit<Standing, 'rank'>;

/** Returns the standings, best first, and equal entries sorted by number. Equal input gives exactly equal rows. */
export function standings(input: StandingsInput): Standing[] {
  const rows = rowsOf(input).map((row) => ({ row, keys: keysOf(row, input) }));
  rows.sort((a, b) => compareKeys(b.keys, a.keys) || a.row.entry - b.row.entry);
  let rank = 0;
  return rows.map(({ row, keys }, i) => {
    const before = rows[i - 1];
    if (before === undefined || compareKeys(before.keys, keys) !== 0) rank = i + 1;
    return { rank, ...row };
  });
}

function rowsOf(input: StandingsInput): Unranked[] {
  const results = inScheduleOrder(input.results).map((result) => ({ ...result, shares: earnedShares(result) }));
  const tallies = talliesOf(input, results);
  const percentages = matchpointPercentages(matchpointsOf(results, input.direction));
  const adjusted = adjustedSharesOf(results, input.pars);
  const buchholz = input.format === 'swiss' ? buchholzOf(input.rounds, results, tallies) : null;
  const sonnebornBerger = input.format === 'roundRobin' ? sonnebornBergerOf(results, tallies) : null;
  const scores = input.format === 'cup' ? fittedScoresOf(results) : null;
  const strengths = input.format === 'cup' ? null : strengthsOf(results, input.entries);
  return input.entries.map(({ entry, disqualified }) => ({
    entry,
    disqualified,
    ...(tallies.get(entry) ?? { points: 0, games: 0, walkovers: 0, byes: 0 }),
    buchholz: buchholz?.get(entry) ?? null,
    sonnebornBerger: sonnebornBerger?.get(entry) ?? null,
    matchpoints: percentages.get(entry) ?? null,
    adjustedShare: adjusted.get(entry) ?? null,
    score: scores?.get(entry) ?? null,
    strength: strengths?.get(entry) ?? null,
  }));
}

/** Returns the values that the ranking compares. In a cup the number of boards comes first, so that leaving after a
 * lucky board gains nothing. On a ladder the rating decides, because entries choose how much they play and against
 * whom. */
function keysOf(row: Unranked, { format, scoring, direction }: StandingsInput): number[] {
  const standing = row.disqualified ? 0 : 1;
  switch (format) {
    case 'swiss':
      return [standing, row.points, row.buchholz ?? 0];
    case 'roundRobin':
      return [standing, row.points, row.sonnebornBerger ?? 0];
    case 'match':
      return [standing, row.points];
    case 'ladder':
      return [standing, row.strength === null ? 0 : row.strength.provisional ? 1 : 2, row.strength?.rating ?? 0];
    case 'cup': {
      if (scoring === 'matchpoints') return [standing, row.points];
      const value = row.score?.value ?? 0;
      return [standing, row.games - row.walkovers, direction === 'highest' ? value : -value];
    }
    default:
      return format satisfies never;
  }
}

function compareKeys(a: readonly number[], b: readonly number[]): number {
  for (const [i, key] of a.entries()) {
    const difference = key - (b[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

type Tallies = ReadonlyMap<number, Tally>;

/** Returns the Buchholz score: the sum of the opponents' points, each opponent once in each round. A bye adds the
 * entry's own points, a bot of the service nothing. */
function buchholzOf(
  rounds: StandingsInput['rounds'],
  results: readonly Result[],
  tallies: Tallies,
): Map<number, number> {
  const met = new Map<string, { entry: number; opponent: number }>();
  for (const { round, entries } of results) {
    for (const entry of entries) {
      for (const opponent of entries) {
        if (entry === null || opponent === null || entry === opponent) continue;
        met.set(`${round} ${entry} ${opponent}`, { entry, opponent });
      }
    }
  }
  const sums = new Map([...tallies.keys()].map((entry) => [entry, 0]));
  const add = (entry: number, opponent: number) =>
    sums.set(entry, (sums.get(entry) ?? 0) + (tallies.get(opponent)?.points ?? 0));
  for (const { entry, opponent } of met.values()) add(entry, opponent);
  for (const { byes } of rounds) for (const entry of byes) add(entry, entry);
  return shown(sums);
}

/** Returns the Sonneborn-Berger score: the sum, over games and opponents, of the opponent's points times the share won
 * against it. */
function sonnebornBergerOf(results: readonly Result[], tallies: Tallies): Map<number, number> {
  const sums = new Map([...tallies.keys()].map((entry) => [entry, 0]));
  for (const result of results) {
    result.entries.forEach((entry, seat) => {
      if (entry === null) return;
      result.entries.forEach((opponent, other) => {
        if (opponent === null || other === seat) return;
        const won = shareAgainst(result, seat, other) * (tallies.get(opponent)?.points ?? 0);
        sums.set(entry, (sums.get(entry) ?? 0) + won);
      });
    });
  }
  return shown(sums);
}

function shown(sums: ReadonlyMap<number, number>): Map<number, number> {
  return new Map([...sums].map(([entry, sum]) => [entry, rounded(sum, 4)]));
}

interface Attempt {
  board: number;
  score: number;
}

/** Keeps the equations solvable if no entry connects two boards. It is too small to change a rounded result. */
const RIDGE = 1e-9;

/** Fits score = entry + board by least squares, so that hard boards are no disadvantage. The interval assumes that all
 * scores vary equally. */
function fittedScoresOf(results: readonly Result[]): Map<number, FittedScore> {
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

function boardEffects(attempts: readonly Attempt[][], boards: number): { effects: Float64Array; factor: Triangle } {
  const equations = new SymmetricMatrix(boards);
  const right = new Float64Array(boards);
  for (let i = 0; i < boards; i++) {
    for (let j = 0; j <= i; j++) equations.add(i, j, i === j ? 1 + RIDGE : 1); // makes the effects of the boards add up to 0
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

/** Returns the variance of an entry's value if each score varies around its fitted value with variance 1. */
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
