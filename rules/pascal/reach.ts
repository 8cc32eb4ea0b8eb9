import { CROSSABLE_FIELDS, ENTRIES, type Entry, FIELDS, HIGHEST, type Values } from './board.ts';

/** The totals that each entry can still have, in the order of `ENTRIES`, as far as bounds tell. */
export interface Reach {
  least: number[];
  most: number[];
  /** the first entry that is left without any total; the bounds are those found until then */
  dead: Entry | null;
}

const EMPTY_VALUES: Values = FIELDS.map(() => null);
const LEAST_IN_FIELD = FIELDS.map((field) => (CROSSABLE_FIELDS.includes(field) ? 0 : 1));
/** Every inner entry with the two above it, whose sum it is. */
const SUMS = ENTRIES.flatMap(({ index, above }) =>
  above === null ? [] : [{ sum: index, left: above[0], right: above[1] }],
);

/** Narrows the bounds of all entries by one another, from the top down and again, until nothing changes. R2, R16 */
export function reachOf(values: Values): Reach {
  const begun = ENTRIES.filter(
    ({ main, bonus }) => values[main] !== null || (bonus !== null && values[bonus] !== null),
  );
  const reach = narrowedBy(EMPTY_REACH, values, begun);
  return reach.dead === null ? reach : narrowedBy(UNKNOWN_REACH, values, ENTRIES);
}

/** Whether a board can still be completed, as far as bounds tell, with these entries filled since its reach was `before`. */
export function isAliveWith(before: Reach, values: Values, filled: readonly Entry[]): boolean {
  return narrowedBy(before, values, filled).dead === null;
}

/**
 * The reach of a board that differs in these entries from one whose reach is known. However it is come by, it is the same unless an
 * entry is left empty: which one comes first depends on where one begins.
 */
function narrowedBy(before: Reach, values: Values, filled: readonly Entry[]): Reach {
  const reach: Reach = { least: before.least.slice(), most: before.most.slice(), dead: null };
  for (const entry of filled) {
    const { index } = entry;
    const least = leastOf(values, entry);
    const most = mostOf(values, entry);
    if (least > at(reach.least, index)) reach.least[index] = least;
    if (most < at(reach.most, index)) reach.most[index] = most;
    if (at(reach.least, index) > at(reach.most, index)) reach.dead ??= entry;
  }
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

/** One sweep over all sums; whether it changed anything. Stops at the first entry left empty. */
function narrowed(reach: Reach): boolean {
  let changed = false;
  for (const { sum, left, right } of SUMS) {
    const { least, most } = reach;
    if (narrow(reach, sum, at(least, left) + at(least, right), at(most, left) + at(most, right))) changed = true;
    if (narrow(reach, left, at(least, sum) - at(most, right), at(most, sum) - at(least, right))) changed = true;
    if (narrow(reach, right, at(least, sum) - at(most, left), at(most, sum) - at(least, left))) changed = true;
    if (reach.dead !== null) return true;
  }
  return changed;
}

function at(bounds: readonly number[], entry: number): number {
  return bounds[entry] as number;
}

/** Narrows one entry, unless one was left empty before; whether that changed anything. */
function narrow(reach: Reach, entry: number, atLeast: number, atMost: number): boolean {
  const { least, most } = reach;
  if (reach.dead !== null || (atLeast <= at(least, entry) && atMost >= at(most, entry))) return false;
  if (atLeast > at(least, entry)) least[entry] = atLeast;
  if (atMost < at(most, entry)) most[entry] = atMost;
  if (at(least, entry) > at(most, entry)) reach.dead = ENTRIES[entry] as Entry;
  return true;
}

/** Nothing is known, not even the rules. */
const UNKNOWN_REACH: Reach = {
  least: ENTRIES.map(() => 0),
  most: ENTRIES.map(() => Number.MAX_SAFE_INTEGER),
  dead: null,
};
/** Most of the narrowing is that of an empty board. */
const EMPTY_REACH = narrowedBy(UNKNOWN_REACH, EMPTY_VALUES, ENTRIES);
