import { html, type Markup } from './markup.ts';

export interface Span {
  low: number;
  high: number;
}

export interface Track {
  scale: Scale;
  reference: number | null;
  span: Span | null;
  /** points to draw; different shapes allow readers to tell them apart without color */
  marks: readonly { at: number; shape: 'disc' | 'ring' }[];
}

/** Draws positions as percentages, so that the track fits any screen and its text does not shrink. */
export function track({ scale, reference, span, marks }: Track): Markup {
  return html`<svg class="track" aria-hidden="true">${gridOf(scale, reference)}${span === null ? null : spanOf(span, scale)}${marks.map(
    ({ at, shape }) => html`<circle class="${shape}" cx="${placeOf(at, scale)}%" cy="50%" r="5"/>`,
  )}</svg>`;
}

export function axis({ ticks, ...ends }: Scale, shown: (tick: number) => string): Markup {
  const scale = { ticks, ...ends };
  return html`<svg class="axis" aria-hidden="true">${ticks.map((tick) => {
    return html`<text x="${placeOf(tick, scale)}%" y="14" text-anchor="middle">${shown(tick)}</text>`;
  })}</svg>`;
}

function gridOf(scale: Scale, reference: number | null): Markup[] {
  const lines = scale.ticks.map((tick) => upright(placeOf(tick, scale), 'grid'));
  return reference === null || reference <= scale.low || reference >= scale.high
    ? lines
    : [...lines, upright(placeOf(reference, scale), 'reference')];
}

function upright(place: number, name: string): Markup {
  return html`<line class="${name}" x1="${place}%" x2="${place}%" y1="0" y2="100%"/>`;
}

function spanOf({ low, high }: Span, scale: Scale): Markup {
  const [from, to] = [placeOf(low, scale), placeOf(high, scale)];
  const end = (value: number, place: number) =>
    value < scale.low || value > scale.high
      ? null
      : html`<rect class="end" x="${place}%" y="50%" width="2" height="12" transform="translate(-1 -6)"/>`;
  return html`<line class="span" x1="${from}%" x2="${to}%" y1="50%" y2="50%"/>${end(low, from)}${end(high, to)}`;
}

export interface Scale {
  low: number;
  high: number;
  ticks: number[];
}

const MOST_TICKS = 5;

export function scaleOf(numbers: readonly number[]): Scale {
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
  const step = roundStep(Math.max(most - least, 1e-6) / (MOST_TICKS - 1));
  const [low, high] = [Math.floor(least / step), Math.ceil(most / step)];
  const count = Math.max(1, high - low);
  const ticks = Array.from({ length: count + 1 }, (_, i) => Number(((low + i) * step).toPrecision(12)));
  return { low: low * step, high: (low + count) * step, ticks };
}

/** Returns the smallest of 1, 2 and 5 times a power of ten that is at least `least`. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return ([1, 2, 5].find((times) => times * power >= least * (1 - 1e-9)) ?? 10) * power;
}

/** Converts a number to percent of the scale. Numbers outside the scale become 0 or 100 percent. */
export function placeOf(number: number, { low, high }: Scale): number {
  const part = (number - low) / (high - low);
  return Math.round(10_000 * Math.min(1, Math.max(0, part))) / 100;
}
