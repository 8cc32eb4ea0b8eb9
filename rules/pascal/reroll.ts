import type { Chance } from '../kernel/chance.ts';
import { rollDie } from '../kernel/tabletop/dice.ts';
import { ALL_DICE, type DiceSet, holds, partsOf } from './dice.ts';
import { type Finish, finishingWorth } from './finish.ts';
import { bestWorth, type Offer } from './plan.ts';
import type { View } from './view.ts';

/** What a roll is worth that is discarded; and one that fits nowhere, but has one more re-roll to come. */
export const DISCARDED = -25;
const FAILED_FOR_NOW = -8.5;
const DOT = 0.7;

const FIRST_LOOKS = 8;
const FURTHER_LOOKS = 24;
const FINALISTS = 6;

/** What a board asks for. */
export interface Wishes {
  offers: Offer[];
  finish: Finish | null;
}

interface Trial {
  set: DiceSet;
  looks: number;
  worth: number;
}

/** The dice to roll again, or none when what lies there is as good; `now` is what that is worth. */
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
  return best !== undefined && mean(best) - DOT > now ? best.set : null;
}

/** The sets of dice that may be rolled again, but only one of those that keep the same faces. */
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
