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
