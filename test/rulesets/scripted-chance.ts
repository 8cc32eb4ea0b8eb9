import type { Chance } from '#rules/kernel/chance.ts';
import { FastChance } from '#rules/kernel/search/fast-chance.ts';

/** The result of each draw; `shuffle` where the order of a deck does not matter. */
export type Script = readonly (number | 'shuffle')[];

export interface Reading {
  /** the number that stands for the first possible value in the script: 1 as on dice, or 0 as in lists */
  first?: 0 | 1;
  /** the number of every draw after the end of the script; omitted: such a draw throws */
  afterwards?: number;
  sides?: number;
}

export class ScriptedChance implements Chance {
  readonly #script: Script;
  readonly #reading: Reading;
  readonly #lot = new FastChance('shuffles');
  #used = 0;

  constructor(script: Script, reading: Reading = {}) {
    this.#script = script;
    this.#reading = reading;
  }

  int(below: number): number {
    const { first = 1, afterwards, sides = below } = this.#reading;
    const next = this.#script[this.#used] ?? afterwards;
    if (next === 'shuffle') {
      // a shuffle of n cards draws n − 1 numbers: the first is below n, the next below n − 1, and the last below 2
      if (below === 2) this.#used++;
      return this.#lot.int(below);
    }
    this.#used++;
    const drawn = next === undefined ? -1 : next - first;
    if (drawn >= 0 && drawn < below && below === sides) return drawn;
    throw new Error(`draw ${this.#used} of the script is ${next}, from ${first}, of ${below}`);
  }

  assertAllUsed(): void {
    if (this.#used < this.#script.length) throw new Error(`only ${this.#used} of ${this.#script.join(' ')} were used`);
  }
}

export function shuffling<Card>(from: readonly Card[], to: readonly Card[]): number[] {
  const cards = [...from];
  const numbers: number[] = [];
  for (let last = cards.length - 1; last > 0; last--) {
    const other = cards.indexOf(to[last] as Card);
    numbers.push(other);
    cards[other] = cards[last] as Card;
    cards[last] = to[last] as Card;
  }
  return numbers;
}
