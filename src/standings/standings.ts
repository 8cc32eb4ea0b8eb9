import { adjustedSharesOf } from './adjusted-shares.ts';
import { matchpointPercentages, matchpointsOf } from './matchpoints.ts';
import { talliesOf } from './points.ts';
import type { Standing, StandingsInput } from './results.ts';
import { inScheduleOrder } from './schedule-order.ts';
import { buchholzOf, sonnebornBergerOf } from './tie-breaks.ts';

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
  const results = inScheduleOrder(input.results);
  const tallies = talliesOf(input, results);
  const percentages = matchpointPercentages(matchpointsOf(results, input.direction));
  const adjusted = adjustedSharesOf(results, input.pars);
  const buchholz = input.format === 'swiss' ? buchholzOf(input.rounds, results, tallies) : null;
  const sonnebornBerger = input.format === 'roundRobin' ? sonnebornBergerOf(results, tallies) : null;
  return input.entries.map(({ entry, disqualified }) => ({
    entry,
    disqualified,
    ...(tallies.get(entry) ?? { points: 0, games: 0, walkovers: 0, byes: 0 }),
    buchholz: buchholz?.get(entry) ?? null,
    sonnebornBerger: sonnebornBerger?.get(entry) ?? null,
    matchpoints: percentages.get(entry) ?? null,
    adjustedShare: adjusted.get(entry) ?? null,
    score: null,
    strength: null,
  }));
}

/** What ranks a row, the most important first, each the higher the better. */
function keysOf(row: Unranked, { format }: StandingsInput): number[] {
  const standing = row.disqualified ? 0 : 1;
  switch (format) {
    case 'swiss':
      return [standing, row.points, row.buchholz ?? 0];
    case 'roundRobin':
      return [standing, row.points, row.sonnebornBerger ?? 0];
    case 'match':
    case 'ladder':
    case 'cup':
      return [standing, row.points];
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
