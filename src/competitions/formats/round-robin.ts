import type { Settings } from '../model/settings.ts';
import {
  type Candidate,
  commonProblem,
  type Field,
  type FormatRules,
  gamesOf,
  inStandingOrder,
  lengthProblem,
  meetingsAmong,
  type Pairing,
  tablesOf,
  tooMany,
} from './format.ts';
import { inGroups } from './groups.ts';
import { circleRound, circleRounds } from './pairs.ts';

const MOST_ENTRIES = 64;
/** Cost of a rematch, which is higher than that of any seats. It grows with the square. */
const MET_AGAIN = 2 ** 16;
const MOST_AGAIN = 16;

/** Every entry meets every other. For two seats by the circle method; at larger tables, in the fewest rounds and with
 * the fewest rematches that a search finds. */
export const roundRobin: FormatRules = {
  problem: (settings, entries) =>
    commonProblem(settings, entries) ??
    tooMany(entries, MOST_ENTRIES, 'a round robin') ??
    lengthProblem(settings, gamesAtMost(settings, entries)),
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

/** Pairs by number of the entry. Absent entries are included: their opponents get the point. */
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

/** Pairs only entries that are present. Those who met least play each other. */
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
