import type { Chance } from '../chance.ts';

export function rollDie(chance: Chance, sides: number): number {
  return chance.int(sides) + 1;
}
