import type { Settings } from '../model/settings.ts';
import type { FormatRules, ScheduleProblem } from './format.ts';
import { commonProblem, gamesOf, lengthProblem } from './schedule.ts';
import { inStandingOrder } from './standing-order.ts';

/** Everybody plays every board alone, in one round. */
export const cup: FormatRules = {
  format: 'cup',
  problem: (settings, entries) =>
    commonProblem(settings, entries) ?? ownProblem(settings) ?? lengthProblem(settings, gamesOf(settings, entries)),
  least: () => 1,
  rounds: () => 1,
  games: gamesOf,
  pair: (_, { candidates, seed }) => ({
    tables: inStandingOrder(candidates, seed).map(({ entry }) => [entry]),
    byes: [],
  }),
};

function ownProblem({ rounds, duplicate }: Settings): ScheduleProblem | null {
  if (rounds !== 1)
    return { field: 'rounds', message: `is ${rounds}; a cup is one round of as many boards as you like` };
  if (duplicate !== 'permuted') return null;
  return {
    field: 'duplicate',
    message: 'must be movement or none: permuted turns the seats of a table, and in a cup it has one',
  };
}
