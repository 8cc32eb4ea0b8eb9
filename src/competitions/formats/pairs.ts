import maxWeightMatching from 'edmonds-blossom-fixed';
import type { Chance } from '#rules/kernel/chance.ts';
import type { Candidate } from './format.ts';

/** Two vertices, numbered from 0, that may be a pair, and what that costs: a whole number from 0 to 2^51. */
export type Edge = readonly [one: number, other: number, cost: number];

/** As many pairs as there can be and, among such matchings, the cheapest: the partner of each vertex, null for who has none. */
export function cheapestMatching(vertices: number, edges: readonly Edge[]): (number | null)[] {
  const dearest = edges.reduce((most, [, , cost]) => Math.max(most, cost), 0);
  const partners = maxWeightMatching(
    edges.map(([one, other, cost]) => [one, other, dearest - cost] as const),
    true,
  );
  return Array.from({ length: vertices }, (_, vertex) => {
    const partner = partners[vertex] ?? -1;
    return partner === -1 ? null : partner;
  });
}

/** How much oftener it sat on the first of two seats than on the second. */
export function leaning({ seats }: Candidate): number {
  return (seats[0] ?? 0) - (seats[1] ?? 0);
}

/** By how much more than once these two would sit oftener on one seat than on the other, after a game in the better order. */
export function excessOf(one: Candidate, other: Candidate): number {
  const less = Math.min(leaning(one), leaning(other)) + 1;
  const more = Math.max(leaning(one), leaning(other)) - 1;
  return Math.max(0, Math.abs(less) - 1) + Math.max(0, Math.abs(more) - 1);
}

/** Two entries in order of seats: who sat less often on the first seat sits there, and by lot when that is even. */
export function seated(one: Candidate, other: Candidate, chance: Chance): number[] {
  const difference = leaning(one) - leaning(other);
  const oneFirst = difference < 0 || (difference === 0 && chance.int(2) === 0);
  return oneFirst ? [one.entry, other.entry] : [other.entry, one.entry];
}

/** Two entries in order of their seats. */
type Pair = [first: number, second: number];

/** How many rounds it takes until so many have met each other once, two by two. */
export function circleRounds(entries: number): number {
  return entries % 2 === 0 ? Math.max(0, entries - 1) : entries;
}

/**
 * One round of the circle method: in each cycle everybody meets everybody once, and after any round nobody has sat on
 * one seat more than once oftener than on the other.
 *
 * All but the last entry (of an even number) stand in a circle that turns by one place a round; who stands opposite
 * plays, and who stands on the axis plays the last entry, or sits out. Seats go by whether the distance to the axis is
 * odd, so that they change for everybody from round to round. Every second cycle is the one before backwards with seats
 * changed: so it is a return match for all.
 */
export function circleRound(entries: readonly number[], round: number): Pair[] {
  const rounds = circleRounds(entries.length);
  const cycle = Math.floor((round - 1) / rounds);
  const place = (round - 1) % rounds;
  if (cycle % 2 === 0) return circleAt(entries, place);
  return circleAt(entries, rounds - 1 - place).map(([first, second]) => [second, first]);
}

function circleAt(entries: readonly number[], turn: number): Pair[] {
  const places = circleRounds(entries.length);
  const at = (place: number): number => entries[(place + places) % places] as number;
  const pairs = Array.from({ length: (places - 1) / 2 }, (_, i): Pair => {
    const distance = i + 1;
    const [ahead, behind] = [at(turn + distance), at(turn - distance)];
    return distance % 2 === 1 ? [ahead, behind] : [behind, ahead];
  });
  const last = entries[places];
  if (last === undefined) return pairs;
  return [turn % 2 === 0 ? [at(turn), last] : [last, at(turn)], ...pairs];
}
