import { isKing } from './cards.ts';
import { FULL_CHAIN, sumOfCards, sumOfDice, topOf } from './chain.ts';
import { isNatural20 } from './dice.ts';
import { deckCount, type State } from './state.ts';

/** What the points of a turn were counted from. */
export const SCORED_THINGS = ['cards', 'dice', 'natural20'] as const;
/** What made a turn end with points. */
export const SCORE_REASONS = ['taken', 'tie', 'failedChallenge', 'fullChain', 'king', 'lastCard'] as const;

export interface Score {
  points: number;
  counted: (typeof SCORED_THINGS)[number];
}
export type ScoreReason = (typeof SCORE_REASONS)[number];

// R14
const NATURAL_20_POINTS = 100;

/** The sum of the cards up to the level being decided. R12 */
export function cardScore(state: State): Score {
  return { points: sumOfCards(state.chain), counted: 'cards' };
}

/** Whether the card being decided is the fifth of the chain or the last of the deck, so that winning it ends the chain. */
export function isFinalCard(state: State): boolean {
  return state.chain.length === FULL_CHAIN || deckCount(state) === 0;
}

/** The score of a chain whose top card ends it and is won: by a die, an Ace or a King. R4, R5, R13, R14 */
export function finalScore(state: State): Score {
  const { chain, options } = state;
  const { card, roll } = topOf(chain);
  const spicyRoll = options.spicy && roll !== undefined && isFinalCard(state); // R21
  if (spicyRoll && isNatural20(roll)) return { points: NATURAL_20_POINTS, counted: 'natural20' };
  if (spicyRoll || chain.length === FULL_CHAIN || isKing(card)) {
    return { points: sumOfDice(chain), counted: 'dice' };
  }
  return cardScore(state);
}
