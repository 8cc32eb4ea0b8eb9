import { rounded, shareOf, student95 } from '../../statistics/numbers.ts';

/** What is estimated: the chance of winning, as a share of the win, or the score of a solo game. */
export type Measure = 'chance' | 'score';

/** A value, and the interval that holds the true one 95 times in 100. */
export interface Estimate {
  value: number;
  low: number;
  high: number;
}

const DIGITS = { chance: 4, score: 2 };

/** What an option is worth, from what it was worth in some deals, at least one. */
export function estimateOf(worths: readonly number[], measure: Measure, unit: number): Estimate {
  if (measure === 'score') return inDigits(meanOf(worths, unit / 2), measure);
  const { share, interval } = shareOf(sumOf(worths), worths.length);
  return inDigits({ value: share, low: interval[0], high: interval[1] }, measure);
}

/** By how much one option is worth more than another, deal by deal the same. */
export function differenceOf(
  one: readonly number[],
  other: readonly number[],
  measure: Measure,
  unit: number,
): Estimate {
  const differences = one.map((worth, deal) => worth - (other[deal] as number));
  return inDigits(meanOf(differences, unit), measure);
}

/** How far apart worths can be, from those that were seen: where all were alike that tells nothing of chances. */
export function unitOf(worths: readonly (readonly number[])[], measure: Measure): number {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const deal of worths) {
    for (const worth of deal) [low, high] = [Math.min(low, worth), Math.max(high, worth)];
  }
  return high > low || measure === 'score' ? high - low : 1;
}

/**
 * The mean, and Student's interval as if two more deals had been one unit off to either side: without these, deals in which nothing
 * differed would seem to prove that nothing ever does.
 */
function meanOf(values: readonly number[], unit: number): Estimate {
  const value = sumOf(values) / values.length;
  const squares = values.reduce((sum, each) => sum + (each - value) ** 2, 2 * unit * unit);
  const counted = values.length + 2;
  const half = student95(counted - 1) * Math.sqrt(squares / (counted - 1) / counted);
  return { value, low: value - half, high: value + half };
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, each) => sum + each, 0);
}

function inDigits({ value, low, high }: Estimate, measure: Measure): Estimate {
  const digits = DIGITS[measure];
  return { value: rounded(value, digits), low: rounded(low, digits), high: rounded(high, digits) };
}
