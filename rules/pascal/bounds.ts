import { entryOf, FIELDS, type Field, HIGHEST } from './board.ts';
import { eachLimit, type OnLimit } from './fitting.ts';
import { totalOf, totalsOf, type Values } from './values.ts';

/** What may be filled into each field of a board, in the order of `FIELDS`: nothing where `least` is more than `most`. */
export interface Bounds {
  values: Values;
  totals: (number | null)[];
  least: number[];
  most: number[];
}

/** By field, those whose bounds depend on what stands in it: itself and what borders on it. */
const DEPENDENT: readonly (readonly Field[])[] = FIELDS.map(dependentOn);

/**
 * The bounds of the board that was asked about last, and of no other: they are written over as soon as
 * another is. A game asks about the same board several times, and then about the one that comes of it, which
 * differs in one field. (A `WeakMap` by board would hold on to all that random play leaves behind until the
 * next full garbage collection, and cost more than it saves.)
 */
const latest: Bounds = { values: [], totals: [], least: [], most: [] };

/** Good until another board is asked about or filled. */
export function boundsOf(values: Values): Readonly<Bounds> {
  if (latest.values === values) return latest;
  latest.totals = [...totalsOf(values)];
  bound(values, FIELDS);
  return latest;
}

/** The board with an empty field filled. Its bounds are those of the board before, but for what depends on the field. */
export function withFilled(before: Values, field: Field, value: number): Values {
  const values = before.slice();
  values[field.index] = value;
  if (latest.values !== before) return values;
  latest.totals[field.entry] = totalOf(values, entryOf(field));
  bound(values, DEPENDENT[field.index] as readonly Field[]);
  return values;
}

/** Works out the bounds of some fields of a board whose totals are known. Nothing more fits into a full one. */
function bound(values: Values, fields: readonly Field[]): void {
  const { totals, least, most } = latest;
  let from = 0;
  let to = 0;
  const narrow: OnLimit = (atLeast, atMost) => {
    if (atLeast > from) from = atLeast;
    if (atMost < to) to = atMost;
  };
  for (const field of fields) {
    const isEmpty = values[field.index] === null;
    from = 0;
    to = isEmpty ? HIGHEST : -1;
    if (isEmpty) eachLimit(values, totals, field, narrow);
    least[field.index] = from;
    most[field.index] = to;
  }
  latest.values = values;
}

/** The fields of its entry, and of the entries above it, below it, and beside it over a sum. */
function dependentOn(field: Field): Field[] {
  const { index, above, below } = entryOf(field);
  const entries = [index, ...(above ?? []), ...below.flatMap(({ entry, beside }) => [entry, beside])];
  return FIELDS.filter(({ entry }) => entries.includes(entry));
}
