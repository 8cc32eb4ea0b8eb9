import type { Chance } from '../../kernel/chance.ts';
import type { Seat } from '../../kernel/ruleset.ts';
import type { Event, EventData } from './events.ts';
import type { State } from './state.ts';

/** What the house does next without anybody's choice. */
export type HouseMove = 'startRound' | 'startTurn' | 'revealCard' | 'settleRolls' | 'endRound';

/**
 * The table during one step. `state` is a fresh copy whose fields are replaced as the step goes on; what
 * the fields hold is shared with the position before and never changed in place.
 */
export interface Table {
  state: State;
  events: Event[];
  chance: Chance;
  houseMove: HouseMove | null;
}

export function tableOf(state: State, chance: Chance): Table {
  return { state: { ...state }, events: [], chance, houseMove: null };
}

/** Tells what happened. */
export function tell<T extends Event['type']>(table: Table, type: T, seat: Seat | null, data: EventData<T>): void {
  table.events.push({ type, seat, data } as Event);
}

/** Has the active seat decide. */
export function askActive(table: Table, phase: 'roll' | 'decide'): void {
  table.state.phase = phase;
  table.state.pending = null;
}
