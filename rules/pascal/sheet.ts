import { tell } from '../kernel/tabletop/step.ts';
import { castDice, NO_DICE } from './dice.ts';
import type { CancelReason } from './events.ts';
import { scoreOf } from './scoring.ts';
import { EMPTY_BOARD, isComplete, isLost, NOTHING_USED } from './state.ts';
import { PLAYER, type Table } from './table.ts';

/** Takes a new board and rolls for its first turn. */
export function startBoard(table: Table): void {
  const { state } = table;
  state.values = EMPTY_BOARD;
  state.dots = 0;
  state.crosses = 0;
  tell(table, 'boardStarted', null, { board: state.cancelledBoards + 1 });
  startTurn(table);
}

export function startTurn(table: Table): void {
  clearRoll(table);
  table.state.dice = castDice(table.chance);
  tell(table, 'diceRolled', null, { dice: [...table.state.dice] });
}

/** Takes the roll from the table. */
function clearRoll({ state }: Table): void {
  state.dice = NO_DICE;
  state.used = NOTHING_USED;
  state.rerolls = 0;
  state.erases = 0;
}

/** Ends the game if the board is complete, whatever is left of the roll; whether it did. R8, R13 */
export function endIfComplete(table: Table): boolean {
  if (!isComplete(table.state)) return false;
  clearRoll(table);
  tell(table, 'boardCompleted', null, { score: scoreOf(table.state) });
  return true;
}

/** Marks a dot for a re-roll. Without space for it the board is cancelled instead; whether there was space. R5 */
export function markDot(table: Table): boolean {
  const { state } = table;
  if (state.dots === state.options.dotSpaces) return cancelBoard(table, 'noDotSpace');
  state.dots++;
  state.totalDots++;
  return true;
}

/** Marks a cross for a discarded roll, as with dots. R5 */
export function markCross(table: Table): boolean {
  const { state } = table;
  if (state.crosses === state.options.crossSpaces) return cancelBoard(table, 'noCrossSpace');
  state.crosses++;
  state.totalCrosses++;
  return true;
}

/** Puts the board away, and the roll with it; the next board begins unless it was the last. R6, R8 */
export function cancelBoard(table: Table, reason: CancelReason): false {
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

/** No board is in play any more. R17 */
function clearSheet(table: Table): void {
  table.state.values = EMPTY_BOARD;
  table.state.dots = 0;
  table.state.crosses = 0;
  clearRoll(table);
}
