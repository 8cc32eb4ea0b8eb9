import type { Outcome } from '../kernel/ruleset.ts';
import { counted } from '../kernel/tabletop/phrases.ts';
import { scoreOf } from './scoring.ts';
import { emptyState, isComplete, isOver, type State } from './state.ts';
import { PLAYER } from './table.ts';

export const ENDINGS = {
  boardComplete: 'the board is complete',
  boardsCancelled: 'the last board that the options allow was cancelled',
};

/** How a game that is over ended; null before. R8 */
export function outcomeOf(state: State): Outcome | null {
  if (!isOver(state)) return null;
  const { total } = scoreOf(state);
  if (isComplete(state)) {
    const text = `The board is complete, with a score of ${total}.`;
    return { winners: [PLAYER], scores: [total], reason: 'boardComplete', text };
  }
  const cancelled = counted(state.cancelledBoards, 'board');
  const text = `No board was completed, and ${cancelled} cancelled: ${total}.`;
  return { winners: [], scores: [total], reason: 'boardsCancelled', text };
}

/** The score when the player resigns in this position: the board counts as cancelled. R8 */
export function concededScores(state: State): number[] {
  const { totalDots, totalCrosses, cancelledBoards } = state;
  const marks = { totalDots, totalCrosses, cancelledBoards: cancelledBoards + 1 };
  return [scoreOf({ ...emptyState(state.options), ...marks }).total];
}
