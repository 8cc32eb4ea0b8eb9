import type { Result, StandingsInput } from '../../src/statistics/results.ts';

export function result(entries: (number | null)[], shares: number[], more: Partial<Result> = {}): Result {
  const place = { round: 1, table: 1, board: 1, copy: 1 };
  return { ...place, entries, shares, scores: shares, counted: 'played', noShows: [], ...more };
}

export function input(entries: number[], more: Partial<StandingsInput> = {}): StandingsInput {
  return {
    format: 'match',
    scoring: 'share',
    direction: 'highest',
    games: 1,
    entries: entries.map((entry) => ({ entry, anchor: false, disqualified: false })),
    results: [],
    rounds: [],
    pars: [],
    ...more,
  };
}
