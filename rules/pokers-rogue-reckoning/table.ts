import type { Chance, Seat } from '../kernel/ruleset.ts';
import { rollDie } from '../kernel/tabletop/dice.ts';
import { type StepTable, tableOf, tell } from '../kernel/tabletop/step.ts';
import type { Event } from './events.ts';
import { copyOf, type Ending, type State } from './state.ts';

/** The only seat of a solo game. */
export const PLAYER: Seat = 0;

/** What happens next without anybody's choice. */
export type HouseMove =
  | 'dealLevel'
  | 'lookAround'
  | 'leaveLevel'
  | 'letCardsAct'
  | 'castDice'
  | 'awaitReply'
  | 'settleRoll'
  | 'meetFate';

/** The table during one step. */
export type Table = StepTable<State, Event, HouseMove>;

/** A table on which a step begins. */
export function tableAt(state: State, chance: Chance): Table {
  return tableOf(copyOf(state), chance);
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
  tell(table, 'runEnded', PLAYER, { ending });
}
