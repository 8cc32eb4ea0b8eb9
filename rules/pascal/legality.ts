import type { Seat } from '../kernel/ruleset.ts';
import {
  type Action,
  ALL_REROLLS,
  allWritesInto,
  CANCEL_BOARD,
  crossOutOf,
  DISCARD_ROLL,
  ERASE,
  writesInto,
} from './actions.ts';
import { DICE, FIELDS, HIGHEST } from './board.ts';
import { ALL_DICE, type DiceSet, partsOf, positionsOf } from './dice.ts';
import { boundsOf } from './fitting.ts';
import { ERASES_A_ROLL, isOver, REROLLS_A_TURN, type State, unusedDice } from './state.ts';

/** Lists that are joined at the end. Most are precomputed, and joining is faster than building one long list. */
type Lists = (readonly Action[])[];
/** The number of non-empty subsets of two dice. With two or fewer unused dice, the lists of actions are short. */
const FEW = 3;

const TO_ERASE: readonly Action[] = [ERASE, CANCEL_BOARD];
const TO_CANCEL: readonly Action[] = [CANCEL_BOARD];
const TO_REROLL: readonly Action[] = [...ALL_REROLLS, CANCEL_BOARD];
const TO_DISCARD: readonly Action[] = [DISCARD_ROLL, CANCEL_BOARD];

export function actors(state: State): Seat[] {
  return isOver(state) ? [] : [0];
}

/** Lists the actions that fill a field, field by field, and then all others. Different sets of dice with the same sum
 * are different actions (rule R12). */
export function legalActions(state: State, seat: Seat): Action[] {
  if (seat !== 0 || isOver(state)) return [];
  const unused = unusedDice(state);
  const lists: Lists = [];
  listFillings(state, unused, lists);
  lists.push(otherwise(state, unused));
  return joined(lists, unused);
}

/** Joins lists. Copies items one by one if the lists are short, because `concat` has a cost for each list. */
function joined(lists: Lists, unused: DiceSet): Action[] {
  if (partsOf(unused).length > FEW) return ([] as Action[]).concat(...lists);
  const actions: Action[] = [];
  for (const list of lists) for (const action of list) actions.push(action);
  return actions;
}

/** Returns the actions that fill no field (rule R4). */
function otherwise({ rerolls, erases }: State, unused: DiceSet): readonly Action[] {
  if (unused !== ALL_DICE) return erases < ERASES_A_ROLL ? TO_ERASE : TO_CANCEL;
  return rerolls < REROLLS_A_TURN ? TO_REROLL : TO_DISCARD;
}

/** For each empty field: adds crossing it out, if allowed, and writing each sum of unused dice that fits (rule R2). */
function listFillings({ values, dice, options }: State, unused: DiceSet, lists: Lists): void {
  const bounds = boundsOf(values);
  const sums = sumsOfParts(dice, unused);
  for (const field of FIELDS) {
    const least = bounds.least[field.index] as number;
    const most = bounds.most[field.index] as number;
    const isFitting = least <= most;
    const canCross = options.printed === true ? values[field.index] === null : isFitting && least === 0;
    if (canCross && field.kind !== 'plain') lists.push(crossOutOf(field));
    if (!isFitting || least > sums.highest) continue;
    if (least < 2 && most >= sums.highest) lists.push(allWritesInto(field, unused));
    else lists.push(pickBySum(writesInto(field), sums, least, most));
  }
}

// For each sum s: the sets of dice with at most that sum. Bit i of `low` stands for set i, of `high` for set 32 + i.
interface Sums {
  highest: number;
  low: number[];
  high: number[];
}

const LAST_DIE = DICE - 1;
const NO_SETS: readonly number[] = new Array<number>(HIGHEST + 1).fill(0);

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

function addDie(sets: number[], face: number, numberOfDie: number, reached: number): void {
  for (let sum = reached; sum >= face; sum--) {
    sets[sum] = (sets[sum] as number) | ((sets[sum - face] as number) << numberOfDie);
  }
}

/** Returns the items of the non-empty sets of dice whose sum is in the range, in the order of `bySet`. */
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

function bitsIn(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
