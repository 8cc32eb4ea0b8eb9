import { CROSSABLE_FIELDS, ENTRIES, type Entry, FIELDS, HIGHEST } from './board.ts';
import type { Values } from './values.ts';

/** The totals that each entry can still have, in the order of `ENTRIES`, as far as bounds tell. */
export interface Reach {
  least: number[];
  most: number[];
  /** the first entry that is left without any total; the bounds are those found until then */
  dead: Entry | null;
}

const LEAST_IN_FIELD = FIELDS.map((field) => (CROSSABLE_FIELDS.includes(field) ? 0 : 1));
const INNER_ENTRIES = ENTRIES.filter(({ isFree }) => !isFree);

/** Narrows the bounds of all entries by one another, from the top down and again, until nothing changes. R2, R16 */
export function reachOf(values: Values): Reach {
  const reach: Reach = {
    least: ENTRIES.map((entry) => leastOf(values, entry)),
    most: ENTRIES.map((entry) => mostOf(values, entry)),
    dead: null,
  };
  reach.dead = ENTRIES.find((entry) => isEmpty(reach, entry.index)) ?? null;
  while (reach.dead === null && narrowed(reach));
  return reach;
}

/** What an entry can be at least when only its own fields are looked at. */
function leastOf(values: Values, { isFree, main, bonus, minimum }: Entry): number {
  const least = leastIn(values, main) + (bonus === null ? 0 : leastIn(values, bonus));
  return isFree ? least : Math.max(least, minimum);
}

function mostOf(values: Values, { main, bonus }: Entry): number {
  return mostIn(values, main) + (bonus === null ? 0 : mostIn(values, bonus));
}

function leastIn(values: Values, field: number): number {
  return values[field] ?? (LEAST_IN_FIELD[field] as number);
}

function mostIn(values: Values, field: number): number {
  return values[field] ?? HIGHEST;
}

function isEmpty({ least, most }: Reach, entry: number): boolean {
  return (least[entry] as number) > (most[entry] as number);
}

/** One sweep over all sums; whether it changed anything. Stops at the first entry left empty. */
function narrowed(reach: Reach): boolean {
  const { least, most } = reach;
  let changed = false;
  const narrow = (entry: number, atLeast: number, atMost: number): boolean => {
    if (atLeast > (least[entry] as number)) {
      least[entry] = atLeast;
      changed = true;
    }
    if (atMost < (most[entry] as number)) {
      most[entry] = atMost;
      changed = true;
    }
    if (isEmpty(reach, entry)) reach.dead = ENTRIES[entry] as Entry;
    return reach.dead === null;
  };
  for (const { index, above } of INNER_ENTRIES) {
    if (!narrowSum(reach, index, above as readonly [number, number], narrow)) break;
  }
  return changed;
}

/** Narrows a sum by its parts and each part by the sum and the other part; false as soon as one is left empty. */
function narrowSum(
  { least, most }: Reach,
  sum: number,
  [left, right]: readonly [number, number],
  narrow: (entry: number, atLeast: number, atMost: number) => boolean,
): boolean {
  const low = (entry: number) => least[entry] as number;
  const high = (entry: number) => most[entry] as number;
  return (
    narrow(sum, low(left) + low(right), high(left) + high(right)) &&
    narrow(left, low(sum) - high(right), high(sum) - low(right)) &&
    narrow(right, low(sum) - high(left), high(sum) - low(left))
  );
}
