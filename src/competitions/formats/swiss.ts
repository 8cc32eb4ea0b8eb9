import { FastChance } from '#rules/kernel/search/fast-chance.ts';
import { counted } from '#rules/kernel/tabletop/phrases.ts';
import type { Settings } from '../model/settings.ts';
import {
  type Candidate,
  type Field,
  type FormatRules,
  gamesOf,
  inStandingOrder,
  meetingsAmong,
  type Pairing,
  type ScheduleProblem,
  stepsApart,
  tablesOf,
} from './format.ts';
import { inGroups } from './groups.ts';
import { cheapestMatching, circleRounds, type Edge, excessOf, leaning, seated } from './pairs.ts';

const REACH = 4;
/** The cost of a first rematch at tables for more than two: as much as a distance of 90 steps of points. */
const MET_AGAIN = 2 ** 13;
const MOST_AGAIN = 8;

export const swiss: FormatRules = {
  ownProblem: opponentsProblem,
  least: ({ seats }) => seats,
  rounds: roundsFor,
  games: gamesAtMost,
  pair: ({ seats }, field) => (seats === 2 ? pairSwiss(field) : pairInGroups(field)),
};

/** Returns the number of rounds: no more than a round robin of the same entries would have. */
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
    message: `must be at most ${opponents}, not ${rounds}, because each of ${counted(entries, 'entry', 'entries')} has ${counted(opponents, 'opponent')}`,
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

/** A partner is at most this many places behind an entry, because distant partners are rarely chosen and take time. If
 * no good pairing is found, the next number is tried, and finally all partners. */
const NEIGHBOURS_BEHIND = [20, 60, 180];
/** If no pairing can balance all seats, one partner that unbalances them is considered for every five that do not. */
const NEIGHBOURS_A_CROWDED = 5;

/** First and last are this many steps of points apart for each round played. A pair costs the square of its steps. */
const STEPS_A_ROUND = 16;
const MOST_STEPS = 300;
/** The cost of two opponents in a row who both have more points (or both fewer): as much as a distance of 10 steps. */
const FLOATED_AGAIN = 100;
/** Exceeds the costs of distance and floats of a pair. A float is a game against an entry with more or fewer points. */
const CLOSE = 2 ** 17;
const MOST_EXCESS = 4;
const MOST_MEETINGS = 3;

/** One round at tables for two. The numbers of candidates are their places in the standings. */
interface Round {
  order: Candidate[];
  /** the cost of the difference in points and of floats, below `CLOSE` */
  apart(one: number, other: number): number;
  met(one: number, other: number): number;
}

/** Pairs a round. Its aims, most important first: no rematches, balanced seats, the bye for the lowest entry with the
 * fewest byes, close points, no repeated floats. */
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

/** Returns the partner of each entry, chosen only among neighbors in the standings. Null: with partners further away,
 * there might be fewer rematches or better balanced seats. */
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

/** Lists pairs of `one` that are no rematches: up to `free` that keep seats balanced, and up to `crowded` others. */
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

/** Returns the partner of each entry, chosen among all entries. The entry with the bye gets `order.length`. */
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

/** Returns costs of a bye, of a seat order out of balance (for each unit of `excessOf`) and of a rematch. Each is above
 * all that the cheaper ones can add up to. */
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

/** Returns the indexes of the entries that play. If their number is odd, one gets a bye: of those with the fewest byes,
 * the lowest in the standings whose absence keeps the seats most balanced. */
function withoutBye(order: readonly Candidate[]): number[] {
  const places = order.map((_, place) => place);
  if (order.length % 2 === 0) return places;
  const without = byePlaces(order).map((bye) => {
    const playing = places.filter((place) => place !== bye);
    return { playing, excess: unavoidableExcess(playing.map((place) => order[place] as Candidate)) };
  });
  return without.reduce((best, next) => (next.excess < best.excess ? next : best)).playing;
}

/** Returns the least possible number of pairs in which both entries need the same seat. */
function unavoidableExcess(candidates: readonly Candidate[]): number {
  const leanings = candidates.map(leaning);
  const first = leanings.filter((lean) => lean > 0).length;
  const second = leanings.filter((lean) => lean < 0).length;
  const even = leanings.length - first - second;
  return Math.max(0, Math.ceil((Math.abs(first - second) - even) / 2));
}
