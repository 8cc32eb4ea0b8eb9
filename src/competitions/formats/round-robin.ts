import type { Settings } from '../model/settings.ts';
import {
  type Candidate,
  type Field,
  type FormatRules,
  gamesOf,
  inStandingOrder,
  meetingsAmong,
  type Pairing,
  tablesOf,
  tooMany,
} from './format.ts';
import { inGroups } from './groups.ts';
import { circleRound, circleRounds } from './pairs.ts';

const MOST_ENTRIES = 64;
/** The cost if two entries have met once more than the pair that met least. For n times more: this times n². */
const MET_AGAIN = 2 ** 16;
const MOST_AGAIN = 16;

/** Each entry meets all others as far as possible. Tables for two use the circle method. Larger tables play the fewest
 * rounds in which all entries could meet, and a search avoids rematches. */
export const roundRobin: FormatRules = {
  ownProblem: (_, entries) => tooMany(entries, MOST_ENTRIES),
  least: ({ seats }) => seats,
  rounds: roundsFor,
  games: gamesAtMost,
  pair: ({ seats }, field) => (seats === 2 ? pairByCircle(field) : pairInGroups(field)),
};

function roundsFor({ seats, rounds }: Settings, entries: number): number {
  return rounds * (seats === 2 ? circleRounds(entries) : Math.ceil(Math.max(0, entries - 1) / (seats - 1)));
}

function gamesAtMost(settings: Settings, entries: number): number {
  return roundsFor(settings, entries) * gamesOf(settings, tablesOf(settings, entries));
}

/** Pairs the entries by number, absent ones included. The opponent of an absent entry gets a bye. */
function pairByCircle({ candidates, absent, round, seed }: Field): Pairing {
  const present = new Set(candidates.map(({ entry }) => entry));
  const pairs = circleRound(
    [...present, ...absent].sort((one, other) => one - other),
    round,
  );
  const standing = inStandingOrder(candidates, seed).map(({ entry }) => entry);
  const best = (entries: readonly number[]): number => Math.min(...entries.map((entry) => standing.indexOf(entry)));
  return {
    tables: pairs
      .filter((pair) => pair.every((entry) => present.has(entry)))
      .toSorted((one, other) => best(one) - best(other)),
    byes: pairs
      .filter((pair) => pair.some((entry) => !present.has(entry)))
      .flat()
      .filter((entry) => present.has(entry)),
  };
}

/** Pairs only entries that are present, and prefers opponents who have played each other least often. */
function pairInGroups({ candidates, seats, seed }: Field): Pairing {
  const order = inStandingOrder(candidates, seed);
  const met = meetingsAmong(order);
  const least = Math.min(...order.flatMap((one, i) => order.slice(i + 1).map((other) => met(one, other))));
  const company = {
    together: (one: Candidate, other: Candidate) => MET_AGAIN * Math.min(MOST_AGAIN, met(one, other) - least) ** 2,
    reach: order.length,
  };
  return { tables: inGroups(order, seats, company, seed), byes: [] };
}
