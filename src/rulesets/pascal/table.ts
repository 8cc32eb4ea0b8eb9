import type { Chance } from '../../kernel/chance.ts';
import type { Seat, Step } from '../../kernel/ruleset.ts';
import type { Event, EventData } from './events.ts';
import type { State } from './state.ts';

/** The only seat of a solo game. */
export const PLAYER: Seat = 0;

/**
 * The table during one step. `state` is a fresh copy whose fields are replaced as the step goes on; what
 * the fields hold is shared with the position before and never changed in place.
 */
export interface Table {
  state: State;
  events: Event[];
  chance: Chance;
}

export function tableOf(state: State, chance: Chance): Table {
  return { state: { ...state }, events: [], chance };
}

/** Tells what happened. */
export function tell<T extends Event['type']>(table: Table, type: T, seat: Seat | null, data: EventData<T>): void {
  table.events.push({ type, seat, data } as Event);
}

export function stepOf({ state, events }: Table): Step<State, Event> {
  return { state, events };
}
