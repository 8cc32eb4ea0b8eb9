import type { Chance } from '../chance.ts';
import type { EventShape, Seat, Step } from '../ruleset.ts';

/** The working copy of a position during one step. Functions replace the fields of `state`, never their content. */
export interface StepTable<State, Event extends EventShape, Move extends string = never> {
  state: State;
  events: Event[];
  chance: Chance;
  /** the next move that the game makes without a choice of a player; null: none */
  automaticMove: Move | null;
}

export function tableOf<State, Event extends EventShape, Move extends string = never>(
  copy: State,
  chance: Chance,
): StepTable<State, Event, Move> {
  return { state: copy, events: [], chance, automaticMove: null };
}

export type EventData<Event extends EventShape, T extends Event['type']> = Extract<Event, { type: T }>['data'];

export function tell<Event extends EventShape, T extends Event['type']>(
  table: { events: Event[] },
  type: T,
  seat: Seat | null,
  data: EventData<Event, T>,
): void {
  table.events.push({ type, seat, data } as unknown as Event);
}

export function stepOf<State, Event extends EventShape>(table: { state: State; events: Event[] }): Step<State, Event> {
  return { state: table.state, events: table.events };
}

/** Makes a whole step. The given position stays unchanged, because `play` works on a copy. */
export function stepFrom<State extends object, Event extends EventShape>(
  state: State,
  chance: Chance,
  play: (table: StepTable<State, Event>) => void,
): Step<State, Event> {
  const table = tableOf<State, Event>({ ...state }, chance);
  play(table);
  return stepOf(table);
}

export function played<State, Event extends EventShape, Move extends string>(
  table: StepTable<State, Event, Move>,
  moves: Record<Move, (table: StepTable<State, Event, Move>) => void>,
): Step<State, Event> {
  while (table.automaticMove !== null) {
    const move = table.automaticMove;
    table.automaticMove = null;
    moves[move](table);
  }
  return stepOf(table);
}

export function replaced<T>(list: readonly T[], at: number, item: T): T[] {
  const copy = list.slice();
  copy[at] = item;
  return copy;
}
