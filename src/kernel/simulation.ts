import { FastChance } from './fast-chance.ts';
import { randomPolicy } from './policy.ts';
import type { AnyRuleset, Outcome, Policy } from './ruleset.ts';

/** One game played by policies alone. */
export interface SimulatedGame {
  outcome: Outcome;
  /** how many actions were made */
  actions: number;
}

export interface SimulationPlan {
  ruleset: AnyRuleset;
  options: unknown;
  /** one for each seat */
  policies: readonly Policy<any, any>[];
  seed: string;
}

/** A game that has not ended after so many actions is taken for one that never does. */
const MOST_ACTIONS = 1_000_000;

/**
 * Plays the game of that number. It depends on the plan and the number alone, so that games can be shared out
 * among any number of processes; what policies draw is kept apart from the chance of the game.
 */
export function simulateGame({ ruleset, options, policies, seed }: SimulationPlan, number: number): SimulatedGame {
  const chance = new FastChance(`${seed}/${number}/game`);
  const lots = policies.map((_, seat) => new FastChance(`${seed}/${number}/seat ${seat}`));
  let { state } = ruleset.setup(options, policies.length, chance);
  let actions = 0;
  for (;;) {
    const [seat] = ruleset.actors(state);
    if (seat === undefined) break;
    if (actions === MOST_ACTIONS) throw new Error(`game ${number} has not ended after ${actions} actions`);
    const policy = policies[seat] as Policy<any, any>;
    const view = policy === randomPolicy ? null : ruleset.view(state, seat); // who chooses by lot need not look
    const action = policy(view, ruleset.legalActions(state, seat), lots[seat] as FastChance);
    ({ state } = ruleset.apply(state, seat, action, chance));
    actions++;
  }
  const outcome = ruleset.outcome(state);
  if (outcome === null) throw new Error(`game ${number} stopped without an outcome`);
  return { outcome, actions };
}
