import type { SymmetricMatrix } from './symmetric-matrix.ts';

/** What a parameter is compared with: another one, the mean of those that are strengths, or 0. */
export type Beside = number | 'mean' | 'zero';

/** How uncertain parameters are together; the first so many are strengths. */
export class Covariance {
  readonly #matrix: SymmetricMatrix;
  /** of each parameter with the mean of the strengths */
  readonly #withMean: Float64Array;
  /** of the mean of the strengths */
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

  /** The variance of the difference. */
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
