import { FastChance } from '#rules/kernel/search/fast-chance.ts';
import { counted } from '#rules/kernel/tabletop/phrases.ts';
import type { Settings } from '../model/settings.ts';
import {
  type Candidate,
  type Field,
  type FormatRules,
  inStandingOrder,
  meetingsAmong,
  type Pairing,
  type ScheduleProblem,
  stepsApart,
} from './format.ts';
import { inGroups } from './groups.ts';
import { cheapestMatching, circleRounds, type Edge, excessOf, leaning, seated } from './pairs.ts';
import { commonProblem, gamesOf, lengthProblem } from './schedule.ts';

/** Of tables: whoever is further away is too far apart in points. */
const REACH = 4;
/** To meet again is as bad as a difference of 5.7 wins. */
const MET_AGAIN = 2 ** 13;
const MOST_AGAIN = 8;

/** So many rounds, in each of which everybody sits with others of about as many points whom they have not met. */
export const swiss: FormatRules = {
  format: 'swiss',
  problem: (settings, entries) =>
    commonProblem(settings, entries) ??
    opponentsProblem(settings, entries) ??
    lengthProblem(settings, gamesAtMost(settings, entries)),
  least: ({ seats }) => seats,
  rounds: roundsFor,
  games: gamesAtMost,
  pair: ({ seats }, field) => (seats === 2 ? pairSwiss(field) : pairInGroups(field)),
};

/** When fewer came than the rounds are made for, there are as many rounds as a round robin would have. */
function roundsFor({ rounds }: Settings, entries: number): number {
  return Math.min(rounds, circleRounds(entries));
}

function gamesAtMost(settings: Settings, entries: number): number {
  const tables = settings.seats === 2 ? Math.floor(entries / 2) : Math.ceil(entries / settings.seats);
  return roundsFor(settings, entries) * gamesOf(settings, tables);
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
  if (order.length < 2) return { tables: [], byes: [] };
  const met = meetingsAmong(order);
  const steps = stepsApart(order, stepsOf(round));
  const company = {
    together: (one: Candidate, other: Candidate) =>
      MET_AGAIN * Math.min(MOST_AGAIN, met(one, other)) ** 2 + steps(one, other) ** 2,
    reach: REACH,
  };
  return { tables: inGroups(order, seats, company, seed), byes: [] };
}

/**
 * Each is joined to so many of those behind it, and so to as many before it: what is far away is hardly ever chosen, and
 * takes time to look at. Where that does not do, to more of them, and then to all.
 */
const NEIGHBOURS_BEHIND = [20, 60, 180];
/** For so many neighbours one of those with whom it would sit on a seat too often, where some have to. */
const NEIGHBOURS_A_CROWDED = 5;

/** The best and the worst are so many steps apart for each round that is over: as many as one win is. Steps are squared. */
const STEPS_A_ROUND = 16;
const MOST_STEPS = 300;
/** The same float again weighs a little less than the difference of a win after one round. */
const FLOATED_AGAIN = 100;
/** Above what closeness and floats of one pair cost. */
const CLOSE = 2 ** 17;
const MOST_EXCESS = 4;
const MOST_MEETINGS = 3;

/** What is worse by one than anything below it can be all together, for so many candidates. */
interface Costs {
  bye: number;
  /** that somebody sits on a seat more than once oftener than on the other */
  excess: number;
  rematch: number;
}

/** One round for two seats as it is worked out; candidates go by their place in the standings. */
interface Round {
  order: Candidate[];
  /** of closeness and floats: below CLOSE */
  apart(one: number, other: number): number;
  met(one: number, other: number): number;
}

/**
 * A round of a Swiss tournament for two seats. In this order: no second meeting while there is a way without, no seat
 * twice oftener than the other while there is a way without, the bye to the lowest of those with the fewest, and then
 * opponents as close in points as can be, with who was paired up or down before spared.
 */
function pairSwiss({ candidates, round, seed }: Field): Pairing {
  const order = inStandingOrder(candidates, seed);
  if (order.length < 2) return { tables: [], byes: [] };
  const worked = workedRound(order, round);
  const partners = firstOf(NEIGHBOURS_BEHIND, (behind) => amongNeighbours(worked, behind)) ?? amongAll(worked);
  const chance = new FastChance(`${seed}:seats`);
  const tables = partners.flatMap((partner, place) =>
    partner !== null && partner > place && partner < order.length
      ? [seated(order[place] as Candidate, order[partner] as Candidate, chance)]
      : [],
  );
  const out = order.filter((_, place) => (partners[place] ?? order.length) >= order.length);
  return { tables, byes: out.map(({ entry }) => entry) };
}

function firstOf<In, Out>(items: readonly In[], find: (item: In) => Out | null): Out | null {
  for (const item of items) {
    const found = find(item);
    if (found !== null) return found;
  }
  return null;
}

/** By how many steps the best and the worst are apart before this round. */
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

/** The partners of all by place, from edges to neighbours alone; null when more edges may make it better than by closeness. */
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

/** From one place to the next of those behind with whom there is no rematch: so many where seats are free, and so many where not. */
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

/** The partners of all by place, from all edges there can be: who has the bye has a partner behind the last place. */
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

function costsFor(candidates: number): Costs {
  const pairs = Math.ceil(candidates / 2);
  const bye = CLOSE * pairs;
  const excess = bye * (candidates + 1);
  return { bye, excess, rematch: excess * (MOST_EXCESS * pairs + 1) };
}

/** Who may have the bye, the lowest first: those who have had the fewest. */
function byePlaces(order: readonly Candidate[]): number[] {
  const fewest = Math.min(...order.map(({ byes }) => byes));
  return order.flatMap(({ byes }, place) => (byes === fewest ? [place] : [])).reverse();
}

/** The places of those who play: of an odd number, all but the lowest of those after whose bye seats come out best. */
function withoutBye(order: readonly Candidate[]): number[] {
  const places = order.map((_, place) => place);
  if (order.length % 2 === 0) return places;
  const without = byePlaces(order).map((bye) => {
    const playing = places.filter((place) => place !== bye);
    return { playing, excess: unavoidableExcess(playing.map((place) => order[place] as Candidate)) };
  });
  return without.reduce((best, next) => (next.excess < best.excess ? next : best)).playing;
}

/** How many pairs there are at least in which two lean to the same seat. */
function unavoidableExcess(candidates: readonly Candidate[]): number {
  const leanings = candidates.map(leaning);
  const first = leanings.filter((lean) => lean > 0).length;
  const second = leanings.filter((lean) => lean < 0).length;
  const even = leanings.length - first - second;
  return Math.max(0, Math.ceil((Math.abs(first - second) - even) / 2));
}
