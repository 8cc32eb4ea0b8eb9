import { type Leaf, order } from './features.ts';

/** What some scenes say about one thing: its values, and their places in an order, by scene. */
export interface Column {
  values: readonly unknown[];
  ranks: readonly number[];
}

/** What scenes say about a told thing and a hidden one: what is told, what is so, and what is so in a world. */
export interface Columns {
  told: Column;
  truth: Column;
  world: Column;
}

/** How what is told keeps to the truth and how it keeps to worlds, over the four scenes from this one on. */
export type Measure = (columns: Columns, from: number, balance: Balance) => void;

/**
 * By how many of its own standard errors what is told keeps to the truth more than to worlds. If truth and world could change
 * places without the viewer seeing it, each difference would be as likely one way as the other, and a sum of such
 * differences goes beyond t less often than 2 exp(-t²/2), whatever their sizes (Hoeffding's inequality). Where it keeps
 * to worlds more than to the truth, nothing is given away: the worlds are only too wide.
 */
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

/** What rises or falls with what is told, is there or is missing with it: the value itself, a sum, a count, a place. */
export const goesAlong: Measure = inPairs(
  (told, hidden, one, other) => orderOf(told, one, other) * orderOf(hidden, one, other),
);

/** For lists: whether what is told is among what lies there, wherever it lies. */
export const liesThere: Measure = inPairs(({ values: told }, hidden, one, other) => {
  const has = (scene: number, value: unknown) =>
    Number((hidden.values[scene] as readonly unknown[] | undefined)?.includes(value) ?? false);
  return has(one, told[one]) + has(other, told[other]) - has(one, told[other]) - has(other, told[one]);
});

/** Whatever else follows from what is told, such as whether a number is odd: it is the same where the same is told. */
export const isSameWith: Measure = ({ told, truth, world }, from, balance) => {
  const weight = sameness(told, from);
  if (weight !== 0) balance.add(weight * sameness(truth, from), weight * sameness(world, from));
};

function sameness({ ranks }: Column, a: number): number {
  const [b, c, d] = [a + 1, a + 2, a + 3];
  const same = (one: number, other: number) => Number(ranks[one] === ranks[other]);
  return same(a, b) + same(c, d) - same(a, c) - same(b, d);
}

/** A column of what was read in scenes; lists have no order among each other. */
export function columnOf(values: readonly unknown[]): Column {
  if (values.some((value) => Array.isArray(value))) return { values, ranks: [] };
  const distinct = [...new Set(values as readonly Leaf[])].sort(order);
  const rank = new Map(distinct.map((value, i) => [value, i]));
  return { values, ranks: (values as readonly Leaf[]).map((value) => rank.get(value) as number) };
}

/** See `Balance`. */
export function excessOf(measure: Measure, columns: Columns): number {
  const balance = new Balance();
  for (let from = 0; from + 4 <= columns.told.values.length; from += 4) measure(columns, from, balance);
  return balance.excess;
}
