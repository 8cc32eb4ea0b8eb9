import type { Challenge } from './actions.ts';
import type { Card } from './cards.ts';

/** One of two revealed cards: 0 is the active player's, 1 the opponent's. */
export type Side = 0 | 1;
export const SIDES: readonly Side[] = [0, 1];

/** What comes of two revealed cards under a challenge. */
export interface Verdict {
  /** cancelled: no winner, no loser and no tie */
  result: 'won' | 'tied' | 'cancelled';
  /** who won, if somebody did */
  winner: Side | null;
  /** what decided it */
  by: 'number' | 'beggar' | 'tiebreak' | 'numberless';
  /** whose cards flipped the challenge, one after another */
  inverters: Side[];
}

/** Judges two revealed cards. R5, R6, R9 */
export function judge(cards: readonly [Card, Card], challenge: Challenge): Verdict {
  if (cards.some((card) => card.power === 'numberless')) {
    return { result: 'cancelled', winner: null, by: 'numberless', inverters: [] };
  }
  const inverters = SIDES.filter((side) => cards[side].power === 'invert');
  const beggars = SIDES.filter((side) => cards[side].power === 'beggar' && isPrey(cards[other(side)]));
  if (beggars.length > 0) return { ...decided(beggars), by: 'beggar', inverters };
  const [first, second] = cards;
  if (first.number === second.number) {
    const breakers = SIDES.filter((side) => cards[side].power === 'tiebreak');
    return { ...decided(breakers), by: breakers.length === 1 ? 'tiebreak' : 'number', inverters };
  }
  const wanted = inverters.length === 1 ? opposite(challenge) : challenge;
  const winner = first.number > second.number === (wanted === 'highest') ? 0 : 1;
  return { result: 'won', winner, by: 'number', inverters };
}

/** One winner has won; none or two make a tie. */
function decided(winners: readonly Side[]): Pick<Verdict, 'result' | 'winner'> {
  const [winner] = winners;
  if (winner === undefined || winners.length > 1) return { result: 'tied', winner: null };
  return { result: 'won', winner };
}

/** What a beggar wins against. */
function isPrey(card: Card): boolean {
  return card.number === 1 || card.number === 6;
}

export function other(side: Side): Side {
  return side === 0 ? 1 : 0;
}

export function opposite(challenge: Challenge): Challenge {
  return challenge === 'highest' ? 'lowest' : 'highest';
}
