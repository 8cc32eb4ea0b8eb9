import { ENTRIES, type Entry, FIELDS, type Field } from './board.ts';
import { eachLimit, type LimitKind } from './fitting.ts';
import { type Totals, totalsOf, type Values } from './values.ts';

/** Why a value, or the 0 of crossing out, cannot be filled into an empty field; null when it can. R2 */
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

/** What the cause of a limit asks for, in a position in which the value has been filled in. */
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

/** "the sum of 1.0 and 1.1, 1 + 1 = 2", of an entry whose parts are known. */
function sumInWords({ above }: Entry, totals: Totals): string {
  const [left, right] = (above ?? []).map((part) => ({ id: (ENTRIES[part] as Entry).id, value: totals[part] ?? 0 }));
  if (left === undefined || right === undefined) throw new Error('an entry on the edge is no sum');
  return `the sum of ${left.id} and ${right.id}, ${left.value} + ${right.value} = ${left.value + right.value}`;
}
