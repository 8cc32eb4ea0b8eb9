import type { Outcome, Scoring } from '../ruleset.ts';

/** What a game is worth to each seat, by seat: more is better. */
export type Worths = readonly number[];

/** Of an outcome: the share of the win, or in a solo game the score, turned round where the lowest is the best. */
export function worthsOf({ winners, scores }: Outcome, solo: boolean, scoring: Scoring): Worths {
  if (solo) return inOrder(scores, scoring);
  return scores.map((_, seat) => (winners.includes(seat) ? 1 / winners.length : 0));
}

/** Of what seats may expect of a game that is not over. */
export function worthsExpected(prospects: readonly number[], solo: boolean, scoring: Scoring): Worths {
  return solo ? inOrder(prospects, scoring) : prospects;
}

function inOrder(scores: readonly number[], scoring: Scoring): Worths {
  return scoring === 'lowest' ? scores.map((score) => -score) : scores;
}
