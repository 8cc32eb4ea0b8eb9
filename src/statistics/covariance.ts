import type { BoardSlopes } from './board-slopes.ts';
import { PRIOR_PRECISION } from './strength-model.ts';
import { productsOfRows, type SymmetricMatrix, sandwich, type Triangle } from './symmetric-matrix.ts';

/** What a parameter is compared with: another parameter, the mean of the strengths, or 0. */
export type Beside = number | 'mean' | 'zero';

/** `ofResults`: by boards. */
export interface Variance {
  ofResults: number;
  ofPrior: number;
}

/** Computes one difference at a time; each costs as much as solving the equations of the fit once. */
export class VariancesOfFew {
  readonly #curvature: Triangle;
  readonly #slopes: BoardSlopes;
  readonly #size: number;
  readonly #strengths: number;

  /** `curvature` and `slopes`: at the values of a fit. The first `strengths` of `size` parameters are strengths. */
  constructor(curvature: Triangle, slopes: BoardSlopes, size: number, strengths: number) {
    this.#curvature = curvature;
    this.#slopes = slopes;
    this.#size = size;
    this.#strengths = strengths;
  }

  between(one: number, beside: Beside): Variance {
    const contrast = new Float64Array(this.#size);
    contrast[one] = 1;
    if (beside === 'mean') {
      for (let i = 0; i < this.#strengths; i++) contrast[i] = (contrast[i] as number) - 1 / this.#strengths;
    } else if (beside !== 'zero') contrast[beside] = (contrast[beside] as number) - 1;
    const weights = this.#curvature.solve(contrast);
    const ofPrior = PRIOR_PRECISION * weights.reduce((sum, weight) => sum + weight * weight, 0);
    return { ofResults: this.#slopes.squaresOf(weights), ofPrior };
  }
}

/** Computes all differences at once. */
export class VariancesOfAll {
  readonly #ofResults: Covariance;
  readonly #ofPrior: Covariance;

  constructor(curvature: Triangle, slopes: BoardSlopes, size: number, strengths: number) {
    const inverse = curvature.inverse();
    this.#ofResults = new Covariance(productsOfPulls(slopes, inverse, size), strengths);
    this.#ofPrior = new Covariance(productsOfRows(inverse, size, size), strengths);
  }

  between(one: number, beside: Beside): Variance {
    const ofPrior = PRIOR_PRECISION * this.#ofPrior.between(one, beside);
    return { ofResults: this.#ofResults.between(one, beside), ofPrior };
  }
}

class Covariance {
  readonly #matrix: SymmetricMatrix;
  /** of each parameter with the mean of the strengths */
  readonly #withMean: Float64Array;
  readonly #ofMean: number;

  constructor(matrix: SymmetricMatrix, strengths: number) {
    this.#matrix = matrix;
    this.#withMean = new Float64Array(strengths);
    for (let i = 0; i < strengths; i++) {
      let sum = 0;
      for (let j = 0; j < strengths; j++) sum += matrix.at(i, j);
      this.#withMean[i] = sum / strengths;
    }
    this.#ofMean = this.#withMean.reduce((sum, each) => sum + each, 0) / Math.max(1, strengths);
  }

  between(one: number, beside: Beside): number {
    const own = this.#matrix.at(one, one);
    switch (beside) {
      case 'zero':
        return own;
      case 'mean':
        return Math.max(0, own + this.#ofMean - 2 * (this.#withMean[one] as number));
      default:
        return Math.max(0, own + this.#matrix.at(beside, beside) - 2 * this.#matrix.at(one, beside));
    }
  }
}

/** With few boards it multiplies board by board; with more boards than parameters it sums first. */
function productsOfPulls(slopes: BoardSlopes, inverse: Float64Array, size: number): SymmetricMatrix {
  if (slopes.boards > 2 * size) return sandwich(inverse, slopes.products(size), size);
  return productsOfRows(slopes.through(inverse, size), size, slopes.boards);
}
