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
