import type { ActionShape, Scoring, Seat } from '../ruleset.ts';
import { FastChance } from './fast-chance.ts';
import { playedOn, type SearchedRules } from './rollout.ts';

/** Actions of a seat that are to be compared. The true position is not part of it. */
export interface Comparison<State, Action extends ActionShape> {
  ruleset: SearchedRules<State, Action> & { redeal(state: State, seat: Seat, chance: FastChance): State };
  /** which scores are good, for solo games */
  scoring: Scoring;
  /** who decides: a seat that is to act */
  seat: Seat;
  /** a position that the seat cannot tell from the true one */
  world: State;
  /** each is legal */
  actions: readonly Action[];
  /** what all draws follow from */
  seed: string;
}

/**
 * What each action is worth to the seat in the same deals, from the `first`th on: by deal, by action. In the n-th deal all that the
 * seat cannot know is drawn anew, and the game is played on by the rule of thumb: the draws of the game and of those who choose by lot
 * are the same for every action. The n-th deal is the same whichever others are asked for. Null: some playout came to no verdict.
 */
export function worthsInDeals<State, Action extends ActionShape>(
  comparison: Comparison<State, Action>,
  first: number,
  count: number,
): (number[] | null)[] {
  return Array.from({ length: count }, (_, n) => worthsInDeal(comparison, `${comparison.seed}/${first + n}`));
}

function worthsInDeal<State, Action extends ActionShape>(
  { ruleset, scoring, seat, world, actions }: Comparison<State, Action>,
  name: string,
): number[] | null {
  const dealt = ruleset.redeal(world, seat, new FastChance(`${name}/world`));
  const worths: number[] = [];
  for (const action of actions) {
    const game = new FastChance(`${name}/game`);
    const { state } = ruleset.apply(dealt, seat, action, game);
    const lots = { game, choices: new FastChance(`${name}/choices`) };
    const worth = playedOn(ruleset, scoring, state, lots)?.[seat];
    if (worth === undefined) return null;
    worths.push(worth);
  }
  return worths;
}
