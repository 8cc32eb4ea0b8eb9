import type { Chance } from '../../kernel/chance.ts';
import { rollDie } from '../../kernel/tabletop/dice.ts';
import type { Event, EventData } from './events.ts';
import type { Ending, State } from './state.ts';

/** What happens next without anybody's choice. */
export type HouseMove =
  | 'dealLevel'
  | 'lookAround'
  | 'leaveLevel'
  | 'openRoll'
  | 'castDice'
  | 'awaitReply'
  | 'settleRoll'
  | 'meetFate';

/**
 * The table during one step. `state` and its `combat` are fresh copies whose fields are replaced as the step
 * goes on; what the fields hold is shared with the position before and never changed in place.
 */
export interface Table {
  state: State;
  events: Event[];
  chance: Chance;
  houseMove: HouseMove | null;
}

export function tableOf(state: State, chance: Chance): Table {
  const combat = state.combat === null ? null : { ...state.combat };
  return { state: { ...state, combat }, events: [], chance, houseMove: null };
}

/** Tells what happened. All of it is the deed of the only seat. */
export function tell<T extends Event['type']>(table: Table, type: T, data: EventData<T>): void {
  table.events.push({ type, seat: 0, data } as Event);
}

export function castDice(table: Table, count: number): number[] {
  const dice: number[] = [];
  for (let i = 0; i < count; i++) dice.push(rollDie(table.chance, 6));
  return dice;
}

export function endRun(table: Table, ending: Ending): void {
  const { state } = table;
  state.phase = 'over';
  state.ending = ending;
  table.houseMove = null;
  tell(table, 'runEnded', { ending });
}
