import { parentPort } from 'node:worker_threads';
import { loadCatalogue, versionIn } from '#rules/catalogue.ts';
import { gameSeedFromText } from '#rules/kernel/chance.ts';
import type { ActionShape, AnyRuleset, Seat } from '#rules/kernel/ruleset.ts';
import { FastChance } from '#rules/kernel/search/fast-chance.ts';
import { type Par, parOf } from '#rules/kernel/search/par.ts';
import { playouts, redealtFrom, search, worthsInDeals } from '#rules/kernel/search/search.ts';

/** The limit of a search: milliseconds, or a number of simulated games (playouts) no matter how long they take. */
export type Budget = { ms: number } | { playouts: number };

interface Rules {
  ruleset: string;
  rulesVersion: number;
  /** complete options, valid for the number of seats */
  options: unknown;
}

/** A question for a search. It lacks the true position, so the search cannot use it. */
export interface Thought extends Rules {
  seat: Seat;
  /** positions that the seat cannot tell from the true one */
  worlds: unknown[];
  /** the seed of the search's own random choices */
  seed: string;
  budget: Budget;
}

export interface ParQuestion extends Rules {
  seats: number;
  gameSeed: string;
}

/** A question that compares actions with the same hidden cards and dice (a deal). It lacks the true position. */
export interface DealsQuestion extends Rules {
  seat: Seat;
  world: unknown;
  actions: readonly ActionShape[];
  /** the source of all random numbers in the deals `first` to `first + deals - 1` */
  seed: string;
  first: number;
  deals: number;
}

/** Results by deal and action; null: a simulated game had no result. */
export interface DealsAnswer {
  worths: (number[] | null)[];
  /** the time for the answer in milliseconds */
  ms: number;
}

/** `false`: does not call `Object.freeze` on positions, because that is slow. Only tests do. */
const catalogue = await loadCatalogue(false);

parentPort?.on('message', (asked: Thought | ParQuestion | DealsQuestion) => {
  parentPort?.postMessage('worlds' in asked ? thoughtOut(asked) : 'deals' in asked ? dealt(asked) : par(asked));
});

function thoughtOut(thought: Thought): ActionShape {
  const ruleset = rulesOf(thought);
  const { seat, worlds } = thought;
  const chance = new FastChance(thought.seed);
  return search({
    ruleset,
    scoring: ruleset.scoring(thought.options),
    seat,
    sample: redealtFrom(worlds, (world) => ruleset.redeal(world, seat, chance)),
    chance,
    more: within(thought.budget),
  });
}

function dealt(asked: DealsQuestion): DealsAnswer {
  const ruleset = rulesOf(asked);
  const { options, first, deals } = asked;
  const began = performance.now();
  const worths = worthsInDeals({ ...asked, ruleset, scoring: ruleset.scoring(options) }, first, deals);
  return { worths, ms: performance.now() - began };
}

function par(asked: ParQuestion): Par | null {
  return parOf(rulesOf(asked), asked.options, asked.seats, gameSeedFromText(asked.gameSeed));
}

function rulesOf({ ruleset, rulesVersion }: Rules): AnyRuleset {
  const rules = versionIn(catalogue, ruleset, rulesVersion)?.ruleset;
  if (rules === undefined) throw new Error(`there is no version ${rulesVersion} of ruleset ${ruleset}`);
  return rules;
}

function within(budget: Budget): () => boolean {
  if ('playouts' in budget) return playouts(budget.playouts);
  const deadline = performance.now() + budget.ms;
  return () => performance.now() < deadline;
}
