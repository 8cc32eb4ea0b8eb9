import { BoardSlopes } from './board-slopes.ts';
import { student95 } from './numbers.ts';
import type { Interval } from './results.ts';
import { ANCHOR, fitted, PRIOR_PRECISION, type StrengthModel } from './strength-model.ts';
import { productsOfRows, type SymmetricMatrix, sandwich, type Triangle } from './symmetric-matrix.ts';

/** A value with its 95 % confidence interval. Strengths are in natural logarithms of the odds. */
export interface Estimate extends Interval {
  value: number;
}

export interface Evidence {
  value: number;
  error: number;
  boards: number;
}

/** The strengths that fit the results best, in natural logarithms of the odds. The strength of random play is 0. */
export class FittedStrengths {
  readonly values: Float64Array;
  /** by index of a strength: the number of boards that its player played */
  readonly boards: Int32Array;
  readonly anchored: boolean;
  readonly #mean: number;
  readonly #variances: Variances;
  /** by number of boards: cached quantiles of Student's t */
  readonly #reaches: number[] = [];

  /** Fits the strengths, beginning at `start`. Intervals are computed one by one (`few`) or all together (`all`). */
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

  /** Returns a difference of strengths. `ANCHOR` is random play, or the mean strength if random play has no game. */
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

  /** Returns a standard error. Games on one board share its luck, so the variance is taken over boards (sandwich
   * formula). It would be too small for few boards, so for n boards it is multiplied by n / (n − 1). If a player won or
   * lost every game, only the variance of the prior is known. */
  #errorOf(one: number, beside: Beside, boards: number): number {
    const { ofResults, ofPrior } = this.#variances(one, beside);
    const correction = boards > 1 ? boards / (boards - 1) : 2;
    return Math.sqrt(correction * ofResults + ofPrior);
  }
}

/** The other side of a comparison: another parameter, the mean of the strengths, or 0. */
type Beside = number | 'mean' | 'zero';

/** Returns the variance of a difference: the part from the results by board, and the part from the prior. */
type Variances = (one: number, beside: Beside) => { ofResults: number; ofPrior: number };

/** Computes the variance of one difference at a time, by solving the equations of the fit once. `curvature` and
 * `slopes` are those at the fitted values. Of the `size` parameters, the first `strengths` are strengths, the others
 * are effects of seats. */
function variancesOfFew(curvature: Triangle, slopes: BoardSlopes, size: number, strengths: number): Variances {
  return (one, beside) => {
    const contrast = new Float64Array(size);
    contrast[one] = 1;
    if (beside === 'mean') {
      for (let i = 0; i < strengths; i++) contrast[i] = (contrast[i] as number) - 1 / strengths;
    } else if (beside !== 'zero') contrast[beside] = (contrast[beside] as number) - 1;
    const weights = curvature.solve(contrast);
    const ofPrior = PRIOR_PRECISION * weights.reduce((sum, weight) => sum + weight * weight, 0);
    return { ofResults: slopes.squaresOf(weights), ofPrior };
  };
}

/** Computes the variances of the differences of all pairs of strengths at once, from the inverse of the Hessian. */
function variancesOfAll(curvature: Triangle, slopes: BoardSlopes, size: number, strengths: number): Variances {
  const inverse = curvature.inverse();
  // if there are many boards, first sums over them, because the matrix of the sums is then the smaller one
  const pulls =
    slopes.boards > 2 * size
      ? sandwich(inverse, slopes.products(size), size)
      : productsOfRows(slopes.through(inverse, size), size, slopes.boards);
  const ofResults = varianceOfDifferences(pulls, strengths);
  const ofPrior = varianceOfDifferences(productsOfRows(inverse, size, size), strengths);
  return (one, beside) => ({
    ofResults: ofResults(one, beside),
    ofPrior: PRIOR_PRECISION * ofPrior(one, beside),
  });
}

function varianceOfDifferences(matrix: SymmetricMatrix, strengths: number): (one: number, beside: Beside) => number {
  const withMean = new Float64Array(strengths);
  for (let i = 0; i < strengths; i++) {
    let sum = 0;
    for (let j = 0; j < strengths; j++) sum += matrix.at(i, j);
    withMean[i] = sum / strengths;
  }
  const ofMean = withMean.reduce((sum, each) => sum + each, 0) / Math.max(1, strengths);
  return (one, beside) => {
    const own = matrix.at(one, one);
    if (beside === 'zero') return own;
    if (beside === 'mean') return Math.max(0, own + ofMean - 2 * (withMean[one] as number));
    return Math.max(0, own + matrix.at(beside, beside) - 2 * matrix.at(one, beside));
  };
}
