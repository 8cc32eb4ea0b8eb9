import type { Chance } from '../chance.ts';
import type { EventShape, Seat, Step } from '../ruleset.ts';

/**
 * The table during one step. `state` is a fresh copy whose fields are replaced as the step goes on; what the fields
 * hold is shared with the position before and never changed in place.
 */
export interface StepTable<State, Event extends EventShape, Move extends string = never> {
  state: State;
  events: Event[];
  chance: Chance;
  /** what the house does next without anybody's choice */
  houseMove: Move | null;
}

/** A table on which a step begins; `copy` is that step's own. */
export function tableOf<State, Event extends EventShape, Move extends string = never>(
  copy: State,
  chance: Chance,
): StepTable<State, Event, Move> {
  return { state: copy, events: [], chance, houseMove: null };
}

/** The details of an event of this type. */
export type EventData<Event extends EventShape, T extends Event['type']> = Extract<Event, { type: T }>['data'];

/** Tells what happened. */
export function tell<Event extends EventShape, T extends Event['type']>(
  table: { events: Event[] },
  type: T,
  seat: Seat | null,
  data: EventData<Event, T>,
): void {
  table.events.push({ type, seat, data } as unknown as Event);
}

/** The step as it stands on the table. */
export function stepOf<State, Event extends EventShape>(table: { state: State; events: Event[] }): Step<State, Event> {
  return { state: table.state, events: table.events };
}

/** The whole step from a position, which stays as it is: `play` replaces fields of a copy and tells what happens. */
export function stepFrom<State extends object, Event extends EventShape>(
  state: State,
  chance: Chance,
  play: (table: StepTable<State, Event>) => void,
): Step<State, Event> {
  const table = tableOf<State, Event>({ ...state }, chance);
  play(table);
  return stepOf(table);
}

/** Makes the moves of the house, one after another, until somebody is to decide or the game is over. */
export function played<State, Event extends EventShape, Move extends string>(
  table: StepTable<State, Event, Move>,
  moves: Record<Move, (table: StepTable<State, Event, Move>) => void>,
): Step<State, Event> {
  while (table.houseMove !== null) {
    const move = table.houseMove;
    table.houseMove = null;
    moves[move](table);
  }
  return stepOf(table);
}

/** The list with another item at one place. */
export function replaced<T>(list: readonly T[], at: number, item: T): T[] {
  const copy = list.slice();
  copy[at] = item;
  return copy;
}
