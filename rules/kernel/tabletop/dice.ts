import type { Chance } from '../chance.ts';

/** Rolls one die: a whole number from 1 to `sides`. */
export function rollDie(chance: Chance, sides: number): number {
  return chance.int(sides) + 1;
}
