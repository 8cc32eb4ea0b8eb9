import { rounded } from './rounded.ts';

/** The rating of random play; where that took no part, of the mean of all. */
export const MIDDLE = 1500;
/** Rating points for each factor e in the odds: 400 for a factor 10, as Elo has it. */
const POINTS = 173.7;
/** With fewer boards a rating is provisional. */
export const ENOUGH_BOARDS = 10;

/** A difference of strengths, in points of rating. */
export function pointsOf(difference: number): number {
  return POINTS * difference;
}

/** `strength`: in natural logarithms of the odds. */
export function ratingOf(strength: number): number {
  return rounded(MIDDLE + pointsOf(strength), 0);
}
