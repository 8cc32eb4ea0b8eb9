import type { Chance } from '#rules/kernel/chance.ts';
import type { AnyRuleset, Seat } from '#rules/kernel/ruleset.ts';
import { FastChance } from '#rules/kernel/search/fast-chance.ts';
import { shuffle } from '#rules/kernel/tabletop/cards.ts';
import { one } from './samples.ts';
import type { Options } from './trial.ts';

export interface Glimpse {
  state: unknown;
  seat: Seat;
}

export function glimpse(ruleset: AnyRuleset, options: Options, seats: number, seed: string, steps: number): Glimpse {
  const lot = new FastChance(seed);
  const wanted = lot.int(steps);
  let { state } = ruleset.setup(options, seats, lot);
  for (let step = 0; step < wanted; step++) {
    const actor = one(ruleset.actors(state), lot);
    const next = ruleset.apply(state, actor, one(ruleset.legalActions(state, actor), lot), lot).state;
    if (ruleset.actors(next).length === 0) break;
    state = next;
  }
  return { state, seat: lot.int(seats) };
}

export type Leaves = ReadonlyMap<string, unknown>;

export function leavesOf(value: unknown): Leaves {
  const leaves = new Map<string, unknown>();
  const walk = (part: unknown, path: string): void => {
    if (typeof part !== 'object' || part === null) {
      leaves.set(path, part);
      return;
    }
    if (Array.isArray(part)) leaves.set(`${path}/length`, part.length);
    for (const [name, inner] of Object.entries(part)) walk(inner, `${path}/${name}`);
  };
  walk(value, '');
  return leaves;
}

/** Ranks the true position among others that look the same to the viewer, by how many values it shares with them. Ties
 * are drawn by lot. If nothing leaks, all ranks are equally likely. */
export function placeOfTruth(truth: Leaves, worlds: readonly Leaves[], lot: Chance): number {
  const all = [truth, ...worlds];
  const counts = new Map<string, Map<unknown, number>>();
  for (const leaves of all) {
    for (const [path, value] of leaves) {
      const at = counts.get(path) ?? new Map<unknown, number>();
      counts.set(path, at.set(value, (at.get(value) ?? 0) + 1));
    }
  }
  const shared = all.map((leaves) =>
    [...leaves].reduce((sum, [path, value]) => sum + (counts.get(path)?.get(value) ?? 0), 0),
  );
  const order = shuffle(lot, [...all.keys()]).sort((a, b) => (shared[b] as number) - (shared[a] as number));
  return order.indexOf(0);
}

export function chiSquare(counts: readonly number[]): number {
  const expected = counts.reduce((sum, count) => sum + count, 0) / counts.length;
  return counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
}

/** Compares two worlds with the true position. For each kind of value, measures how much more often the first world has
 * the true value than the second world does, in standard errors. */
export class Agreement {
  readonly #kinds = new Map<string, { sum: number; squares: number }>();
  #positions = 0;

  note(truth: Leaves, world: Leaves, another: Leaves): void {
    this.#positions++;
    const more = new Map<string, number>();
    for (const [path, value] of world) {
      const difference = Number(truth.get(path) === value) - Number(another.get(path) === value);
      if (difference === 0) continue;
      const kind = path.replace(/\d+/g, '#');
      more.set(kind, (more.get(kind) ?? 0) + difference);
    }
    for (const [kind, difference] of more) {
      const { sum, squares } = this.#kinds.get(kind) ?? { sum: 0, squares: 0 };
      this.#kinds.set(kind, { sum: sum + difference, squares: squares + difference ** 2 });
    }
  }

  excesses(): Map<string, number> {
    const inErrors = ({ sum, squares }: { sum: number; squares: number }) =>
      sum / Math.sqrt(Math.max(squares - sum ** 2 / this.#positions, 1));
    return new Map([...this.#kinds].map(([kind, sums]) => [kind, inErrors(sums)]));
  }
}
