import { type Leaf, order } from './features.ts';

/** Values by scene (one repetition of the last step), and their ranks. */
export interface Column {
  values: readonly unknown[];
  ranks: readonly number[];
}

/** `told` is what the viewer learns, `truth` and `world` are the hidden value in the real position and in one that
 * looks the same. */
export interface Columns {
  told: Column;
  truth: Column;
  world: Column;
}

/** Compares, over four scenes from `from`, whether what the viewer learns follows the truth more closely than the other
 * position. */
export type Measure = (columns: Columns, from: number, balance: Balance) => void;

/** How much closer the link to the truth is than that to other positions, in standard errors. If nothing leaks, the two
 * can be exchanged, and a sum above t has a probability below 2 exp(-t²/2) (Hoeffding's inequality). */
export class Balance {
  #truth = 0;
  #world = 0;
  #squares = 0;

  add(truth: number, world: number): void {
    this.#truth += truth;
    this.#world += world;
    this.#squares += (truth - world) ** 2;
  }

  get excess(): number {
    if (Math.abs(this.#truth) <= Math.abs(this.#world)) return 0;
    return Math.abs(this.#truth - this.#world) / Math.sqrt(this.#squares);
  }
}

type OfPair = (told: Column, hidden: Column, one: number, other: number) => number;

function inPairs(measure: OfPair): Measure {
  return ({ told, truth, world }, from, balance) => {
    for (let one = from; one < from + 4; one += 2) {
      if (told.ranks[one] === told.ranks[one + 1]) continue;
      balance.add(measure(told, truth, one, one + 1), measure(told, world, one, one + 1));
    }
  };
}

function orderOf({ ranks }: Column, one: number, other: number): number {
  return Math.sign((ranks[one] as number) - (ranks[other] as number));
}

/** Finds values that rise, fall, exist or are missing together. */
export const goesAlong: Measure = inPairs(
  (told, hidden, one, other) => orderOf(told, one, other) * orderOf(hidden, one, other),
);

/** For lists: finds a value as an element at any place. */
export const liesThere: Measure = inPairs(({ values: told }, hidden, one, other) => {
  const has = (scene: number, value: unknown) =>
    Number((hidden.values[scene] as readonly unknown[] | undefined)?.includes(value) ?? false);
  return has(one, told[one]) + has(other, told[other]) - has(one, told[other]) - has(other, told[one]);
});

/** Finds any function of what the viewer learns, such as odd or even: it is equal where that is equal. */
export const isSameWith: Measure = ({ told, truth, world }, from, balance) => {
  const weight = sameness(told, from);
  if (weight !== 0) balance.add(weight * sameness(truth, from), weight * sameness(world, from));
};

function sameness({ ranks }: Column, a: number): number {
  const [b, c, d] = [a + 1, a + 2, a + 3];
  const same = (one: number, other: number) => Number(ranks[one] === ranks[other]);
  return same(a, b) + same(c, d) - same(a, c) - same(b, d);
}

export function columnOf(values: readonly unknown[]): Column {
  if (values.some((value) => Array.isArray(value))) return { values, ranks: [] };
  const distinct = [...new Set(values as readonly Leaf[])].sort(order);
  const rank = new Map(distinct.map((value, i) => [value, i]));
  return { values, ranks: (values as readonly Leaf[]).map((value) => rank.get(value) as number) };
}

export function excessOf(measure: Measure, columns: Columns): number {
  const balance = new Balance();
  for (let from = 0; from + 4 <= columns.told.values.length; from += 4) measure(columns, from, balance);
  return balance.excess;
}
