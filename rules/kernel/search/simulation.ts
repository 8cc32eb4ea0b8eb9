import type { Chance } from '../chance.ts';
import type { ActionShape, AnyRuleset, Outcome, Policy, Seat } from '../ruleset.ts';
import { FastChance } from './fast-chance.ts';
import { playoutsOf, policyOf, SEARCH, shownTo } from './policy.ts';
import { playouts, search } from './search.ts';

/** One game played by policies alone. */
export interface SimulatedGame {
  outcome: Outcome;
  /** how many actions were made */
  actions: number;
}

/** How a seat is played: by a policy, or by search with so many playouts for each decision. */
export type Player = Policy<any, any> | { playouts: number };

/** The player of that name, or null; `playouts` is how many `search` has for each decision. */
export function playerOf(ruleset: AnyRuleset, name: string, playouts: number): Player | null {
  const fixed = name === SEARCH ? playouts : playoutsOf(name);
  return fixed === null ? policyOf(ruleset, name) : { playouts: fixed };
}

export interface SimulationPlan {
  ruleset: AnyRuleset;
  options: unknown;
  /** one for each seat */
  players: readonly Player[];
  seed: string;
  /** positions that the games begin from, in turn; none: each begins with its set-up */
  worlds: readonly unknown[];
}

/** A game that has not ended after so many actions is taken for one that never does. */
const MOST_ACTIONS = 1_000_000;

/**
 * Plays the game of that number. It depends on the plan and the number alone, so that games can be shared out
 * among any number of processes; what players draw is kept apart from the chance of the game.
 */
export function simulateGame(plan: SimulationPlan, number: number): SimulatedGame {
  const name = `${plan.seed}/${number}`;
  return simulateOn(plan, number, `${name}/game`, name);
}

/** Plays a game whose chance follows from one seed, and what its players draw from another; so two games can have the same chance. */
export function simulateOn(plan: SimulationPlan, number: number, chanceOf: string, lotsOf: string): SimulatedGame {
  const { ruleset, options, players, worlds } = plan;
  const chance = new FastChance(chanceOf);
  const lots = players.map((_, seat) => new FastChance(`${lotsOf}/seat ${seat}`));
  let state = worlds[number % worlds.length] ?? ruleset.setup(options, players.length, chance).state;
  let actions = 0;
  for (;;) {
    const [seat] = ruleset.actors(state);
    if (seat === undefined) break;
    if (actions === MOST_ACTIONS) throw new Error(`game ${number} has not ended after ${actions} actions`);
    const action = decision(plan, state, seat, lots[seat] as Chance);
    ({ state } = ruleset.apply(state, seat, action, chance));
    actions++;
  }
  const outcome = ruleset.outcome(state);
  if (outcome === null) throw new Error(`game ${number} stopped without an outcome`);
  return { outcome, actions };
}

function decision({ ruleset, options, players }: SimulationPlan, state: unknown, seat: Seat, lot: Chance): ActionShape {
  const player = players[seat] as Player;
  if (typeof player === 'function') {
    return player(shownTo(player, ruleset, state, seat), ruleset.legalActions(state, seat), lot);
  }
  return search({
    ruleset,
    scoring: ruleset.scoring(options),
    seat,
    sample: () => ruleset.redeal(state, seat, lot),
    chance: lot,
    more: playouts(player.playouts),
  });
}
