import { BoardSlopes } from './board-slopes.ts';
import { type Beside, type Variances, variancesOfAll, variancesOfFew } from './covariance.ts';
import { student95 } from './numbers.ts';
import type { Interval } from './results.ts';
import { ANCHOR, fitted, type StrengthModel } from './strength-model.ts';

/** With its 95 % interval; of strengths in natural logarithms of the odds. */
export interface Estimate extends Interval {
  value: number;
}

export interface Evidence {
  value: number;
  error: number;
  boards: number;
}

/** The strengths of a fit in natural logarithms of the odds; random play is 0. */
export class FittedStrengths {
  readonly values: Float64Array;
  /** per strength: the number of boards played */
  readonly boards: Int32Array;
  readonly anchored: boolean;
  readonly #mean: number;
  readonly #variances: Variances;
  /** cache by number of boards */
  readonly #reaches: number[] = [];

  /** The fit begins at `start`. `few` computes intervals one by one; `all` computes a matrix for all of them. */
  constructor(model: StrengthModel, intervals: 'all' | 'few', start?: Float64Array) {
    const { values, curvature } = fitted(model, start);
    const slopes = new BoardSlopes(model, values);
    this.values = values;
    this.boards = slopes.boardsOf(model.strengths);
    this.anchored = model.players.includes(ANCHOR);
    const strengths = values.subarray(0, model.strengths);
    this.#mean = strengths.reduce((sum, value) => sum + value, 0) / Math.max(1, strengths.length);
    const variances = intervals === 'all' ? variancesOfAll : variancesOfFew;
    this.#variances = variances(curvature, slopes, values.length, model.strengths);
  }

  value(one: number): number {
    return (this.values[one] as number) - (this.anchored ? 0 : this.#mean);
  }

  /** `ANCHOR` is random play; if that took no part, the mean of all. */
  difference(one: number, other: number): Estimate {
    return this.#estimate(this.evidence(one, other));
  }

  evidence(one: number, other: number): Evidence {
    if (one === ANCHOR && other === ANCHOR) return { value: 0, error: 0, boards: 0 };
    if (other === ANCHOR) return this.#strength(one);
    if (one === ANCHOR) {
      const { value, error, boards } = this.#strength(other);
      return { value: -value, error, boards };
    }
    const boards = Math.min(this.boards[one] as number, this.boards[other] as number);
    const value = (this.values[one] as number) - (this.values[other] as number);
    return { value, error: this.#errorOf(one, other, boards), boards };
  }

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

  /** Games of one board share its luck, so the variance is taken by boards (sandwich formula). It is too small for few
   * boards, hence n / (n − 1). The prior's variance is all that is known about players who won or lost every game. */
  #errorOf(one: number, beside: Beside, boards: number): number {
    const { ofResults, ofPrior } = this.#variances(one, beside);
    const few = boards > 1 ? boards / (boards - 1) : 2;
    return Math.sqrt(few * ofResults + ofPrior);
  }
}
