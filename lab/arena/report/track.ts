import { html, type Markup } from './markup.ts';

/** Something on a track that begins and ends somewhere. */
export interface Span {
  low: number;
  high: number;
}

/** What is drawn for a row of a table, on a scale that all of its rows share; the numbers themselves are in the row. */
export interface Track {
  scale: Scale;
  /** stands out on all tracks */
  reference: number | null;
  span: Span | null;
  /** shapes differ, so that colour does not have to tell them apart */
  marks: readonly { at: number; shape: 'disc' | 'ring' }[];
}

/** Places are parts of its width, so that it fits any screen and no letter shrinks. */
export function track({ scale, reference, span, marks }: Track): Markup {
  return html`<svg class="track" aria-hidden="true">${gridOf(scale, reference)}${span === null ? null : spanOf(span, scale)}${marks.map(
    ({ at, shape }) => html`<circle class="${shape}" cx="${placeOf(at, scale)}%" cy="50%" r="5"/>`,
  )}</svg>`;
}

/** The numbers along the scale, for the head of the column. */
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

/** With an upright at each end that is on the scale. */
function spanOf({ low, high }: Span, scale: Scale): Markup {
  const [from, to] = [placeOf(low, scale), placeOf(high, scale)];
  const end = (value: number, place: number) =>
    value < scale.low || value > scale.high
      ? null
      : html`<rect class="end" x="${place}%" y="50%" width="2" height="12" transform="translate(-1 -6)"/>`;
  return html`<line class="span" x1="${from}%" x2="${to}%" y1="50%" y2="50%"/>${end(low, from)}${end(high, to)}`;
}

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
