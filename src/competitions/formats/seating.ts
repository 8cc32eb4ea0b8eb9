import type { Chance } from '#rules/kernel/chance.ts';
import type { Candidate } from './format.ts';

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
