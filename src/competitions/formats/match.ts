import type { Settings } from '../model/settings.ts';
import type { Field, FormatRules, Pairing, ScheduleProblem } from './format.ts';
import { commonProblem, gamesOf, lengthProblem } from './schedule.ts';

/** Two entries meet each other for so many rounds; at larger tables the house has the other seats. */
export const match: FormatRules = {
  format: 'match',
  problem: (settings, entries) =>
    commonProblem(settings, entries) ?? ownProblem(settings, entries) ?? lengthProblem(settings, gamesAtMost(settings)),
  least: () => 2,
  rounds: ({ rounds }) => rounds,
  games: gamesAtMost,
  pair: (_, field) => pairTwo(field),
};

function gamesAtMost(settings: Settings): number {
  return settings.rounds * gamesOf(settings, 1);
}

function ownProblem({ duplicate }: Settings, entries: number): ScheduleProblem | null {
  if (entries !== 2) return { field: 'maxEntries', message: `is ${entries}; a match has 2 entries` };
  if (duplicate !== 'movement') return null;
  return {
    field: 'duplicate',
    message: 'must be permuted or none: a movement takes a board to other tables, and a match has one',
  };
}

/** Round by round one seat further; after a turn of the table, the second one place further from the first. */
function pairTwo({ candidates, seats, round }: Field): Pairing {
  const [one, other] = candidates.map(({ entry }) => entry).sort((a, b) => a - b);
  if (one === undefined || other === undefined) return { tables: [], byes: [] };
  const turn = Math.floor((round - 1) / seats);
  const first = (round - 1) % seats;
  const second = (first + 1 + (turn % (seats - 1))) % seats;
  const table = Array.from({ length: seats }, (_, seat) => (seat === first ? one : seat === second ? other : null));
  return { tables: [table], byes: [] };
}
