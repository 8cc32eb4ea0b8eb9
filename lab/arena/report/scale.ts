/** A range of numbers that is drawn from one end of a plot to the other. */
export interface Scale {
  low: number;
  high: number;
  /** round numbers in it */
  ticks: number[];
}

const MOST_TICKS = 5;

/** The scale that holds all of these, and ends at round numbers. */
export function scaleOf(numbers: readonly number[]): Scale {
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
  const step = roundStep(Math.max(most - least, 1e-6) / (MOST_TICKS - 1));
  const [low, high] = [Math.floor(least / step), Math.ceil(most / step)];
  const count = Math.max(1, high - low);
  const ticks = Array.from({ length: count + 1 }, (_, i) => Number(((low + i) * step).toPrecision(12)));
  return { low: low * step, high: (low + count) * step, ticks };
}

/** 1, 2 or 5 times a power of ten, and not less. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return ([1, 2, 5].find((times) => times * power >= least * (1 - 1e-9)) ?? 10) * power;
}

/** Where a number stands, 0 to 100; what lies outside stands at the end. */
export function placeOf(number: number, { low, high }: Scale): number {
  const part = (number - low) / (high - low);
  return Math.round(10_000 * Math.min(1, Math.max(0, part))) / 100;
}
