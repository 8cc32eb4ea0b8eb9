import { entryOf, FIELDS, HIGHEST } from './board.ts';
import type { DiceSet } from './dice.ts';
import { bestPlan, bestWorth, type Filling, type Offer, UNWANTED } from './plan.ts';
import type { Reach } from './reach.ts';
import type { Values } from './values.ts';

/** More than all corners together can cost. */
const NEEDED = 100;
const WORTH_OF_FINISHING = 15;
const CORNER_COST = 3;
const MOST_FIELDS = 6;

/** The fields that have to be filled to complete a board in this turn. */
export interface Finish {
  offers: Offer[];
  count: number;
}

/** What it takes to complete the board now; null when that is too much for a turn. */
export function finishOf(values: Values, reach: Reach): Finish | null {
  const open = FIELDS.filter(({ index }) => values[index] === null);
  const count = open.filter(({ kind }) => kind !== 'corner').length;
  const isWide = open.some(({ twin }) => twin !== null && values[twin] === null);
  if (count > MOST_FIELDS || isWide) return null;
  const offers = open.map((field): Offer => {
    const { index } = entryOf(field);
    const rest = field.twin === null ? 0 : (values[field.twin] as number);
    const least = Math.max(1, (reach.least[index] as number) - rest);
    const most = (reach.most[index] as number) - rest;
    const price = (sum: number) => (field.kind !== 'corner' ? NEEDED : sum === 1 ? 0 : -CORNER_COST);
    const worth = Array.from({ length: HIGHEST + 1 }, (_, sum) => (sum < least || sum > most ? UNWANTED : price(sum)));
    return { field, worth };
  });
  return { offers, count };
}

/** The best way to complete the board with these dice, or null. */
export function finishingPlan(dice: readonly number[], unused: DiceSet, { offers, count }: Finish): Filling | null {
  const plan = bestPlan(dice, unused, offers);
  return plan !== null && plan.worth > NEEDED * (count - 1 / 2) ? plan : null;
}

/** What completing the board with these dice is worth, or that it cannot be done. */
export function finishingWorth(dice: readonly number[], unused: DiceSet, { offers, count }: Finish): number {
  const worth = bestWorth(dice, unused, offers) - NEEDED * count;
  return worth > -NEEDED / 2 ? WORTH_OF_FINISHING + worth : UNWANTED;
}
