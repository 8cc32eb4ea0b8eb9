/**
 * A number as it is shown. Everything shown and everything that ranks goes through here: the last bits of a sum of thirds or of
 * a logarithm are nobody's merit, and may differ between machines.
 */
export function rounded(value: number, digits: number): number {
  const scale = 10 ** digits;
  return Math.round(value * scale) / scale + 0; // no negative zero
}

/** Of the normal distribution: 95 % lie within so many standard deviations. */
const NORMAL = 1.959963984540054;

/**
 * How many standard errors a 95 % interval reaches to each side where the error itself was estimated with so many degrees of
 * freedom (Student's t): 12.7 with one, 2.23 with ten, 1.96 with very many. By its expansion in powers of 1/degrees, right to
 * less than a hundredth from three degrees on; one and two have formulas of their own.
 */
export function student95(degrees: number): number {
  if (degrees <= 1) return 12.706204736432095;
  if (degrees <= 2) return 4.302652729911275;
  const z = NORMAL;
  const terms = [
    (z ** 3 + z) / 4,
    (5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96,
    (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / 384,
    (79 * z ** 9 + 776 * z ** 7 + 1482 * z ** 5 - 1920 * z ** 3 - 945 * z) / 92160,
  ];
  return terms.reduce((sum, term, i) => sum + term / degrees ** (i + 1), z);
}

/** The share of successes and the interval that holds the true share with 95 % confidence (Wilson). */
export function shareOf(successes: number, tries: number): { share: number; interval: [number, number] } {
  if (tries === 0) return { share: 0, interval: [0, 1] };
  const z = 1.959964;
  const share = successes / tries;
  const spread = z * Math.sqrt((share * (1 - share)) / tries + (z * z) / (4 * tries * tries));
  const scale = 1 + (z * z) / tries;
  const middle = share + (z * z) / (2 * tries);
  return { share, interval: [Math.max(0, (middle - spread) / scale), Math.min(1, (middle + spread) / scale)] };
}

/** The distribution of a few numbers. */
export interface Quantiles {
  mean: number;
  min: number;
  p5: number;
  p25: number;
  median: number;
  p75: number;
  p95: number;
  max: number;
}

/** Quantiles by nearest rank: each is one of the numbers. Needs at least one. */
export function quantilesOf(numbers: readonly number[]): Quantiles {
  const sorted = Float64Array.from(numbers).sort();
  const at = (share: number): number => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] as number;
  const mean = sorted.reduce((sum, number) => sum + number, 0) / sorted.length;
  return { mean, min: at(0), p5: at(0.05), p25: at(0.25), median: at(0.5), p75: at(0.75), p95: at(0.95), max: at(1) };
}
