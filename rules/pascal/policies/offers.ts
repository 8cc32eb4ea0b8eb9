import { CORNER_FIELDS, ENTRIES, type Entry, type EntryId, FIELDS, HIGHEST, type Values } from '../board.ts';
import type { Reach } from '../reach.ts';

/** This many fields are kept for each sum. More fields hardly ever help and take time. */
export const RIVALS = 3;
export const NO_GAIN = Number.NEGATIVE_INFINITY;

// The fields that should take each sum, those with the highest gain first. Offer i for a sum has the index `RIVALS *
// sum + i`; the field −1 means that there is no further offer.
export interface Offers {
  highest: number;
  fields: number[];
  gains: number[];
}

/** The gain of each pip in a field that needs exactly one sum, or in the main field of a split entry. All gains are in
 * points, approximately, and were found by thousands of trial games. */
export const PIP = 0.15;
/** The additional gain of each pip above `HARD_FROM`, because such sums are hard to roll. */
const HARD_PIP = 0.35;
const HARD_FROM = 16;
/** The gain of the smallest number on an edge. A larger number adds `PIP_BELOW` (a loss) for each pip by which it
 * raises the sums below. */
export const EDGE = 2.5;
const PIP_BELOW = -0.1;
/** The gain of a main field that holds the whole total of its entry, so that the bonus field can be crossed out. */
export const CROSSED = 3;
/** A main field should leave at most this many pips for its bonus field. Each further pip adds `REST_PIP` (a loss). */
const REST_TOP = 18;
const REST_PIP = -0.4;
const UNKNOWN_TOTAL = -1;
const SMALL_MAIN = -2;

/** The cost of using a corner for dice that fit nowhere else, if 1, 2 or 3 corners are open. */
const CORNER_COSTS = [40, 7, 2.5] as const;
/** A corner's cost grows with the turns that the other fields need (of `PIPS_A_TURN` pips each), up to this many. */
const CORNER_TURNS = [1.3, 3, 6] as const;
const CORNER_POINTS_LOST = 2;
export const PIPS_A_TURN = 21;
const LAST_ROW = 7;

/** The two entries of the last row that are next to a corner. Above each of them is an entry on an edge, which can take
 * any value that the sum needs. So these two entries may be written before the ones above them. */
export const OUTER: readonly EntryId[] = ['7.1', '7.6'];

/** By entry: the cost of each pip above its least value, as it raises the sums below; 0 if its sum must be exact. */
export const PIP_COSTS: readonly number[] = ENTRIES.map(({ id, isFree }) => {
  if (isFree) return -PIP_BELOW * (2 ** (LAST_ROW - Number(id[0])) - 1);
  return OUTER.includes(id) ? -PIP_BELOW : 0;
});
const IS_CORNER: readonly boolean[] = FIELDS.map(({ kind }) => kind === 'corner');

const NOBODY: readonly number[] = new Array<number>(RIVALS * (HIGHEST + 1)).fill(-1);

const NOTHING: readonly number[] = NOBODY.map(() => NO_GAIN);

export function offersOf(values: Values, reach: Reach, highest: number): Offers {
  const offers: Offers = { highest, fields: NOBODY.slice(), gains: NOTHING.slice() };
  let pips = 0;
  for (const entry of ENTRIES) {
    const filled = values[entry.main] as number | null;
    if (filled === null) offerMain(offers, values, entry, reach);
    else if (entry.bonus !== null && values[entry.bonus] === null)
      offerBonus(offers, entry.bonus, filled, entry, reach);
    else continue;
    pips += (reach.least[entry.index] as number) - (filled ?? 0);
  }
  offerCorner(offers, values, pips / PIPS_A_TURN);
  return offers;
}

function offer({ highest, fields, gains }: Offers, sum: number, field: number, gain: number): void {
  if (sum > highest) return;
  let at = RIVALS * sum;
  const end = at + RIVALS;
  while (at < end && fields[at] !== -1 && (gains[at] as number) >= gain) at++;
  if (at === end) return;
  for (let i = end - 1; i > at; i--) {
    fields[i] = fields[i - 1] as number;
    gains[i] = gains[i - 1] as number;
  }
  fields[at] = field;
  gains[at] = gain;
}

/** Withdraws the offers of this field for the sum and for all larger sums. */
export function withdraw({ fields, gains }: Offers, sum: number, field: number): void {
  for (let at = fields.indexOf(field, RIVALS * sum); at !== -1; at = fields.indexOf(field, at + 1)) {
    const end = at - (at % RIVALS) + RIVALS - 1;
    for (let i = at; i < end; i++) {
      fields[i] = fields[i + 1] as number;
      gains[i] = gains[i + 1] as number;
    }
    fields[end] = -1;
    gains[end] = NO_GAIN;
  }
}

export function gainOfSum(sum: number): number {
  return PIP * sum + HARD_PIP * Math.max(0, sum - HARD_FROM);
}

/** Returns the gain of a main field that leaves `rest` for its bonus field. `isKnown`: their total is known. */
export function gainOfPart(sum: number, rest: number, isKnown: boolean): number {
  const reserve = (isKnown ? 0 : UNKNOWN_TOTAL) + (sum < 6 ? SMALL_MAIN : 0);
  return 1 + PIP * sum + REST_PIP * Math.max(0, rest - REST_TOP) + reserve;
}

/** Returns the gain (here a loss) of using a corner. `left` is the number of open corners; `turns` is how many turns
 * the other fields still need. */
export function gainOfCorner(left: number, turns: number): number {
  const share = Math.min(1, turns / (CORNER_TURNS[left - 1] as number));
  return -CORNER_POINTS_LOST - share * (CORNER_COSTS[left - 1] as number);
}

function offerMain(offers: Offers, values: Values, entry: Entry, { least, most }: Reach): void {
  const { index, main, isFree } = entry;
  const from = least[index] as number;
  const to = most[index] as number;
  const cost = PIP_COSTS[index] as number;
  if (entry.bonus !== null) offerPart(offers, values, entry, from, to);
  else if (IS_CORNER[main]) return;
  else if (from === to) offer(offers, from, main, gainOfSum(from));
  else if (isFree || cost > 0) {
    const top = Math.min(to, offers.highest);
    for (let sum = isFree ? from : from + 1; sum <= top; sum++) offer(offers, sum, main, EDGE - cost * (sum - from));
  }
}

function offerPart(offers: Offers, values: Values, entry: Entry, least: number, most: number): void {
  const { main, bonus } = entry;
  const isKnown = least === most;
  if (bonus === null || values[bonus] !== null) return;
  for (let sum = Math.max(1, least - HIGHEST); sum <= Math.min(offers.highest, most); sum++) {
    const rest = least - sum;
    if (isKnown && rest === 0) offer(offers, sum, main, gainOfSum(sum) + CROSSED);
    if (rest < 1) return;
    offer(offers, sum, main, gainOfPart(sum, rest, isKnown));
  }
}

function offerBonus(offers: Offers, bonus: number, filled: number, { index }: Entry, { least, most }: Reach): void {
  const rest = (least[index] as number) - filled;
  if (least[index] === most[index] && rest >= 1 && rest <= HIGHEST) offer(offers, rest, bonus, gainOfSum(rest));
}

function offerCorner(offers: Offers, values: Values, turns: number): void {
  let left = 0;
  let corner = 0;
  for (const { index } of CORNER_FIELDS) if (values[index] === null) [left, corner] = [left + 1, index];
  if (left === 0) return;
  const gain = gainOfCorner(left, turns);
  for (let sum = 1; sum <= offers.highest; sum++) offer(offers, sum, corner, gain);
}
