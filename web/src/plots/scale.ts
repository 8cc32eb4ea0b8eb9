// Where things are drawn: numbers to places and paths. Draws nothing.

/** The numbers that an axis shows, the least first. */
export interface Domain {
  low: number;
  high: number;
}

/** What a domain is drawn on: places of a picture, which may run the other way. */
export interface Stretch {
  from: number;
  to: number;
}

/** A number that is known so well: the interval holds the true one with a probability that the page names. */
export interface Estimate {
  low: number;
  value: number;
  high: number;
}

/** An estimate at a place of the other axis. */
export interface EstimateAt extends Estimate {
  at: number;
}

const HALF = 0.5;
/** Steps that people count in. */
const ROUND_STEPS = [1, 2, 5, 10];
const DECIMALS = 2;

/** The place of a number; what lies outside the domain is drawn at its end. */
export function placeOf(value: number, { low, high }: Domain, { from, to }: Stretch): number {
  const part = high > low ? (value - low) / (high - low) : HALF;
  return from + Math.min(1, Math.max(0, part)) * (to - from);
}

/** From the least to the greatest of all intervals, with a margin of a part of that on either side; never empty. */
export function domainOf(estimates: readonly Estimate[], margin = 0.05): Domain {
  if (estimates.length === 0) return { low: 0, high: 1 };
  const low = Math.min(...estimates.map((each) => each.low));
  const high = Math.max(...estimates.map((each) => each.high));
  const room = high > low ? (high - low) * margin : HALF;
  return { low: low - room, high: high + room };
}

/** Round numbers of a domain, at most so many (two or more), at even distances. */
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

/** A line through points, for `d` of a path. */
export function lineThrough(points: readonly (readonly [x: number, y: number])[]): string {
  return points.map(([x, y], i) => `${i === 0 ? 'M' : 'L'}${short(x)} ${short(y)}`).join('');
}

/** The area between two lines over the same places, for `d` of a path. */
export function bandBetween(
  upper: readonly (readonly [x: number, y: number])[],
  lower: readonly (readonly [x: number, y: number])[],
): string {
  return upper.length === 0 ? '' : `${lineThrough([...upper, ...lower.toReversed()])}Z`;
}

/** Which of seven classes a share of 0 to 1 falls into, from -3 by way of 0, about one half, to 3. */
export function classOf(share: number): number {
  const CLASSES = 7;
  return Math.min(CLASSES - 1, Math.floor(share * CLASSES)) - Math.floor(CLASSES / 2);
}

/** A place in percent, as attributes of SVG take it. */
export function percent(place: number): string {
  return `${short(place)}%`;
}

function short(place: number): string {
  return String(Number(place.toFixed(DECIMALS)));
}

/** Multiples of 0.1 without what is left over by binary fractions. */
function rounded(value: number): number {
  return Number(value.toPrecision(12));
}
