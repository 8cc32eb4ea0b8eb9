import { parentPort } from 'node:worker_threads';
import type { Seat } from '../../kernel/ruleset.ts';
import { FastChance } from '../../kernel/search/fast-chance.ts';
import { playouts, search, takingTurns } from '../../kernel/search/search.ts';
import { loadCatalogue, versionIn } from '../../rulesets/catalogue.ts';

/** How much to think: for a while, or for so many playouts, which takes no notice of the clock. */
export type Budget = { ms: number } | { playouts: number };

/** A decision to think about. The true position is not part of it. */
export interface Thought {
  ruleset: string;
  rulesVersion: number;
  options: unknown;
  seat: Seat;
  /** positions that the seat cannot tell from the true one */
  worlds: unknown[];
  /** of the search's own lots */
  seed: string;
  budget: Budget;
}

/** Rulesets as in production: their checks are for finding mistakes in rules. */
const catalogue = await loadCatalogue(false);

parentPort?.on('message', (thought: Thought) => {
  const ruleset = versionIn(catalogue, thought.ruleset, thought.rulesVersion)?.ruleset;
  if (ruleset === undefined)
    throw new Error(`there is no version ${thought.rulesVersion} of ruleset ${thought.ruleset}`);
  const action = search({
    ruleset,
    scoring: ruleset.scoring(thought.options),
    seat: thought.seat,
    sample: takingTurns(thought.worlds),
    chance: new FastChance(thought.seed),
    more: within(thought.budget),
  });
  parentPort?.postMessage(action);
});

/** Whether there is room for one more playout, asked before each. */
function within(budget: Budget): () => boolean {
  if ('playouts' in budget) return playouts(budget.playouts);
  const deadline = performance.now() + budget.ms;
  return () => performance.now() < deadline;
}
