import type { Outcome } from '../../../../kernel/ruleset.ts';
import { counted } from '../../../../kernel/tabletop/phrases.ts';
import { scoreOf } from './scoring.ts';
import { emptyState, isComplete, isOver, type State } from './state.ts';
import { PLAYER } from './table.ts';

/** How a game that is over ended; null before. R8 */
export function outcomeOf(state: State): Outcome | null {
  if (!isOver(state)) return null;
  const { total } = scoreOf(state);
  if (isComplete(state)) {
    return { winners: [PLAYER], scores: [total], reason: `The board is complete, with a score of ${total}.` };
  }
  const cancelled = counted(state.cancelledBoards, 'board');
  return { winners: [], scores: [total], reason: `No board was completed, and ${cancelled} cancelled: ${total}.` };
}

/** How a game ends when the player resigns in this position: the board counts as cancelled. R8 */
export function concededOutcome(state: State): Outcome {
  const { totalDots, totalCrosses, cancelledBoards } = state;
  const marks = { totalDots, totalCrosses, cancelledBoards: cancelledBoards + 1 };
  const { total } = scoreOf({ ...emptyState(state.options), ...marks });
  return { winners: [], scores: [total], reason: `The player resigned, with a score of ${total}.` };
}
