import { adjustedSharesOf } from './adjusted-shares.ts';
import { shareAgainst } from './cross-table.ts';
import { earnedShares } from './earned-shares.ts';
import { fittedScoresOf } from './fitted-scores.ts';
import { matchpointPercentages, matchpointsOf } from './matchpoints.ts';
import { type Tally, talliesOf } from './points.ts';
import type { Result, Standing, StandingsInput } from './results.ts';
import { rounded } from './rounded.ts';
import { inScheduleOrder } from './schedule-order.ts';
import { strengthsOf } from './strengths.ts';

type Unranked = Omit<Standing, 'rank'>;

/**
 * Every entry's row, the best first, and among those who are as good by number. A pure function of what counts: the same
 * entries and results give the same rows to the last digit, in whatever order they come.
 */
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

/**
 * What ranks a row, the most important first, each the higher the better. On a ladder everybody plays as much and against whom
 * it suits, so that points say nothing and the rating decides. Who has played more boards of a cup stands before who
 * has played fewer: nobody gains by leaving after a lucky board.
 */
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

/**
 * Buchholz: the points of everybody whom an entry met, once for each round, and its own for a round that it sat out. A seat
 * of the house has none.
 */
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

/** Sonneborn–Berger: for every game and opponent, the opponent's points times the share that was won against it. */
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
