export interface Domain {
  low: number;
  high: number;
}

/** The two ends of an axis in a picture; `from` may be greater than `to`. */
export interface Stretch {
  from: number;
  to: number;
}

/** A value with its interval. The page says how likely the interval contains the true value. */
export interface Estimate {
  low: number;
  value: number;
  high: number;
}

export interface EstimateAt extends Estimate {
  at: number;
}

const HALF = 0.5;
const ROUND_STEPS = [1, 2, 5, 10];
const DECIMALS = 2;

/** Returns the place of a value on the axis. A value outside the domain is placed at its nearest end. */
export function placeOf(value: number, { low, high }: Domain, { from, to }: Stretch): number {
  const part = high > low ? (value - low) / (high - low) : HALF;
  return from + Math.min(1, Math.max(0, part)) * (to - from);
}

/** Returns a domain that covers all intervals and is never empty. Adds `margin`, a part of the width, on each side. */
export function domainOf(estimates: readonly Estimate[], margin = 0.05): Domain {
  if (estimates.length === 0) return { low: 0, high: 1 };
  const low = Math.min(...estimates.map((each) => each.low));
  const high = Math.max(...estimates.map((each) => each.high));
  const room = high > low ? (high - low) * margin : HALF;
  return { low: low - room, high: high + room };
}

/** Returns at most `atMost` (two or more) round numbers at equal distances. */
export function ticksOf({ low, high }: Domain, atMost: number): number[] {
  const width = high - low;
  if (!(width > 0)) return [low];
  const magnitude = 10 ** Math.floor(Math.log10(width / atMost));
  const steps = [...ROUND_STEPS, ROUND_STEPS.map((step) => step * 10)].flat().map((step) => step * magnitude);
  for (const step of steps) {
    const first = Math.ceil(low / step);
    const count = Math.floor(high / step) - first + 1;
    if (count <= atMost) return Array.from({ length: count }, (_, i) => rounded((first + i) * step));
  }
  throw new Error(`no step fits ${low} to ${high}`);
}

/** Returns the attribute `d` of an SVG path: a line through the points. */
export function lineThrough(points: readonly (readonly [x: number, y: number])[]): string {
  return points.map(([x, y], i) => `${i === 0 ? 'M' : 'L'}${short(x)} ${short(y)}`).join('');
}

/** Returns the attribute `d` of an SVG path: the area between two lines. */
export function bandBetween(
  upper: readonly (readonly [x: number, y: number])[],
  lower: readonly (readonly [x: number, y: number])[],
): string {
  return upper.length === 0 ? '' : `${lineThrough([...upper, ...lower.toReversed()])}Z`;
}

/** Returns the color class of a share (0 to 1): −3 to 3, where 0 is about one half. */
export function classOf(share: number): number {
  const CLASSES = 7;
  return Math.min(CLASSES - 1, Math.floor(share * CLASSES)) - Math.floor(CLASSES / 2);
}

export function percent(place: number): string {
  return `${short(place)}%`;
}

function short(place: number): string {
  return String(Number(place.toFixed(DECIMALS)));
}

/** Removes errors of binary rounding. */
function rounded(value: number): number {
  return Number(value.toPrecision(12));
}
