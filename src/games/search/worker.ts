import { parentPort } from 'node:worker_threads';
import { loadCatalogue, versionIn } from '#rules/catalogue.ts';
import { gameSeedFromText } from '#rules/kernel/chance.ts';
import type { ActionShape, AnyRuleset, Seat } from '#rules/kernel/ruleset.ts';
import { FastChance } from '#rules/kernel/search/fast-chance.ts';
import { type Par, parOf } from '#rules/kernel/search/par.ts';
import { dealtAnewFrom, playouts, search, worthsInDeals } from '#rules/kernel/search/search.ts';

/** How much to think: for a while, or for so many playouts, which ignores the clock. */
export type Budget = { ms: number } | { playouts: number };

/** By which rules something is to be worked out. */
interface Rules {
  ruleset: string;
  rulesVersion: number;
  /** complete, and fit for the number of seats */
  options: unknown;
}

/** A decision to think about. The true position is not part of it. */
export interface Thought extends Rules {
  seat: Seat;
  /** positions that the seat cannot tell from the true one */
  worlds: unknown[];
  /** of the search's own lots */
  seed: string;
  budget: Budget;
}

/** A game whose par is asked for. */
export interface ParQuestion extends Rules {
  seats: number;
  /** the open seed of the game */
  gameSeed: string;
}

/** Options of a decision that are to be compared in deals that are the same for all of them. The true position is not part of it. */
export interface DealsQuestion extends Rules {
  seat: Seat;
  /** a position that the seat cannot tell from the true one */
  world: unknown;
  actions: readonly ActionShape[];
  /** what all draws follow from, and which deals are meant: so many from the first one on */
  seed: string;
  first: number;
  deals: number;
}

/** What the actions are worth to the seat, by deal; null: a playout came to no verdict. */
export interface DealsAnswer {
  worths: (number[] | null)[];
  /** how long that took */
  ms: number;
}

/** Rulesets as in production: their checks are for finding mistakes in rules. */
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
    sample: dealtAnewFrom(worlds, (world) => ruleset.redeal(world, seat, chance)),
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

/** Whether there is room for one more playout, asked before each. */
function within(budget: Budget): () => boolean {
  if ('playouts' in budget) return playouts(budget.playouts);
  const deadline = performance.now() + budget.ms;
  return () => performance.now() < deadline;
}
