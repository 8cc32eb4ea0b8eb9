import { ENTRIES, type Entry } from './board.ts';

/** What stands in each field, in the order of `FIELDS`: null where it is empty, 0 where it is crossed out. */
export type Values = readonly (number | null)[];
/** The value of each entry, in the order of `ENTRIES`: null until all its fields are filled. */
export type Totals = readonly (number | null)[];

// R3
export function totalOf(values: Values, { main, bonus }: Entry): number | null {
  const first = values[main] as number | null;
  if (bonus === null || first === null) return first;
  const second = values[bonus] as number | null;
  return second === null ? null : first + second;
}

export function totalsOf(values: Values): Totals {
  return ENTRIES.map((entry) => totalOf(values, entry));
}

/** The sum an entry has to be, once both entries above it have values; null before, and on the edges. */
export function sumAbove(totals: Totals, { above }: Entry): number | null {
  if (above === null) return null;
  const left = totals[above[0]] as number | null;
  const right = totals[above[1]] as number | null;
  return left === null || right === null ? null : left + right;
}

/** Whether every inner entry of a full board is the sum of the two above. By the printed rules crossing out can break one. R2 */
export function areSumsRight(values: Values): boolean {
  const totals = totalsOf(values);
  return ENTRIES.every((entry) => entry.above === null || sumAbove(totals, entry) === totals[entry.index]);
}

export function isFull(values: Values): boolean {
  return !values.includes(null);
}
