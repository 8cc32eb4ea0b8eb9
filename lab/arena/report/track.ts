import { html, type Markup } from './markup.ts';
import { placeOf, type Scale } from './scale.ts';

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
