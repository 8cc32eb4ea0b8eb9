import { FastChance } from '#rules/kernel/search/fast-chance.ts';
import { counted } from '#rules/kernel/tabletop/phrases.ts';
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
  type ScheduleProblem,
  stepsApart,
  tablesOf,
} from './format.ts';
import { inGroups } from './groups.ts';
import { cheapestMatching, circleRounds, type Edge, excessOf, leaning, seated } from './pairs.ts';

const REACH = 4;
/** Cost of a rematch: as much as a difference of 5.7 wins. */
const MET_AGAIN = 2 ** 13;
const MOST_AGAIN = 8;

export const swiss: FormatRules = {
  problem: (settings, entries) =>
    commonProblem(settings, entries) ??
    opponentsProblem(settings, entries) ??
    lengthProblem(settings, gamesAtMost(settings, entries)),
  least: ({ seats }) => seats,
  rounds: roundsFor,
  games: gamesAtMost,
  pair: ({ seats }, field) => (seats === 2 ? pairSwiss(field) : pairInGroups(field)),
};

/** With few entries, there are as many rounds as in a round robin. */
function roundsFor({ rounds }: Settings, entries: number): number {
  return Math.min(rounds, circleRounds(entries));
}

function gamesAtMost(settings: Settings, entries: number): number {
  return roundsFor(settings, entries) * gamesOf(settings, tablesOf(settings, entries));
}

function opponentsProblem({ rounds }: Settings, entries: number): ScheduleProblem | null {
  const opponents = entries - 1;
  if (rounds <= opponents) return null;
  return {
    field: 'rounds',
    message: `is ${rounds}; ${counted(entries, 'entry', 'entries')} can have ${counted(opponents, 'opponent')} each`,
  };
}

function pairInGroups({ candidates, seats, round, seed }: Field): Pairing {
  const order = inStandingOrder(candidates, seed);
  const met = meetingsAmong(order);
  const steps = stepsApart(order, stepsOf(round));
  const company = {
    together: (one: Candidate, other: Candidate) =>
      MET_AGAIN * Math.min(MOST_AGAIN, met(one, other)) ** 2 + steps(one, other) ** 2,
    reach: REACH,
  };
  return { tables: inGroups(order, seats, company, seed), byes: [] };
}

/** How many places behind an entry its partner may be. Distant partners are rarely chosen and cost time. If a number
 * fails, the next one is tried, and then all edges. */
const NEIGHBOURS_BEHIND = [20, 60, 180];
/** If unbalanced seats cannot be avoided: one in this many edges may lead to a partner with unbalanced seats. */
const NEIGHBOURS_A_CROWDED = 5;

/** How many steps a win is worth. Differences in steps are squared. */
const STEPS_A_ROUND = 16;
const MOST_STEPS = 300;
/** Cost of meeting an opponent with more (or fewer) points again. It is a little less than a win's difference after one
 * round. */
const FLOATED_AGAIN = 100;
/** More than what distance and repeated floats of a pair can cost. A float is a game against an entry with other
 * points. */
const CLOSE = 2 ** 17;
const MOST_EXCESS = 4;
const MOST_MEETINGS = 3;

/** One round at tables for two. Candidates are numbered by their place in the standings. */
interface Round {
  order: Candidate[];
  /** cost of distance and floats, below CLOSE */
  apart(one: number, other: number): number;
  met(one: number, other: number): number;
}

/** In this order it avoids rematches, balances seats, gives the bye to the lowest of those with the fewest byes, pairs
 * close points, and avoids repeated floats. */
function pairSwiss({ candidates, round, seed }: Field): Pairing {
  const order = inStandingOrder(candidates, seed);
  if (order.length < 2) return { tables: [], byes: [] };
  const worked = workedRound(order, round);
  let partners: (number | null)[] | null = null;
  for (const behind of NEIGHBOURS_BEHIND) partners ??= amongNeighbours(worked, behind);
  const found = partners ?? amongAll(worked);
  const chance = new FastChance(`${seed}:seats`);
  const tables = found.flatMap((partner, place) =>
    partner !== null && partner > place && partner < order.length
      ? [seated(order[place] as Candidate, order[partner] as Candidate, chance)]
      : [],
  );
  const out = order.filter((_, place) => (found[place] ?? order.length) >= order.length);
  return { tables, byes: out.map(({ entry }) => entry) };
}

function stepsOf(round: number): number {
  return Math.min(STEPS_A_ROUND * (round - 1), MOST_STEPS);
}

function workedRound(order: Candidate[], round: number): Round {
  const steps = stepsApart(order, stepsOf(round));
  const meetings = meetingsAmong(order);
  const at = (place: number): Candidate => order[place] as Candidate;
  return {
    order,
    apart(one, other) {
      const gap = steps(at(one), at(other));
      if (gap === 0) return 0;
      const [upper, lower] = one < other ? [at(one), at(other)] : [at(other), at(one)];
      const again = Number(upper.float === -1) + Number(lower.float === 1);
      return gap * gap + again * FLOATED_AGAIN;
    },
    met: (one, other) => meetings(at(one), at(other)),
  };
}

/** Returns partners by place, using only edges to neighbors; null: more edges could give a result that is better not
 * only in closeness. */
function amongNeighbours(round: Round, behind: number): (number | null)[] | null {
  const { order } = round;
  if (behind >= order.length) return null;
  const places = withoutBye(order);
  const unavoidable = unavoidableExcess(places.map((place) => order[place] as Candidate));
  const crowded = unavoidable > 0 ? behind / NEIGHBOURS_A_CROWDED : 0;
  const edges = places.flatMap((place, i) => edgesBehind(round, place, places.slice(i + 1), { free: behind, crowded }));
  const partners = cheapestMatching(order.length, edges);
  if (places.some((place) => partners[place] === null)) return null;
  const excess = places.reduce(
    (sum, place) => sum + excessOf(order[place] as Candidate, order[partners[place] as number] as Candidate),
    0,
  );
  return excess / 2 > unavoidable ? null : partners;
}

/** Lists edges that are no rematches. Balanced and unbalanced seats have separate limits. */
function edgesBehind(
  { order, met, apart }: Round,
  one: number,
  behind: readonly number[],
  most: { free: number; crowded: number },
): Edge[] {
  const costs = costsFor(order.length);
  const edges: Edge[] = [];
  let { free, crowded } = most;
  for (const other of behind) {
    if (free === 0) break;
    if (met(one, other) > 0) continue;
    const excess = excessAt(order, one, other);
    if (excess === 0) free--;
    else if (crowded-- <= 0) continue;
    edges.push([one, other, apart(one, other) + excess * costs.excess]);
  }
  return edges;
}

/** Returns partners by place, using all edges. The partner of the entry with a bye is the number after the last
 * place. */
function amongAll(round: Round): (number | null)[] {
  const { order } = round;
  const costs = costsFor(order.length);
  const edges: Edge[] = [];
  for (let one = 0; one < order.length; one++) {
    for (let other = one + 1; other < order.length; other++) {
      const excess = excessAt(order, one, other);
      const rematches = Math.min(round.met(one, other), MOST_MEETINGS);
      edges.push([one, other, round.apart(one, other) + excess * costs.excess + rematches * costs.rematch]);
    }
  }
  if (order.length % 2 === 0) return cheapestMatching(order.length, edges);
  for (const [rank, place] of byePlaces(order).entries()) edges.push([place, order.length, rank * costs.bye]);
  return cheapestMatching(order.length + 1, edges);
}

function excessAt(order: readonly Candidate[], one: number, other: number): number {
  return Math.min(MOST_EXCESS, excessOf(order[one] as Candidate, order[other] as Candidate));
}

/** Each cost is greater than the sum of all lower ones. `excess` counts seats that differ by more than one. */
function costsFor(candidates: number) {
  const pairs = Math.ceil(candidates / 2);
  const bye = CLOSE * pairs;
  const excess = bye * (candidates + 1);
  return { bye, excess, rematch: excess * (MOST_EXCESS * pairs + 1) };
}

function byePlaces(order: readonly Candidate[]): number[] {
  const fewest = Math.min(...order.map(({ byes }) => byes));
  return order.flatMap(({ byes }, place) => (byes === fewest ? [place] : [])).reverse();
}

/** Returns the places that play. Of an odd number it leaves out the lowest one whose bye gives the best seats. */
function withoutBye(order: readonly Candidate[]): number[] {
  const places = order.map((_, place) => place);
  if (order.length % 2 === 0) return places;
  const without = byePlaces(order).map((bye) => {
    const playing = places.filter((place) => place !== bye);
    return { playing, excess: unavoidableExcess(playing.map((place) => order[place] as Candidate)) };
  });
  return without.reduce((best, next) => (next.excess < best.excess ? next : best)).playing;
}

/** Returns the fewest pairs in which both must take the same seat. */
function unavoidableExcess(candidates: readonly Candidate[]): number {
  const leanings = candidates.map(leaning);
  const first = leanings.filter((lean) => lean > 0).length;
  const second = leanings.filter((lean) => lean < 0).length;
  const even = leanings.length - first - second;
  return Math.max(0, Math.ceil((Math.abs(first - second) - even) / 2));
}
