import type { Chance, Outcome, Seat, Step } from '../kernel/ruleset.ts';
import { rollDie } from '../kernel/tabletop/dice.ts';
import { counted } from '../kernel/tabletop/phrases.ts';
import { stepOf, tableOf, tell } from '../kernel/tabletop/step.ts';
import type { Action, WriteAction } from './actions.ts';
import { type FieldId, fieldOf } from './board.ts';
import { castDice, NO_DICE } from './dice.ts';
import { type CancelReason, type Event, PLAYER, type Table } from './events.ts';
import { withFilled } from './fitting.ts';
import type { Options } from './options.ts';
import { scoreOf } from './scoring.ts';
import {
  copyOf,
  EMPTY_BOARD,
  emptyState,
  inkValues,
  isComplete,
  isLost,
  isOver,
  NOTHING_USED,
  pencilFields,
  type State,
} from './state.ts';

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
  if (!markDot(table)) return; // rule R14 of rules.md
  state.rerolls++;
  state.erases = 0; // rule R11 of rules.md
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

/** Ends the turn. Fields in pencil (filled in this turn) change to ink and can no longer be erased (rule R4). */
function endTurn(table: Table): void {
  const { state } = table;
  tell(table, 'turnEnded', PLAYER, { fields: pencilFields(state) });
  state.used = NOTHING_USED;
  if (!endIfComplete(table)) startTurn(table);
}

// Follows rule R11 of rules.md.
function erase(table: Table): void {
  const { state } = table;
  const fields = pencilFields(state);
  state.values = inkValues(state);
  state.used = NOTHING_USED;
  state.erases++;
  tell(table, 'pencilErased', PLAYER, { fields });
}

function discardRoll(table: Table): void {
  if (!markCross(table)) return; // rule R14 of rules.md
  tell(table, 'rollDiscarded', PLAYER, { crosses: table.state.crosses });
  startTurn(table);
}

/** Crosses out a field: it has the value 0 until the board ends. Other fields may be in pencil meanwhile (rule R13). */
function crossOut(table: Table, field: FieldId): void {
  const { state } = table;
  state.values = withFilled(state.values, fieldOf(field), 0);
  tell(table, 'fieldCrossedOut', PLAYER, { field });
  endIfComplete(table);
}

function startBoard(table: Table): void {
  const { state } = table;
  state.values = EMPTY_BOARD;
  state.dots = 0;
  state.crosses = 0;
  tell(table, 'boardStarted', null, { board: state.cancelledBoards + 1 });
  startTurn(table);
}

function startTurn(table: Table): void {
  clearRoll(table);
  table.state.dice = castDice(table.chance);
  tell(table, 'diceRolled', null, { dice: [...table.state.dice] });
}

function clearRoll({ state }: Table): void {
  state.dice = NO_DICE;
  state.used = NOTHING_USED;
  state.rerolls = 0;
  state.erases = 0;
}

/** Ends the game if the board is complete, even if dice are left. Returns whether the game ended (rules R8, R13). */
function endIfComplete(table: Table): boolean {
  if (!isComplete(table.state)) return false;
  clearRoll(table);
  tell(table, 'boardCompleted', null, { score: scoreOf(table.state) });
  return true;
}

/** Marks a dot, the cost of a reroll. If no space for dots is free, cancels the board and returns false (rule R5). */
function markDot(table: Table): boolean {
  const { state } = table;
  if (state.dots === state.options.dotSpaces) return cancelBoard(table, 'noDotSpace');
  state.dots++;
  state.totalDots++;
  return true;
}

/** Marks a cross for a discarded roll. If no space is free, cancels the board and returns false (rule R5). */
function markCross(table: Table): boolean {
  const { state } = table;
  if (state.crosses === state.options.crossSpaces) return cancelBoard(table, 'noCrossSpace');
  state.crosses++;
  state.totalCrosses++;
  return true;
}

/** Drops the board and the roll. The next board starts unless this was the last one allowed (rules R6, R8). */
function cancelBoard(table: Table, reason: CancelReason): false {
  const { state } = table;
  state.cancelledBoards++;
  tell(table, 'boardCancelled', reason === 'chosen' ? PLAYER : null, {
    reason,
    cancelledBoards: state.cancelledBoards,
  });
  if (isLost(state)) clearSheet(table);
  else startBoard(table);
  return false;
}

// Follows rule R17 of rules.md.
function clearSheet(table: Table): void {
  table.state.values = EMPTY_BOARD;
  table.state.dots = 0;
  table.state.crosses = 0;
  clearRoll(table);
}

export const ENDINGS = {
  boardComplete: 'the board is complete',
  boardsCancelled: 'the last board that the options allow was cancelled',
};

/** Returns the result; null: the game is not over (rule R8). */
export function outcomeOf(state: State): Outcome | null {
  if (!isOver(state)) return null;
  const { total } = scoreOf(state);
  const isWon = isComplete(state);
  const cancelled = counted(state.cancelledBoards, 'board was', 'boards were');
  const why = isWon ? 'The board is complete' : `No board was completed and ${cancelled} cancelled`;
  const text = `${why}, with a score of ${total}.`;
  return { winners: isWon ? [PLAYER] : [], scores: [total], reason: isWon ? 'boardComplete' : 'boardsCancelled', text };
}

/** Returns the score after a resignation: the present board counts as cancelled (rule R8). */
export function concededScores(state: State): number[] {
  const { totalDots, totalCrosses, cancelledBoards } = state;
  const marks = { totalDots, totalCrosses, cancelledBoards: cancelledBoards + 1 };
  return [scoreOf({ ...emptyState(state.options), ...marks }).total];
}
