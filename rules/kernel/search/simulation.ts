import type { Chance } from '../chance.ts';
import type { ActionShape, AnyRuleset, Outcome, Policy, Seat } from '../ruleset.ts';
import { FastChance } from './fast-chance.ts';
import { playoutsOf, policyOf, SEARCH, shownTo } from './policy.ts';
import { playouts, search } from './search.ts';

export interface SimulatedGame {
  outcome: Outcome;
  actions: number;
}

export type Player = Policy<any, any> | { playouts: number };

/** Returns a player by name; null: the name is unknown. `playouts` is the number for each decision of the player
 * `search`; others ignore it. */
export function playerOf(ruleset: AnyRuleset, name: string, playouts: number): Player | null {
  const fixed = name === SEARCH ? playouts : playoutsOf(name);
  return fixed === null ? policyOf(ruleset, name) : { playouts: fixed };
}

export interface SimulationPlan {
  ruleset: AnyRuleset;
  options: unknown;
  players: readonly Player[];
  seed: string;
  /** positions in which the games start, in turn; if empty, each game starts with its set-up */
  worlds: readonly unknown[];
}

/** `simulateOn` throws if a game has more actions than this, because the game would probably never end. */
const MOST_ACTIONS = 1_000_000;

/** Plays one game. The result depends only on plan and number, so several processes can share the games. The players
 * draw their own random numbers. */
export function simulateGame(plan: SimulationPlan, number: number): SimulatedGame {
  const name = `${plan.seed}/${number}`;
  return simulateOn(plan, number, `${name}/game`, name);
}

/** Plays a game with separate seeds for game and players, so that two games can have the same cards and rolls. */
export function simulateOn(
  plan: SimulationPlan,
  number: number,
  chanceSeed: string,
  playerSeed: string,
): SimulatedGame {
  const { ruleset, options, players, worlds } = plan;
  const chance = new FastChance(chanceSeed);
  const ownChances = players.map((_, seat) => new FastChance(`${playerSeed}/seat ${seat}`));
  const given = worlds.length === 0 ? undefined : worlds[number % worlds.length];
  let state = given ?? ruleset.setup(options, players.length, chance).state;
  let actions = 0;
  for (;;) {
    const [seat] = ruleset.actors(state);
    if (seat === undefined) break;
    if (actions === MOST_ACTIONS) throw new Error(`game ${number} has not ended after ${actions} actions`);
    const action = decision(plan, state, seat, ownChances[seat] as Chance);
    ({ state } = ruleset.apply(state, seat, action, chance));
    actions++;
  }
  const outcome = ruleset.outcome(state);
  if (outcome === null) throw new Error(`game ${number} stopped without an outcome`);
  return { outcome, actions };
}

function decision({ ruleset, options, players }: SimulationPlan, state: unknown, seat: Seat, own: Chance): ActionShape {
  const player = players[seat] as Player;
  if (typeof player === 'function') {
    return player(shownTo(player, ruleset, state, seat), ruleset.legalActions(state, seat), own);
  }
  return search({
    ruleset,
    scoring: ruleset.scoring(options),
    seat,
    sample: () => ruleset.redeal(state, seat, own),
    chance: own,
    more: playouts(player.playouts),
  });
}
