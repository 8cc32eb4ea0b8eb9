import { type Field, HIGHEST } from './board.ts';
import { ALL_DICE, type DiceSet, partsOf, sumsOf } from './dice.ts';

/** A field and, by sum, the worth of writing the sum there. `UNWANTED` marks a sum that should not be written there. */
export interface Offer {
  field: Field;
  worth: readonly number[];
}

export interface Group {
  set: DiceSet;
  field: Field;
}

export interface Filling {
  worth: number;
  groups: Group[];
}

export const UNWANTED = Number.NEGATIVE_INFINITY;

/** Offers a field for the sums from `least` to `most`, but none below 1. */
export function offerOf(field: Field, least: number, most: number, worthOf: (sum: number) => number): Offer {
  const isWanted = (sum: number) => sum >= Math.max(1, least) && sum <= most;
  return { field, worth: Array.from({ length: HIGHEST + 1 }, (_, sum) => (isWanted(sum) ? worthOf(sum) : UNWANTED)) };
}

/** This many fields may compete for the same sum. More fields hardly ever help and take time. */
const RIVALS = 4;

export function bestOffers(offers: readonly Offer[]): Offer[] {
  const bars = Array.from({ length: HIGHEST + 1 }, (_, sum) => {
    const worths = offers.map(({ worth }) => worth[sum] as number).sort((a, b) => b - a);
    return worths[RIVALS - 1] ?? UNWANTED;
  });
  return offers
    .map(({ field, worth }) => ({
      field,
      worth: worth.map((value, sum) => (value < (bars[sum] as number) ? UNWANTED : value)),
    }))
    .filter(({ worth }) => worth.some((value) => value > UNWANTED));
}

/** Returns a table: row n has, for each set of dice, its highest worth if only the first n offers are used. */
function tableOf(dice: readonly number[], unused: DiceSet, offers: readonly Offer[]): number[][] {
  const sums = sumsOf(dice, unused);
  const sets = partsOf(unused);
  const none = new Array<number>(ALL_DICE + 1).fill(UNWANTED);
  none[0] = 0;
  const table = [none];
  for (const { worth } of offers) {
    const before = table.at(-1) as number[];
    const after = [...before];
    for (const part of sets) {
      const gain = worth[sums[part] as number] as number;
      if (gain > UNWANTED) improve(before, after, part, gain, unused);
    }
    table.push(after);
  }
  return table;
}

function improve(before: number[], after: number[], part: DiceSet, gain: number, unused: DiceSet): void {
  const others = unused & ~part;
  for (let rest = others; ; rest = (rest - 1) & others) {
    const worth = (before[rest] as number) + gain;
    if (worth > (after[rest | part] as number)) after[rest | part] = worth;
    if (rest === 0) return;
  }
}

export function bestWorth(dice: readonly number[], unused: DiceSet, offers: readonly Offer[]): number {
  return tableOf(dice, unused, offers).at(-1)?.[unused] as number;
}

export function bestPlan(dice: readonly number[], unused: DiceSet, offers: readonly Offer[]): Filling | null {
  const table = tableOf(dice, unused, offers);
  const worth = table.at(-1)?.[unused] as number;
  if (worth === UNWANTED) return null;
  const sums = sumsOf(dice, unused);
  const groups: Group[] = [];
  let left = unused;
  for (let i = offers.length; i > 0; i--) {
    const [before, after] = [table[i - 1] as number[], table[i] as number[]];
    if (after[left] === before[left]) continue;
    const offer = offers[i - 1] as Offer;
    const set = partsOf(left).find(
      (part) => (before[left & ~part] as number) + (offer.worth[sums[part] as number] as number) === after[left],
    );
    if (set === undefined) throw new Error('the table of plans has lost a group');
    groups.push({ set, field: offer.field });
    left &= ~set;
  }
  return { worth, groups };
}
