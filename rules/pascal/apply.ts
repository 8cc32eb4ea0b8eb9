import type { Chance, Seat, Step } from '../kernel/ruleset.ts';
import { rollDie } from '../kernel/tabletop/dice.ts';
import { stepOf, tableOf, tell } from '../kernel/tabletop/step.ts';
import type { Action, WriteAction } from './actions.ts';
import { type FieldId, fieldOf } from './board.ts';
import { withFilled } from './bounds.ts';
import type { Event } from './events.ts';
import type { Options } from './options.ts';
import { cancelBoard, endIfComplete, markCross, markDot, startBoard, startTurn } from './sheet.ts';
import { copyOf, emptyState, inkValues, NOTHING_USED, pencilFields, type State } from './state.ts';
import { PLAYER, type Table } from './table.ts';

export function setup(options: Options, _seats: number, chance: Chance): Step<State, Event> {
  const table: Table = tableOf(emptyState(options), chance);
  startBoard(table);
  return stepOf(table);
}

export function apply(state: State, _seat: Seat, action: Action, chance: Chance): Step<State, Event> {
  const table: Table = tableOf(copyOf(state), chance);
  carryOut(table, action);
  return stepOf(table);
}

function carryOut(table: Table, action: Action): void {
  switch (action.type) {
    case 'reroll':
      reroll(table, action.dice);
      break;
    case 'write':
      write(table, action);
      break;
    case 'erase':
      erase(table);
      break;
    case 'discardRoll':
      discardRoll(table);
      break;
    case 'crossOut':
      crossOut(table, action.field);
      break;
    case 'cancelBoard':
      cancelBoard(table, 'chosen');
      break;
    default:
      action satisfies never;
  }
}

function reroll(table: Table, rerolled: number[]): void {
  const { state, chance } = table;
  if (!markDot(table)) return; // R14
  state.rerolls++;
  state.erases = 0; // R11
  state.dice = state.dice.map((face, position) => (rerolled.includes(position) ? rollDie(chance, 6) : face));
  tell(table, 'diceRerolled', PLAYER, { rerolled, dice: [...state.dice], dots: state.dots });
}

function write(table: Table, { dice, field }: WriteAction): void {
  const { state } = table;
  let value = 0;
  const used = [...state.used];
  for (const position of dice) {
    value += state.dice[position] as number;
    used[position] = field;
  }
  state.used = used;
  state.values = withFilled(state.values, fieldOf(field), value);
  tell(table, 'sumWritten', PLAYER, { field, value, dice });
  if (!used.includes(null)) endTurn(table);
}

/** The roll is used up: pencil becomes ink. R4 */
function endTurn(table: Table): void {
  const { state } = table;
  tell(table, 'turnEnded', PLAYER, { fields: pencilFields(state) });
  state.used = NOTHING_USED;
  if (!endIfComplete(table)) startTurn(table);
}

/** R11 */
function erase(table: Table): void {
  const { state } = table;
  const fields = pencilFields(state);
  state.values = inkValues(state);
  state.used = NOTHING_USED;
  state.erases++;
  tell(table, 'pencilErased', PLAYER, { fields });
}

function discardRoll(table: Table): void {
  if (!markCross(table)) return; // R14
  tell(table, 'rollDiscarded', PLAYER, { crosses: table.state.crosses });
  startTurn(table);
}

/** Fills a field with 0 for good, also while others are in pencil. R13 */
function crossOut(table: Table, field: FieldId): void {
  const { state } = table;
  state.values = withFilled(state.values, fieldOf(field), 0);
  tell(table, 'fieldCrossedOut', PLAYER, { field });
  endIfComplete(table);
}
