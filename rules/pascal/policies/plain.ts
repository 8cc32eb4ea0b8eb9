import type { Chance } from '../../kernel/chance.ts';
import { type Action, CANCEL_BOARD, crossOutOf, DISCARD_ROLL, ERASE, rerollOf, writesInto } from '../actions.ts';
import { ENTRIES, type Entry, entryOf, FIELDS, type Field, type Values } from '../board.ts';
import { ALL_DICE, type DiceSet, partsOf, sumsOf } from '../dice.ts';
import { isAliveWith, type Reach, reachOf } from '../reach.ts';
import { hasPencil, unusedDice } from '../state.ts';
import { type View, valuesIn } from '../view.ts';
import { NO_GAIN, type Offers, offersOf, RIVALS, withdraw } from './offers.ts';

/** Rerolls if no split of the dice into fields gains more than this. The value was found by trial games. */
const WORTH_KEEPING = 0;
/** If no reroll is left, the policy discards the roll when no split gains more than this: the cross costs less. */
const WORTH_A_CROSS = -25;
const ATTEMPTS = 3;

// This policy splits all dice into groups: first large sums that are known, then small numbers on the edges, corners
// last. It rerolls dice that would go into corners and cancels a board that cannot be completed.
export function plain(view: View, legal: readonly Action[], _chance: Chance): Action {
  const values = valuesIn(view);
  const reach = reachOf(values);
  const isBegun = hasPencil(view);
  const cross = crossToMake(values, reach, isBegun);
  if (cross !== null) return cross;
  const split = reach.dead === null ? soundSplit(view, values, reach) : null;
  if (reach.dead !== null || (isBegun && split === null)) return wayOut(legal);
  if (isBegun && split !== null) return firstWrite(split);
  if (view.rerollsLeft === 0) return split !== null && split.gain > WORTH_A_CROSS ? firstWrite(split) : DISCARD_ROLL;
  if (split !== null && split.gain > WORTH_KEEPING) return firstWrite(split);
  return rerollOf(inCorners(split) || ALL_DICE);
}

/** Crosses out a bonus field if its main field already has the whole sum, or a corner if no other field is open. */
export function crossToMake(values: Values, { least, most }: Reach, isBegun: boolean): Action | null {
  for (const { index, main, bonus } of SPLIT_ENTRIES) {
    if (bonus === null || values[bonus] !== null || values[main] === null) continue;
    if (least[index] === most[index] && values[main] === least[index]) return crossOutOf(FIELDS[bonus] as Field)[0];
  }
  if (isBegun) return null;
  const open = values.indexOf(null);
  if (open === -1) return null;
  for (let i = open; i < values.length; i++) if (values[i] === null && FIELDS[i]?.kind !== 'corner') return null;
  return crossOutOf(FIELDS[open] as Field)[0];
}

const SPLIT_ENTRIES = ENTRIES.filter(({ bonus }) => bonus !== null);

export function wayOut(legal: readonly Action[]): Action {
  return legal.at(-2)?.type === 'erase' ? ERASE : CANCEL_BOARD;
}

function firstWrite({ groups }: Split): Action {
  const { field, set } = groups[0] as Group;
  return writesInto(FIELDS[field] as Field)[set] as Action;
}

function inCorners(split: Split | null): number {
  let dice = 0;
  for (const { set, field } of split?.groups ?? []) if (FIELDS[field]?.kind === 'corner') dice |= set;
  return dice;
}

/** Returns the best split after which the board can still be completed; null: a few attempts found none. */
function soundSplit(view: View, values: Values, reach: Reach): Split | null {
  const unused = unusedDice(view);
  const sums = sumsOf(view.dice, unused);
  const offers = offersOf(values, reach, sums[unused] as number);
  for (let i = 0; i < ATTEMPTS; i++) {
    const split = bestSplit(sums, unused, offers);
    if (split === null || leadsOn(values, reach, split)) return split;
    const { sum, field } = weakestOf(split, offers);
    withdraw(offers, sum, field);
  }
  return null;
}

function leadsOn(values: Values, reach: Reach, { groups }: Split): boolean {
  const after = values.slice();
  const filled: Entry[] = [];
  for (const { field, sum } of groups) {
    after[field] = sum;
    filled.push(entryOf(FIELDS[field] as Field));
  }
  return isAliveWith(reach, after, filled);
}

/** Returns the group of dice that gains least, apart from corners: the group to give up if a split ruins the board. */
function weakestOf({ groups }: Split, { fields, gains }: Offers): Group {
  let weakest = groups[0] as Group;
  let least = Number.POSITIVE_INFINITY;
  for (const group of groups) {
    if (FIELDS[group.field]?.kind === 'corner') continue;
    const gain = gains[fields.indexOf(group.field, RIVALS * group.sum)] as number;
    if (gain < least) [weakest, least] = [group, gain];
  }
  return weakest;
}

const NO_GAINS: readonly number[] = new Array<number>(ALL_DICE + 1).fill(0);

interface Group {
  set: DiceSet;
  sum: number;
  field: number;
}

interface Split {
  gain: number;
  groups: Group[];
}

interface Search {
  offers: Offers;
  sums: readonly number[];
  most: readonly number[];
  sets: DiceSet[];
  fields: number[];
  best: Split | null;
}

// Returns the split with the highest gain; null: no split uses all dice. Tries all splits, except those that cannot
// gain more than the best one so far.
function bestSplit(sums: readonly number[], unused: DiceSet, offers: Offers): Split | null {
  const most = mostGains(sums, unused, offers);
  const search: Search = { offers, sums, most, sets: [], fields: [], best: null };
  extend(search, unused, 0, 0);
  return search.best;
}

function extend(search: Search, free: DiceSet, depth: number, gain: number): void {
  if (free === 0) {
    if (search.best === null || gain > search.best.gain) search.best = { gain, groups: groupsOf(search, depth) };
    return;
  }
  if (gain + (search.most[free] as number) <= (search.best?.gain ?? NO_GAIN)) return;
  const first = 1 << (31 - Math.clz32(free));
  const others = free & ~first;
  for (let set = others; ; set = (set - 1) & others) {
    const at = placeOf(search, search.sums[set | first] as number, depth);
    if (at !== -1) {
      search.sets[depth] = set | first;
      search.fields[depth] = search.offers.fields[at] as number;
      extend(search, others & ~set, depth + 1, gain + (search.offers.gains[at] as number));
    }
    if (set === 0) return;
  }
}

/** Returns the index of the best offer for a sum whose field is not yet used; −1: there is none. */
function placeOf({ offers, fields }: Search, sum: number, depth: number): number {
  for (let at = RIVALS * sum; at < RIVALS * sum + RIVALS; at++) {
    const field = offers.fields[at] as number;
    if (field === -1) return -1;
    let isTaken = false;
    for (let group = 0; group < depth && !isTaken; group++) isTaken = fields[group] === field;
    if (!isTaken) return at;
  }
  return -1;
}

function groupsOf({ sums, sets, fields }: Search, depth: number): Group[] {
  const groups: Group[] = [];
  for (let group = 0; group < depth; group++) {
    const set = sets[group] as DiceSet;
    groups.push({ set, sum: sums[set] as number, field: fields[group] as number });
  }
  return groups;
}

/** Returns for each set of dice a gain that no split exceeds: the gain if every field could be used repeatedly. */
function mostGains(sums: readonly number[], unused: DiceSet, { gains }: Offers): number[] {
  const most = NO_GAINS.slice();
  for (const free of partsOf(unused)) {
    const first = 1 << (31 - Math.clz32(free));
    const others = free & ~first;
    let best = NO_GAIN;
    for (let set = others; ; set = (set - 1) & others) {
      const gain = (gains[RIVALS * (sums[set | first] as number)] as number) + (most[others & ~set] as number);
      if (gain > best) best = gain;
      if (set === 0) break;
    }
    most[free] = best;
  }
  return most;
}
