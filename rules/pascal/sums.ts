import { DICE, HIGHEST } from './board.ts';
import { type DiceSet, positionsOf } from './dice.ts';

/**
 * Which sets of some dice make how much: for each sum from 0 up, the sets that make at most so much, as
 * bits. Bit s of `low` stands for set s, bit s of `high` for set 32 + s, which has the last die as well.
 */
export interface Sums {
  /** what all the dice make together */
  highest: number;
  low: number[];
  high: number[];
}

const LAST_DIE = DICE - 1;
const NO_SETS: readonly number[] = new Array<number>(HIGHEST + 1).fill(0);

/** The sums of all parts of a set of dice, the empty one included. */
export function sumsOfParts(dice: readonly number[], set: DiceSet): Sums {
  const positions = positionsOf(set);
  let highest = 0;
  for (const position of positions) highest += dice[position] as number;
  const low = NO_SETS.slice(0, highest + 1);
  const high = NO_SETS.slice(0, highest + 1);
  low[0] = 1;
  let reached = 0;
  for (const position of positions) {
    const face = dice[position] as number;
    reached += face;
    if (position === LAST_DIE) for (let sum = face; sum <= reached; sum++) high[sum] = low[sum - face] as number;
    else addDie(low, face, 1 << position, reached);
  }
  for (let sum = 1; sum <= highest; sum++) {
    low[sum] = (low[sum] as number) | (low[sum - 1] as number);
    high[sum] = (high[sum] as number) | (high[sum - 1] as number);
  }
  return { highest, low, high };
}

/** Every set there is so far is there with one more die, too: its number is that much higher. */
function addDie(sets: number[], face: number, numberOfDie: number, reached: number): void {
  for (let sum = reached; sum >= face; sum--) {
    sets[sum] = (sets[sum] as number) | ((sets[sum - face] as number) << numberOfDie);
  }
}

/** What belongs to those sets whose sum lies in a range, ascending, out of a list by set; never the empty set. */
export function pickBySum<T>(bySet: readonly T[], { highest, low, high }: Sums, least: number, most: number): T[] {
  const below = Math.max(least, 1) - 1;
  const top = Math.min(most, highest);
  let first = (low[top] as number) & ~(low[below] as number);
  let second = (high[top] as number) & ~(high[below] as number);
  const picked = new Array<T>(bitsIn(first) + bitsIn(second));
  let i = 0;
  for (; first !== 0; first &= first - 1) picked[i++] = bySet[lowestBit(first)] as T;
  for (; second !== 0; second &= second - 1) picked[i++] = bySet[32 + lowestBit(second)] as T;
  return picked;
}

function lowestBit(word: number): number {
  return 31 - Math.clz32(word & -word);
}

/** How many bits of a word are set: counted in pairs, then in fours, in bytes, and all bytes added up. */
function bitsIn(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
