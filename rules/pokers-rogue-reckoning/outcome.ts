import type { Outcome } from '../kernel/ruleset.ts';
import { counted, sentence } from '../kernel/tabletop/phrases.ts';
import { ENDINGS, type State } from './state.ts';

/** How a run that is over ended: the score is the number of defeated enemies. R19, R36 */
export function outcomeOf({ ending, defeated }: State): Outcome | null {
  if (ending === null) return null;
  const isWon = ending === 'victory';
  const beaten = isWon ? '' : `, with ${counted(defeated, 'enemy', 'enemies')} defeated`;
  const text = sentence(`${ENDINGS[ending]}${beaten}.`);
  return { winners: isWon ? [0] : [], scores: [defeated], reason: ending, text };
}

/** The score when the player resigns: what the run has reached. R36 */
export const concededScores = ({ defeated }: State): number[] => [defeated];
