import type { Chance } from '../kernel/chance.ts';
import { type StepTable, tableOf } from '../kernel/tabletop/step.ts';
import type { Event } from './events.ts';
import { copyOf, type HouseMove, type State } from './state.ts';

/** The table during one step. */
export type Table = StepTable<State, Event, HouseMove>;

/** A table on which a step begins. */
export function tableAt(state: State, chance: Chance): Table {
  return tableOf(copyOf(state), chance);
}

/** The list without the item at one place. */
export function withoutPlace<T>(list: readonly T[], at: number): T[] {
  const copy = list.slice();
  copy.splice(at, 1);
  return copy;
}
