import { Type } from '@sinclair/typebox';
import type { Chance } from '../kernel/chance.ts';
import type { Hints } from '../kernel/hints.ts';
import { rollDie } from '../kernel/tabletop/dice.ts';
import { DICE } from './board.ts';

/** A set of dice as a number: bit p is 1 if the die at position p is in the set. */
export type DiceSet = number;

export const ALL_DICE: DiceSet = 2 ** DICE - 1;
export const POSITIONS: readonly number[] = [...Array(DICE).keys()];

/** Dice with these values show that the game is over (rule R17). */
export const NO_DICE: readonly number[] = Object.freeze(POSITIONS.map(() => 0));

const SETS: readonly DiceSet[] = [...Array(ALL_DICE + 1).keys()];

const POSITIONS_OF: readonly (readonly number[])[] = SETS.map((set) =>
  Object.freeze(POSITIONS.filter((position) => holds(set, position))),
);

/** All non-empty subsets of each set of dice, always in the same order. */
const PARTS_OF: readonly (readonly DiceSet[])[] = SETS.map((set) =>
  SETS.filter((part) => part !== 0 && (part & ~set) === 0),
);

export function holds(set: DiceSet, position: number): boolean {
  return (set & (1 << position)) !== 0;
}

export function positionsOf(set: DiceSet): readonly number[] {
  return POSITIONS_OF[set] as readonly number[];
}

export function partsOf(set: DiceSet): readonly DiceSet[] {
  return PARTS_OF[set] as readonly DiceSet[];
}

export function sumsOf(dice: readonly number[], set: DiceSet): number[] {
  const sums = new Array<number>(ALL_DICE + 1).fill(0);
  for (const part of partsOf(set)) {
    const last = 31 - Math.clz32(part);
    sums[part] = (sums[part & ~(1 << last)] as number) + (dice[last] as number);
  }
  return sums;
}

export function castDice(chance: Chance): number[] {
  return POSITIONS.map(() => rollDie(chance, 6));
}

export function PositionsField(description: string) {
  const hints: Hints = { 'x-kind': 'die', 'x-indexes': '/dice' };
  const ascending: Hints = { 'x-among': POSITIONS };
  return Type.Array(Type.Integer({ minimum: 0, maximum: DICE - 1, ...hints }), {
    minItems: 1,
    maxItems: DICE,
    uniqueItems: true,
    ...ascending,
    description,
  });
}
