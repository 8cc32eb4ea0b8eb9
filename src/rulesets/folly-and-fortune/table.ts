import type { Chance } from '../../kernel/chance.ts';
import type { Seat } from '../../kernel/ruleset.ts';
import type { Event, EventData } from './events.ts';
import type { HouseMove, State } from './state.ts';

/**
 * The table during one step. `state` and its `turn` are fresh copies whose fields are replaced as the step
 * goes on; what the fields hold is shared with the position before and never changed in place.
 */
export interface Table {
  state: State;
  events: Event[];
  chance: Chance;
  houseMove: HouseMove | null;
}

export function tableOf(state: State, chance: Chance): Table {
  return { state: { ...state, turn: { ...state.turn } }, events: [], chance, houseMove: null };
}

/** Tells what happened. */
export function tell<T extends Event['type']>(table: Table, type: T, seat: Seat | null, data: EventData<T>): void {
  table.events.push({ type, seat, data } as Event);
}

/** The list with another item at one place. */
export function replaced<T>(list: readonly T[], at: number, item: T): T[] {
  const copy = list.slice();
  copy[at] = item;
  return copy;
}

/** The list without the item at one place. */
export function withoutPlace<T>(list: readonly T[], at: number): T[] {
  const copy = list.slice();
  copy.splice(at, 1);
  return copy;
}
