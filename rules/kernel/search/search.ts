import type { Chance } from '../chance.ts';
import type { ActionShape, Scoring, Seat } from '../ruleset.ts';
import { FastChance } from './fast-chance.ts';
import { playedOn, type SearchedRules } from './rollout.ts';
import { SearchTree } from './search-tree.ts';

/** A decision to search for. It lacks the true position: search gets only positions that look the same to the seat, so
 * it cannot use hidden facts. */
export interface Question<State, Action extends ActionShape> {
  ruleset: SearchedRules<State, Action>;
  scoring: Scoring;
  seat: Seat;
  /** returns a complete position that agrees with everything the seat has seen; each call may return another one */
  sample(): State;
  /** the source of random choices; if chance, positions and number of playouts are equal, the action is the same */
  chance: Chance;
  /** called before each playout; returns true if there is time for one more */
  more(): boolean;
}

/** A possible position and the seed for all that follows. All actions are tried in the same deals, with equal luck. */
interface Deal<State> {
  world: State;
  seed: string;
}

const MOST_DEALS = 500;
/** The search draws at most this many positions, because drawing one can take longer than a playout. Later deals use
 * the same positions with other random numbers. */
const MOST_WORLDS = 64;

// Returns the best action by information-set Monte Carlo tree search. The root of the tree is the seat's decision.
// Throws if the seat has nothing to decide.
export function search<State, Action extends ActionShape>(question: Question<State, Action>): Action {
  const { ruleset, scoring, seat, sample, chance, more } = question;
  const first = sample();
  const legal = ruleset.legalActions(first, seat);
  if (legal.length === 0) throw new Error(`seat ${seat} has nothing to search for: it is not to act`);
  if (legal.length === 1) return legal[0] as Action;

  const tree = new SearchTree(ruleset, scoring, chance);
  const root = tree.nodeFor(first, seat, legal);
  const deals: Deal<State>[] = [{ world: first, seed: seedFrom(chance) }];
  while (more()) {
    const arm = root.next(chance);
    const turn = arm.visits % MOST_DEALS;
    deals[turn] ??= { world: turn < MOST_WORLDS ? sample() : worldOf(deals, turn), seed: seedFrom(chance) };
    const { world, seed } = deals[turn] as Deal<State>;
    const game = new FastChance(seed);
    const { state } = ruleset.apply(world, seat, legal[arm.place] as Action, game);
    root.count(arm, tree.playout(state, game)?.[seat] ?? null);
  }
  return legal[root.best(chance)] as Action;
}

/** Returns a source of positions: each given position once, then variants of them in turn, made by `anew`. */
export function redealtFrom<State>(worlds: readonly State[], anew: (world: State) => State): () => State {
  let taken = 0;
  return () => {
    const world = worlds[taken % worlds.length] as State;
    return taken++ < worlds.length ? world : anew(world);
  };
}

export function playouts(count: number): () => boolean {
  let left = count;
  return () => left-- > 0;
}

function worldOf<State>(deals: readonly Deal<State>[], turn: number): State {
  return (deals[turn % MOST_WORLDS] as Deal<State>).world;
}

function seedFrom(chance: Chance): string {
  return `${chance.int(2 ** 32)}/${chance.int(2 ** 32)}`;
}

interface Comparison<State, Action extends ActionShape> {
  ruleset: SearchedRules<State, Action> & { redeal(state: State, seat: Seat, chance: FastChance): State };
  scoring: Scoring;
  seat: Seat;
  /** a position that looks to the seat like the true position */
  world: State;
  actions: readonly Action[];
  seed: string;
}

// Returns results by deal and action. Deal n draws the same random numbers for every action, no matter which other
// deals are played. Null: a playout of this deal had no result.
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
