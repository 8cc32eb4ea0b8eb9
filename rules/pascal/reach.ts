import { CROSSABLE_FIELDS, ENTRIES, type Entry, FIELDS, HIGHEST, type Values } from './board.ts';

/** For each entry, by index in `ENTRIES`: the lowest and the highest total that is still possible. */
export interface Reach {
  least: number[];
  most: number[];
  /** the first entry found for which no total is possible; the bounds are then incomplete. null: there is none */
  dead: Entry | null;
}

const EMPTY_VALUES: Values = FIELDS.map(() => null);
const LEAST_IN_FIELD = FIELDS.map((field) => (CROSSABLE_FIELDS.includes(field) ? 0 : 1));
const SUMS = ENTRIES.flatMap(({ index, above }) =>
  above === null ? [] : [{ sum: index, left: above[0], right: above[1] }],
);

/** Narrows the bounds of all entries by each other, from the top down, until nothing changes (rules R2, R16). */
export function reachOf(values: Values): Reach {
  const begun = ENTRIES.filter(
    ({ main, bonus }) => values[main] !== null || (bonus !== null && values[bonus] !== null),
  );
  const reach = narrowedBy(EMPTY_REACH, values, begun);
  return reach.dead === null ? reach : narrowedBy(UNKNOWN_REACH, values, ENTRIES);
}

/** Returns true if the board may still be completed. `filled` lists the entries filled since `before`. */
export function isAliveWith(before: Reach, values: Values, filled: readonly Entry[]): boolean {
  return narrowedBy(before, values, filled).dead === null;
}

// Narrows known bounds by the filled entries. The order of `filled` decides only which impossible entry is found first.
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

/** Goes through all sums once and returns whether a bound changed. Stops at the first impossible entry. */
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

function narrow(reach: Reach, entry: number, atLeast: number, atMost: number): boolean {
  const { least, most } = reach;
  if (reach.dead !== null || (atLeast <= at(least, entry) && atMost >= at(most, entry))) return false;
  if (atLeast > at(least, entry)) least[entry] = atLeast;
  if (atMost < at(most, entry)) most[entry] = atMost;
  if (at(least, entry) > at(most, entry)) reach.dead = ENTRIES[entry] as Entry;
  return true;
}

const UNKNOWN_REACH: Reach = {
  least: ENTRIES.map(() => 0),
  most: ENTRIES.map(() => Number.MAX_SAFE_INTEGER),
  dead: null,
};
/** The reach of an empty board. Most of the narrowing is the same for every board, so it is computed only once. */
const EMPTY_REACH = narrowedBy(UNKNOWN_REACH, EMPTY_VALUES, ENTRIES);
