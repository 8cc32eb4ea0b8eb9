import { ENTRIES, type Entry, entryOf, type Field } from './board.ts';
import { sumAbove, type Totals, type Values } from './values.ts';

/** What keeps a value out of a field. R2 */
export type LimitKind = 'sum' | 'sumBelow' | 'minimum' | 'partAbove' | 'partBelow' | 'splitTotal' | 'splitBelow';

/** Hears of a limit to the value of a field, and of the entry that sets it. */
export type OnLimit = (least: number, most: number, kind: LimitKind, cause: Entry) => void;

const NO_LIMIT = 1_000;

/** Tells every limit to what may be filled into an empty field. There are no others. R2, R9, R10 */
export function eachLimit(values: Values, totals: Totals, field: Field, onLimit: OnLimit): void {
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

/** An inner entry has its minimum, and is more than the one part of it that is known. */
function limitsAbove(totals: Totals, entry: Entry, rest: number, onLimit: OnLimit): void {
  for (const above of entry.above ?? []) {
    const part = totals[above] as number | null;
    if (part !== null) onLimit(part + 1 - rest, NO_LIMIT, 'partAbove', ENTRIES[above] as Entry);
  }
  onLimit(entry.minimum - rest, NO_LIMIT, 'minimum', entry);
}

/** An entry makes up the sums below it together with the entries beside it. */
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

/** The total of a split entry must not fall short of the one field that is filled already. */
function limitOfSplit(values: Values, child: Entry, present: number, onLimit: OnLimit): void {
  const filled = (values[child.main] ?? values[child.bonus as number]) as number | null;
  if (filled !== null) onLimit(filled - present, NO_LIMIT, 'splitBelow', child);
}
