import { BoardSlopes } from './board-slopes.ts';
import { type Beside, type Variance, VariancesOfAll, VariancesOfFew } from './covariance.ts';
import { student95 } from './numbers.ts';
import type { Interval } from './results.ts';
import { ANCHOR, fitted, type StrengthModel } from './strength-model.ts';

/** With its 95 % interval, in natural logarithms of the odds. */
export interface Estimate extends Interval {
  value: number;
}

/** With its standard error, and the boards that stand behind it. */
export interface Evidence {
  value: number;
  error: number;
  boards: number;
}

/** How strong each parameter is in a fit of a model: in natural logarithms of the odds, with random play at 0. */
export class FittedStrengths {
  /** of all parameters */
  readonly values: Float64Array;
  /** of each strength: on so many boards it played */
  readonly boards: Int32Array;
  /** whether random play took part */
  readonly anchored: boolean;
  readonly #mean: number;
  readonly #variances: VariancesOfAll | VariancesOfFew;
  /** by boards: how many standard errors an interval reaches; the pairs of a field ask for the same ones again and again */
  readonly #reaches: number[] = [];

  /** The fit begins at `start`. Intervals of `few` parameters are worked out one by one; those of `all` take a matrix as a whole. */
  constructor(model: StrengthModel, intervals: 'all' | 'few', start?: Float64Array) {
    const { values, curvature } = fitted(model, start);
    const slopes = new BoardSlopes(model, values);
    this.values = values;
    this.boards = slopes.boardsOf(model.strengths);
    this.anchored = model.players.includes(ANCHOR);
    const strengths = values.subarray(0, model.strengths);
    this.#mean = strengths.reduce((sum, value) => sum + value, 0) / Math.max(1, strengths.length);
    const Variances = intervals === 'all' ? VariancesOfAll : VariancesOfFew;
    this.#variances = new Variances(curvature, slopes, values.length, model.strengths);
  }

  /** How strong one is, without its interval. */
  value(one: number): number {
    return (this.values[one] as number) - (this.anchored ? 0 : this.#mean);
  }

  /** How strong one is: beside random play, or beside the mean of all where that took no part. */
  strength(one: number): Estimate {
    return this.#estimate(this.#strength(one));
  }

  /** What one is stronger than another; `null` is random play. */
  difference(one: number | null, other: number | null): Estimate {
    return this.#estimate(this.evidence(one, other));
  }

  /** What is known of a difference; `null` is random play. */
  evidence(one: number | null, other: number | null): Evidence {
    if (one === null && other === null) return { value: 0, error: 0, boards: 0 };
    if (other === null) return this.#strength(one as number);
    if (one === null) {
      const { value, error, boards } = this.#strength(other);
      return { value: -value, error, boards };
    }
    const boards = Math.min(this.boards[one] as number, this.boards[other] as number);
    const value = (this.values[one] as number) - (this.values[other] as number);
    return { value, error: this.#errorOf(one, other, boards), boards };
  }

  /** By Student's t, since the error too was estimated from so many boards. */
  #estimate({ value, error, boards }: Evidence): Estimate {
    if (error === 0) return { value, low: value, high: value };
    this.#reaches[boards] ??= student95(boards - 1);
    const reach = (this.#reaches[boards] as number) * error;
    return { value, low: value - reach, high: value + reach };
  }

  #strength(one: number): Evidence {
    const boards = this.boards[one] as number;
    return { value: this.value(one), error: this.#errorOf(one, this.anchored ? 'zero' : 'mean', boards), boards };
  }

  #errorOf(one: number, beside: Beside, boards: number): number {
    return errorOf(this.#variances.between(one, beside), boards);
  }
}

/**
 * The variance of a difference has two parts. What the results leave open is taken by boards and not by games (the sandwich formula),
 * since games of one board share its luck; estimated from few boards it is too small, hence the factor n / (n − 1), n being the boards
 * of the one who played fewer. What the prior pulls towards 0 is uncertain by as much as the prior itself is: this is what is left to
 * those who won or lost everything, and to groups that never met.
 */
function errorOf({ ofResults, ofPrior }: Variance, boards: number): number {
  const few = boards > 1 ? boards / (boards - 1) : 2;
  return Math.sqrt(few * ofResults + ofPrior);
}
