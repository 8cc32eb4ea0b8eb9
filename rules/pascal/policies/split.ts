import { ALL_DICE, type DiceSet, partsOf } from '../dice.ts';
import { NO_GAIN, type Offers, RIVALS } from './offers.ts';

const NO_GAINS: readonly number[] = new Array<number>(ALL_DICE + 1).fill(0);

/** A set of dice and the field that their sum goes into. */
export interface Group {
  set: DiceSet;
  sum: number;
  field: number;
}

/** A way to use all dice of a set. */
export interface Split {
  gain: number;
  groups: Group[];
}

/** What the search for a split has in hand: the sets and fields of the first `depth` groups are those being tried. */
interface Search {
  offers: Offers;
  sums: readonly number[];
  most: readonly number[];
  sets: DiceSet[];
  fields: number[];
  best: Split | null;
}

/**
 * The split of dice that gains the most, or null when they cannot all be used; `sums` says what each set of them adds up to.
 * The last die that is still free is tried with every set of the others, where that could still gain more than what was found.
 */
export function bestSplit(sums: readonly number[], unused: DiceSet, offers: Offers): Split | null {
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

/** Where the best offer for a sum stands whose field is not taken yet; −1 if there is none. */
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

/** By set of dice: the most that its splits could gain if no field were taken. */
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
