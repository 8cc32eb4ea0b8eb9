/** Rounds a number for display or ranking, because the last bits of a sum may differ between machines. */
export function rounded(value: number, digits: number): number {
  const scale = 10 ** digits;
  return Math.round(value * scale) / scale + 0; // adding 0 changes a negative zero into 0
}

/** The 97.5 % quantile of the normal distribution. */
export const NORMAL = 1.959963984540054;

/** Returns the 97.5 % quantile of Student's t. It is exact for one and two degrees of freedom. For more, it
 * is an approximation with an error below 0.01. */
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

/** Returns the share of successes with its 95 % interval by Wilson's method. */
export function shareOf(successes: number, tries: number): { share: number; interval: [number, number] } {
  if (tries === 0) return { share: 0, interval: [0, 1] };
  const z = 1.959964;
  const share = successes / tries;
  const spread = z * Math.sqrt((share * (1 - share)) / tries + (z * z) / (4 * tries * tries));
  const scale = 1 + (z * z) / tries;
  const middle = share + (z * z) / (2 * tries);
  return { share, interval: [Math.max(0, (middle - spread) / scale), Math.min(1, (middle + spread) / scale)] };
}

/** Returns quantiles by nearest rank, so that each is one of the numbers. Needs at least one number. */
export function quantilesOf(numbers: readonly number[]) {
  const sorted = Float64Array.from(numbers).sort();
  const at = (share: number): number => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] as number;
  const mean = sorted.reduce((sum, number) => sum + number, 0) / sorted.length;
  return { mean, min: at(0), p5: at(0.05), p25: at(0.25), median: at(0.5), p75: at(0.75), p95: at(0.95), max: at(1) };
}
export type Quantiles = ReturnType<typeof quantilesOf>;
