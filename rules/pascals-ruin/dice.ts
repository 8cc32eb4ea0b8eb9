import type { Static } from '@sinclair/typebox';
import type { Hints } from '../kernel/hints.ts';
import type { Chance, Seat } from '../kernel/ruleset.ts';
import { schemaFamily, Words } from '../kernel/schema.ts';
import type { Card } from '../kernel/tabletop/cards.ts';
import { rollDie } from '../kernel/tabletop/dice.ts';
import { FaceField } from '../kernel/tabletop/fields.ts';
import { SeatField } from '../kernel/tabletop/seats.ts';
import { numberOn } from './cards.ts';

const { object } = schemaFamily('PascalsRuin');

export const DICE = ['d6', 'd8', 'd10', 'd12', 'd20'] as const;
export type Die = (typeof DICE)[number];

export const SIDES: Record<Die, number> = { d6: 6, d8: 8, d10: 10, d12: 12, d20: 20 };

/** After this many repetitions of a tied roll, the order of seats decides (rule R17). */
export const REROLL_LIMIT = 100;

const DIE: Hints = { 'x-kind': 'die' };

export function DieField(description: string) {
  return Words(DICE, { ...DIE, description });
}

export const RollSchema = object(
  'Roll',
  {
    seat: SeatField('Whose die it is.'),
    die: DieField('The kind of die.'),
    value: FaceField('The number it shows.', 20),
  },
  'A die that has been rolled.',
);
export type Roll = Static<typeof RollSchema>;

export const VERDICTS = ['win', 'tie', 'fail'] as const;
export type Verdict = (typeof VERDICTS)[number];

export function castDie(chance: Chance, seat: Seat, die: Die): Roll {
  return { seat, die, value: rollDie(chance, SIDES[die]) };
}

export function castDice(chance: Chance, seat: Seat, dice: readonly Die[]): Roll[] {
  return dice.map((die) => castDie(chance, seat, die));
}

/** Returns the highest roll; of several equal rolls, the first. */
export function highestOf(rolls: readonly Roll[]): Roll {
  return rolls.reduce((highest, roll) => (roll.value > highest.value ? roll : highest));
}

// Follows rule R2 of rules.md.
export function judge(roll: Roll, card: Card): Verdict {
  const number = numberOn(card);
  if (roll.value > number) return 'win';
  return roll.value === number ? 'tie' : 'fail';
}

export function isNatural20(roll: Roll): boolean {
  return roll.die === 'd20' && roll.value === 20;
}

// Follows rule R6 of rules.md.
export function isCritical(roll: Roll): boolean {
  return isNatural20(roll) || (roll.die === 'd12' && roll.value === 12);
}
