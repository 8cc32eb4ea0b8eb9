/**
 * A number as it is shown. Everything shown and everything that ranks goes through here: the last bits of a sum of thirds or of
 * a logarithm are nobody's merit, and may differ between machines.
 */
export function rounded(value: number, digits: number): number {
  const scale = 10 ** digits;
  return Math.round(value * scale) / scale + 0; // no negative zero
}
