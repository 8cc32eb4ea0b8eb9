import type { Seat } from '../kernel/ruleset.ts';
import { clockwiseFrom } from '../kernel/tabletop/seats.ts';
import { pendingOf, seatCount } from './state.ts';
import type { Table } from './table.ts';

/** The secret choices of all who were asked, now shown. */
export interface Shown {
  yes: Seat[];
  no: Seat[];
}

/** Keeps a seat's secret choice. After the last one all are shown, clockwise from `first`; until then null. R22 */
export function choose(table: Table, seat: Seat, yes: boolean, first: Seat): Shown | null {
  const { state } = table;
  const pending = pendingOf(state);
  const waitingFor = pending.waitingFor.filter((other) => other !== seat);
  const choices = [...pending.choices, { seat, yes }];
  state.pending = { ...pending, waitingFor, choices };
  if (waitingFor.length > 0) return null;
  const chose = (wanted: boolean): Seat[] =>
    clockwiseFrom(first, seatCount(state)).filter((other) =>
      choices.some((choice) => choice.seat === other && choice.yes === wanted),
    );
  return { yes: chose(true), no: chose(false) };
}
