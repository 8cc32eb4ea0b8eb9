import type { Interval } from './results.ts';
import { rounded } from './rounded.ts';
import { Bet } from './sequential-bet.ts';
import type { SequentialStop } from './sequential-test.ts';

/** Ends of an interval are multiples of one part of so many. */
const STEPS = 500;

/**
 * The mean differences that are left after these boards: each against which the bets of the sequential test do not reach 2/alpha, on
 * neither side. The true one is among them but for a part of alpha, however often one looks; 0 is not where one is shown to be better.
 */
export function differenceInterval(differences: readonly number[], { alpha, margin }: SequentialStop): Interval {
  const left = (step: number) => !isExcluded(step / STEPS, differences, alpha, margin);
  let [low, high] = [-STEPS, STEPS];
  while (low < STEPS && !left(low)) low++;
  while (high > low && !left(high)) high--;
  return { low: rounded(low / STEPS, 3), high: rounded(high / STEPS, 3) };
}

function isExcluded(mean: number, differences: readonly number[], alpha: number, margin: number): boolean {
  const [above, below] = [new Bet(mean, margin), new Bet(-mean, margin)];
  for (const difference of differences) {
    above.settle(difference);
    below.settle(-difference);
    if (above.reached(2 / alpha) || below.reached(2 / alpha)) return true;
  }
  return false;
}
