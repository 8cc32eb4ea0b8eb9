import { type Leaf, order } from './features.ts';

/** Values, one for each scene, and their ranks. A scene repeats the last step of the game with other random numbers. */
export interface Column {
  values: readonly unknown[];
  ranks: readonly number[];
}

/** `told`: what the viewer learns. `truth`: the hidden value in the real position. `world`: the hidden value in another
 * position that looks the same to the viewer. */
export interface Columns {
  told: Column;
  truth: Column;
  world: Column;
}

/** Compares what the viewer learns in the four scenes that begin at index `from` with the truth and with the other
 * position. Adds both similarities to `balance`. */
export type Measure = (columns: Columns, from: number, balance: Balance) => void;

/** Measures, in standard errors, how much better the truth matches what the viewer learns than the other position does.
 * If nothing leaks, a result above t has a probability below 2 exp(-t²/2) (Hoeffding's inequality). */
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

/** Finds learned and hidden values that rise and fall together, or exist and are missing together. */
export const goesAlong: Measure = inPairs(
  (told, hidden, one, other) => orderOf(told, one, other) * orderOf(hidden, one, other),
);

/** Finds learned values that are elements of a hidden list, at any place. */
export const liesThere: Measure = inPairs(({ values: told }, hidden, one, other) => {
  const has = (scene: number, value: unknown) =>
    Number((hidden.values[scene] as readonly unknown[] | undefined)?.includes(value) ?? false);
  return has(one, told[one]) + has(other, told[other]) - has(one, told[other]) - has(other, told[one]);
});

/** Finds hidden values that follow from what the viewer learns: if the one is equal in two scenes, so is the other. */
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
