import { handCounts, type State } from './state.ts';

/** A seat's share of the win falls with this power of the cards it still holds. Found by playing. */
const STEEPNESS = 1.8;

/** Who may expect to be rid of its cards first, before a battle: whoever holds fewer. Null in battle, and with Victory Dice. */
export function prospectsOf(state: State): number[] | null {
  if (state.phase !== 'opponent' || state.options.victoryDice) return null;
  const weights = handCounts(state).map((count) => count ** -STEEPNESS);
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => weight / sum);
}
