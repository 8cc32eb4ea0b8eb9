import { counted } from '#rules/kernel/tabletop/phrases.ts';
import { type Competition, countThere } from '../model/competition.ts';
import type { Format, Settings } from '../model/settings.ts';
import {
  commonProblem,
  type Field,
  type FormatRules,
  gamesOf,
  inStandingOrder,
  lengthProblem,
  type Pairing,
  type ScheduleProblem,
} from './format.ts';
import { ladder } from './ladder.ts';
import { roundRobin } from './round-robin.ts';
import { swiss } from './swiss.ts';

const cup: FormatRules = {
  problem: (settings, entries) =>
    commonProblem(settings, entries) ?? cupProblem(settings) ?? lengthProblem(settings, gamesOf(settings, entries)),
  least: () => 1,
  rounds: () => 1,
  games: gamesOf,
  pair: (_, { candidates, seed }) => ({
    tables: inStandingOrder(candidates, seed).map(({ entry }) => [entry]),
    byes: [],
  }),
};

function cupProblem({ rounds, duplicate }: Settings): ScheduleProblem | null {
  if (rounds !== 1)
    return { field: 'rounds', message: `is ${rounds}; a cup is one round of as many boards as you like` };
  if (duplicate !== 'permuted') return null;
  return {
    field: 'duplicate',
    message: 'must be movement or none: permuted turns the seats of a table, and in a cup it has one',
  };
}

/** The same two entries meet in every round. At larger tables bots of the service take the other seats. */
const match: FormatRules = {
  problem: (settings, entries) =>
    commonProblem(settings, entries) ??
    matchProblem(settings, entries) ??
    lengthProblem(settings, gamesAtMost(settings)),
  least: () => 2,
  rounds: ({ rounds }) => rounds,
  games: gamesAtMost,
  pair: (_, field) => pairTwo(field),
};

function gamesAtMost(settings: Settings): number {
  return settings.rounds * gamesOf(settings, 1);
}

function matchProblem({ duplicate }: Settings, entries: number): ScheduleProblem | null {
  if (entries !== 2) return { field: 'maxEntries', message: `is ${entries}; a match has 2 entries` };
  if (duplicate !== 'movement') return null;
  return {
    field: 'duplicate',
    message: 'must be permuted or none: a movement takes a board to other tables, and a match has one',
  };
}

/** Both move one seat in each round. After a full turn, the distance from the first to the second grows by one. */
function pairTwo({ candidates, seats, round }: Field): Pairing {
  const [one, other] = candidates.map(({ entry }) => entry).sort((a, b) => a - b);
  if (one === undefined || other === undefined) return { tables: [], byes: [] };
  const turn = Math.floor((round - 1) / seats);
  const first = (round - 1) % seats;
  const second = (first + 1 + (turn % (seats - 1))) % seats;
  const table = Array.from({ length: seats }, (_, seat) => (seat === first ? one : seat === second ? other : null));
  return { tables: [table], byes: [] };
}

const RULES: Record<Format, FormatRules> = { roundRobin, swiss, ladder, match, cup };

export function formatOf(format: Format): FormatRules {
  return RULES[format];
}

/** Says why the competition cannot start; null: it can. */
export function startProblem(competition: Competition): string | null {
  const { settings } = competition.header;
  const there = countThere(competition);
  const least = formatOf(settings.format).least(settings);
  if (there >= least) return null;
  return `It takes at least ${counted(least, 'entry', 'entries')}, and there ${there === 1 ? 'is' : 'are'} ${there}.`;
}
