import maxWeightMatching from 'edmonds-blossom-fixed';
import type { Chance } from '#rules/kernel/chance.ts';
import type { Candidate } from './format.ts';

/** A possible pair of vertices, numbered from 0. Its cost is an integer from 0 to 2^51. */
export type Edge = readonly [one: number, other: number, cost: number];

/** Returns the partner of each vertex (null: none) in the cheapest of the matchings with the most pairs. */
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

/** Returns how many more times the entry had the first of two seats than the second. */
export function leaning({ seats }: Candidate): number {
  return (seats[0] ?? 0) - (seats[1] ?? 0);
}

/** Returns by how much the `leaning` of each entry would exceed 1 after a game in the better seat order, in sum. */
export function excessOf(one: Candidate, other: Candidate): number {
  const less = Math.min(leaning(one), leaning(other)) + 1;
  const more = Math.max(leaning(one), leaning(other)) - 1;
  return Math.max(0, Math.abs(less) - 1) + Math.max(0, Math.abs(more) - 1);
}

export function seated(one: Candidate, other: Candidate, chance: Chance): number[] {
  const difference = leaning(one) - leaning(other);
  const oneFirst = difference < 0 || (difference === 0 && chance.int(2) === 0);
  return oneFirst ? [one.entry, other.entry] : [other.entry, one.entry];
}

type Pair = [first: number, second: number];

/** Returns the number of rounds until all entries have played each other once. */
export function circleRounds(entries: number): number {
  return entries % 2 === 0 ? Math.max(0, entries - 1) : entries;
}

/** Pairs one round by the circle method, so that an entry has its two seats equally often or one of them once more. All
 * entries (of an even number, all but the last) stand in a circle that turns by one place each round. Opposite entries
 * play; the entry on the axis plays the last entry or has a bye. Whether the distance to the axis is even or odd
 * decides the seats. Every second cycle repeats the rounds in reverse, with seats swapped. */
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
