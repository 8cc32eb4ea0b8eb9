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
  ownProblem: cupProblem,
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
    return { field: 'rounds', message: `must be 1 for a cup, not ${rounds}: for more games, raise \`boards\`` };
  if (duplicate !== 'permuted') return null;
  return {
    field: 'duplicate',
    message: 'must be `movement` or `none` for a cup, because `permuted` exchanges seats, and in a cup all sit alone',
  };
}

/** The same two entries play each other in every round. At larger tables, bots of the service take the other seats. */
const match: FormatRules = {
  ownProblem: matchProblem,
  least: () => 2,
  rounds: ({ rounds }) => rounds,
  games: gamesAtMost,
  pair: (_, field) => pairTwo(field),
};

function gamesAtMost(settings: Settings): number {
  return settings.rounds * gamesOf(settings, 1);
}

function matchProblem({ duplicate }: Settings, entries: number): ScheduleProblem | null {
  if (entries !== 2) return { field: 'maxEntries', message: `must be 2 for a match, not ${entries}` };
  if (duplicate !== 'movement') return null;
  return {
    field: 'duplicate',
    message: 'must be `permuted` or `none` for a match, because `movement` needs several tables',
  };
}

/** Seats the two entries. Both move one seat each round. After `seats` rounds, their distance grows by one. */
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

/** Says why settings are impossible; null: they are possible. For a new competition `entries` is `maxEntries`. */
export function settingsProblem(settings: Settings, entries: number): ScheduleProblem | null {
  const { ownProblem, games } = formatOf(settings.format);
  return (
    commonProblem(settings, entries) ??
    ownProblem(settings, entries) ??
    lengthProblem(settings, games(settings, entries))
  );
}

/** Says why the competition cannot start now; null: it can. */
export function startProblem(competition: Competition): string | null {
  const { settings } = competition.header;
  const there = countThere(competition);
  const least = formatOf(settings.format).least(settings);
  if (there >= least) return null;
  return `The competition needs at least ${counted(least, 'entry', 'entries')} to start, and has ${there}.`;
}
