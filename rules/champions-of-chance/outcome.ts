import type { Outcome, Seat } from '../kernel/ruleset.ts';
import { counted, seatNames, sentence } from '../kernel/tabletop/phrases.ts';
import { bestSeats } from '../kernel/tabletop/seats.ts';
import { cardOf } from './cards.ts';
import { scoringOf } from './options.ts';
import { handCounts, handOf, type State } from './state.ts';

// Follows rule R11 of rules.md.
export const MOST_BATTLES = 1000;

export const ENDINGS = {
  emptyHand: 'a hand was empty',
  lastHand: 'at most one seat had cards left',
  lastBattle: `battle ${MOST_BATTLES} was fought`,
};

/** True if no battle follows the one just resolved (rules R7, R8, R11). */
export function isOver(state: State): boolean {
  return state.battle === MOST_BATTLES || hasFinished(state);
}

/** True if the cards left in the hands end the game (rules R7, R8). */
function hasFinished({ options, hands }: State): boolean {
  if (!options.victoryDice) return hands.some((hand) => hand.length === 0);
  return hands.filter((hand) => hand.length > 0).length <= 1;
}

// Follows rule R11 of rules.md.
export function outcomeOf(state: State): Outcome {
  const scores = scoresOf(state);
  const best = state.options.victoryDice ? Math.max(...scores) : Math.min(...scores);
  const winners = bestSeats(scores, scoringOf(state.options));
  return { winners, scores, reason: endingOf(state), text: textOf(state, winners, best) };
}

function scoresOf({ options, hands, piles }: State): number[] {
  if (!options.victoryDice) return hands.map((hand) => hand.length);
  return piles.map(iconsOf);
}

// Follows rule R8 of rules.md.
export function iconsOf(pile: readonly string[]): number {
  return pile.reduce((sum, card) => sum + cardOf(card).icons, 0);
}

function endingOf(state: State): keyof typeof ENDINGS {
  if (!hasFinished(state)) return 'lastBattle';
  return state.options.victoryDice ? 'lastHand' : 'emptyHand';
}

function textOf(state: State, winners: readonly Seat[], best: number): string {
  const names = seatNames(winners);
  const isShared = winners.length > 1;
  if (state.options.victoryDice) {
    return `${endOfVictoryDice(state)}; ${names} ${isShared ? 'share' : 'has'} the most icons, ${best}.`;
  }
  if (best === 0) return `${sentence(names)} ${isShared ? 'have' : 'has'} no cards left.`;
  return `${counted(state.battle, 'battle')} were fought; ${names} ${isShared ? 'hold' : 'holds'} the fewest cards, ${best}.`;
}

function endOfVictoryDice(state: State): string {
  if (!hasFinished(state)) return `${counted(state.battle, 'battle')} were fought`;
  const last = [...state.hands.keys()].filter((seat) => handOf(state, seat).length > 0);
  return last.length === 0 ? 'Nobody has cards left' : `Only ${seatNames(last)} has cards left`;
}

/** A seat's estimated share of the win is proportional to (its number of cards)^−STEEPNESS. Found by trial games. */
const STEEPNESS = 1.8;

/** Estimates each seat's share of the win by its number of cards. Null during a battle, and with Victory Dice. */
export function prospectsOf(state: State): number[] | null {
  if (state.phase !== 'opponent' || state.options.victoryDice) return null;
  const weights = handCounts(state).map((count) => count ** -STEEPNESS);
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => weight / sum);
}
