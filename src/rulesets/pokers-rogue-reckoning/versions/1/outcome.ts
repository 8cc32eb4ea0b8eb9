import type { Outcome } from '../../../../kernel/ruleset.ts';
import type { State } from './state.ts';

/** How a run that is over ended: the score is the number of defeated enemies. R19, R36 */
export function outcomeOf({ ending, defeated }: State): Outcome | null {
  if (ending === null) return null;
  return { winners: ending === 'victory' ? [0] : [], scores: [defeated], reason: ending };
}

/** How a run ends when the player resigns: lost, with the score it has reached. R36 */
export function concededOutcome({ defeated }: State): Outcome {
  return { winners: [], scores: [defeated], reason: 'resigned' };
}
