import type { Chance } from '../kernel/chance.ts';
import { rollDie } from '../kernel/tabletop/dice.ts';
import { entryOf, FIELDS, type Values } from './board.ts';
import { ALL_DICE, type DiceSet, holds, partsOf } from './dice.ts';
import { bestPlan, bestWorth, type Filling, type Offer, offerOf, UNWANTED } from './plan.ts';
import type { Reach } from './reach.ts';
import type { View } from './view.ts';

/** The worth of a discarded roll, and of one that fits nowhere while another reroll is left (`FAILED_FOR_NOW`). */
export const DISCARDED = -25;
const FAILED_FOR_NOW = -8.5;

const FIRST_LOOKS = 8;
const FURTHER_LOOKS = 24;
const FINALISTS = 6;

export interface Wishes {
  offers: Offer[];
  finish: Finish | null;
  /** the cost of a reroll, in points */
  dot: number;
}

interface Trial {
  set: DiceSet;
  looks: number;
  worth: number;
}

/** Returns the dice to reroll; null: the present dice, which are worth `now`, are at least as good. */
export function bestReroll(view: View, wishes: Wishes, now: number, chance: Chance): DiceSet | null {
  const failure = view.rerollsLeft === 1 ? DISCARDED : FAILED_FOR_NOW;
  const lookAt = (trial: Trial, looks: number) => {
    for (let i = 0; i < looks; i++) {
      const dice = view.dice.map((face, position) => (holds(trial.set, position) ? rollDie(chance, 6) : face));
      trial.worth += Math.max(failure, worthOf(dice, wishes));
      trial.looks++;
    }
  };
  const trials = trialsOf(view.dice);
  for (const trial of trials) lookAt(trial, FIRST_LOOKS);
  const finalists = ranked(trials).slice(0, FINALISTS);
  for (const trial of finalists) lookAt(trial, FURTHER_LOOKS);
  const [best] = ranked(finalists);
  return best !== undefined && mean(best) - wishes.dot > now ? best.set : null;
}

function trialsOf(dice: readonly number[]): Trial[] {
  const keeping = new Map<string, DiceSet>();
  for (const set of partsOf(ALL_DICE)) {
    const kept = dice.filter((_, position) => !holds(set, position)).sort();
    if (!keeping.has(kept.join())) keeping.set(kept.join(), set);
  }
  return [...keeping.values()].map((set) => ({ set, looks: 0, worth: 0 }));
}

function worthOf(dice: readonly number[], { offers, finish }: Wishes): number {
  const worth = bestWorth(dice, ALL_DICE, offers);
  return finish === null ? worth : Math.max(worth, finishingWorth(dice, ALL_DICE, finish));
}

function ranked(trials: readonly Trial[]): Trial[] {
  return [...trials].sort((one, other) => mean(other) - mean(one));
}

function mean({ worth, looks }: Trial): number {
  return worth / looks;
}

/** The reward for filling a field that is not a corner. It is more than all corners together can cost. */
const NEEDED = 100;
const WORTH_OF_FINISHING = 15;
const CORNER_COST = 3;
const MOST_FIELDS = 6;

interface Finish {
  offers: Offer[];
  count: number;
}

/** Returns the offers that complete the board in this turn; null: the board needs more than one turn. */
export function finishOf(values: Values, reach: Reach): Finish | null {
  const open = FIELDS.filter(({ index }) => values[index] === null);
  const count = open.filter(({ kind }) => kind !== 'corner').length;
  const isWide = open.some(({ twin }) => twin !== null && values[twin] === null);
  if (count > MOST_FIELDS || isWide) return null;
  const offers = open.map((field): Offer => {
    const { index } = entryOf(field);
    const rest = field.twin === null ? 0 : (values[field.twin] as number);
    const least = (reach.least[index] as number) - rest;
    const most = (reach.most[index] as number) - rest;
    const price = (sum: number) => (field.kind !== 'corner' ? NEEDED : sum === 1 ? 0 : -CORNER_COST);
    return offerOf(field, least, most, price);
  });
  return { offers, count };
}

export function finishingPlan(dice: readonly number[], unused: DiceSet, { offers, count }: Finish): Filling | null {
  const plan = bestPlan(dice, unused, offers);
  return plan !== null && plan.worth > NEEDED * (count - 1 / 2) ? plan : null;
}

/** Returns the worth of completing the board with these dice; `UNWANTED` if the dice cannot complete it. */
function finishingWorth(dice: readonly number[], unused: DiceSet, { offers, count }: Finish): number {
  const worth = bestWorth(dice, unused, offers) - NEEDED * count;
  return worth > -NEEDED / 2 ? WORTH_OF_FINISHING + worth : UNWANTED;
}
