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
