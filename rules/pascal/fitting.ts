import {
  ENTRIES,
  type Entry,
  entryOf,
  FIELDS,
  type Field,
  HIGHEST,
  sumAbove,
  type Totals,
  totalOf,
  totalsOf,
  type Values,
} from './board.ts';

/** The kinds of limits on the value of a field (rule R2). */
type LimitKind = 'sum' | 'sumBelow' | 'minimum' | 'partAbove' | 'partBelow' | 'splitTotal' | 'splitBelow';

type OnLimit = (least: number, most: number, kind: LimitKind, cause: Entry) => void;

const NO_LIMIT = 1_000;

/** Calls `onLimit` with every limit on the value of an empty field (rules R2, R9, R10). */
function eachLimit(values: Values, totals: Totals, field: Field, onLimit: OnLimit): void {
  const entry = entryOf(field);
  const rest = field.twin === null ? 0 : (values[field.twin] as number | null);
  const sum = sumAbove(totals, entry);
  if (rest === null) {
    if (sum !== null) onLimit(0, sum, 'splitTotal', entry);
    return;
  }
  if (sum !== null) onLimit(sum - rest, sum - rest, 'sum', entry);
  else if (entry.above !== null) limitsAbove(totals, entry, rest, onLimit);
  limitsBelow(values, totals, entry, rest, onLimit);
}

function limitsAbove(totals: Totals, entry: Entry, rest: number, onLimit: OnLimit): void {
  for (const above of entry.above ?? []) {
    const part = totals[above] as number | null;
    if (part !== null) onLimit(part + 1 - rest, NO_LIMIT, 'partAbove', ENTRIES[above] as Entry);
  }
  onLimit(entry.minimum - rest, NO_LIMIT, 'minimum', entry);
}

function limitsBelow(values: Values, totals: Totals, entry: Entry, rest: number, onLimit: OnLimit): void {
  for (const { entry: below, beside } of entry.below) {
    const child = ENTRIES[below] as Entry;
    const total = totals[below] as number | null;
    const other = totals[beside] as number | null;
    if (total === null) {
      if (other !== null && child.bonus !== null) limitOfSplit(values, child, other + rest, onLimit);
    } else if (other === null) {
      onLimit(0, total - 1 - rest, 'partBelow', child);
    } else {
      onLimit(total - other - rest, total - other - rest, 'sumBelow', child);
    }
  }
}

function limitOfSplit(values: Values, child: Entry, present: number, onLimit: OnLimit): void {
  const filled = (values[child.main] ?? values[child.bonus as number]) as number | null;
  if (filled !== null) onLimit(filled - present, NO_LIMIT, 'splitBelow', child);
}

/** The least and the most value of each field, by index in `FIELDS`. If `least` exceeds `most`, no value fits. */
interface Bounds {
  values: Values;
  totals: (number | null)[];
  least: number[];
  most: number[];
}

/** By field: the fields whose bounds depend on its value, including itself. */
const DEPENDENT: readonly (readonly Field[])[] = FIELDS.map(dependentOn);

// Caches the bounds of the last board, because several functions need them one after another. A `WeakMap` would keep
// the boards of thousands of random games until a full garbage collection.
const latest: Bounds = { values: [], totals: [], least: [], most: [] };

/** Returns the bounds of a board. They are valid until the next call with another board. */
export function boundsOf(values: Values): Readonly<Bounds> {
  if (latest.values === values) return latest;
  latest.totals = [...totalsOf(values)];
  bound(values, FIELDS);
  return latest;
}

/** Returns the board with a field filled. Recomputes only the bounds that depend on this field. */
export function withFilled(before: Values, field: Field, value: number): Values {
  const values = before.slice();
  values[field.index] = value;
  if (latest.values !== before) return values;
  latest.totals[field.entry] = totalOf(values, entryOf(field));
  bound(values, DEPENDENT[field.index] as readonly Field[]);
  return values;
}

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

function dependentOn(field: Field): Field[] {
  const { index, above, below } = entryOf(field);
  const entries = [index, ...(above ?? []), ...below.flatMap(({ entry, beside }) => [entry, beside])];
  return FIELDS.filter(({ entry }) => entries.includes(entry));
}

/** Returns why a value does not fit into an empty field; null: it fits. The value 0 crosses the field out (rule R2). */
export function misfit(values: Values, field: Field, value: number): string | null {
  const totals = totalsOf(values);
  const rest = field.twin === null ? 0 : (values[field.twin] as number | null);
  const filled = rest === null ? totals : totals.with(field.entry, value + rest);
  let reason: string | null = null;
  eachLimit(values, totals, field, (least, most, kind, cause) => {
    if (value < least || value > most) reason ??= reasonOf(kind, cause, filled, values);
  });
  return reason === null ? null : `${placed(values, field, value)} cannot stand: ${reason}.`;
}

function placed(values: Values, { id, twin }: Field, value: number): string {
  const what = value === 0 ? `${id} crossed out` : `${value} in ${id}`;
  const rest = twin === null ? null : (values[twin] as number | null);
  return rest === null || twin === null ? what : `${what} beside ${rest} in ${FIELDS[twin]?.id}`;
}

function reasonOf(kind: LimitKind, cause: Entry, filled: Totals, values: Values): string {
  const { id, index, minimum } = cause;
  switch (kind) {
    case 'sum':
    case 'splitTotal':
      return `${id} has to be ${sumInWords(cause, filled)}`;
    case 'sumBelow':
      return `${id} is ${filled[index]} and has to be ${sumInWords(cause, filled)}`;
    case 'splitBelow':
      return `${id} holds ${values[cause.main] ?? values[cause.bonus ?? 0]} already and has to be ${sumInWords(cause, filled)}`;
    case 'minimum':
      return `${id} is never less than ${minimum}`;
    case 'partAbove':
      return `${id} above it is ${filled[index]}, and a sum is more than each of its parts`;
    case 'partBelow':
      return `${id} below it is ${filled[index]}, and a sum is more than each of its parts`;
    default:
      return kind satisfies never;
  }
}

/** Writes a sum as "the sum of 1.0 and 1.1, 1 + 1 = 2". Both parts must be known. */
function sumInWords({ above }: Entry, totals: Totals): string {
  const [left, right] = (above ?? []).map((part) => ({ id: (ENTRIES[part] as Entry).id, value: totals[part] ?? 0 }));
  if (left === undefined || right === undefined) throw new Error('an entry on the edge is no sum');
  return `the sum of ${left.id} and ${right.id}, ${left.value} + ${right.value} = ${left.value + right.value}`;
}
