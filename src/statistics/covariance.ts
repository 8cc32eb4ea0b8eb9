import type { BoardSlopes } from './board-slopes.ts';
import { PRIOR_PRECISION } from './strength-model.ts';
import { productsOfRows, type SymmetricMatrix, sandwich, type Triangle } from './symmetric-matrix.ts';

/** What a parameter is compared with: another parameter, the mean of the strengths, or 0. */
export type Beside = number | 'mean' | 'zero';

/** The variance of a difference: by the boards of the results, and of the prior. */
export type Variances = (one: number, beside: Beside) => { ofResults: number; ofPrior: number };

/** Computes one difference at a time; each costs as much as solving the equations of the fit once. `curvature` and
 * `slopes`: at the values of a fit. The first `strengths` of `size` parameters are strengths. */
export function variancesOfFew(curvature: Triangle, slopes: BoardSlopes, size: number, strengths: number): Variances {
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

/** Computes all differences at once. */
export function variancesOfAll(curvature: Triangle, slopes: BoardSlopes, size: number, strengths: number): Variances {
  const inverse = curvature.inverse();
  const ofResults = covariance(productsOfPulls(slopes, inverse, size), strengths);
  const ofPrior = covariance(productsOfRows(inverse, size, size), strengths);
  return (one, beside) => ({
    ofResults: ofResults(one, beside),
    ofPrior: PRIOR_PRECISION * ofPrior(one, beside),
  });
}

function covariance(matrix: SymmetricMatrix, strengths: number): (one: number, beside: Beside) => number {
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

/** With few boards it multiplies board by board; with more boards than parameters it sums first. */
function productsOfPulls(slopes: BoardSlopes, inverse: Float64Array, size: number): SymmetricMatrix {
  if (slopes.boards > 2 * size) return sandwich(inverse, slopes.products(size), size);
  return productsOfRows(slopes.through(inverse, size), size, slopes.boards);
}
