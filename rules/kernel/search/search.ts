import type { Chance } from '../chance.ts';
import type { ActionShape, Scoring, Seat } from '../ruleset.ts';
import { FastChance } from './fast-chance.ts';
import { playedOn, type SearchedRules } from './rollout.ts';
import { SearchTree } from './search-tree.ts';

/** A decision to search for. It does not contain the true position: search sees only positions that the seat cannot
 * tell from it, so it cannot use hidden facts. */
export interface Question<State, Action extends ActionShape> {
  ruleset: SearchedRules<State, Action>;
  scoring: Scoring;
  seat: Seat;
  /** returns another complete position that agrees with everything the seat has seen */
  sample(): State;
  /** for the random choices of the search; equal chance, positions and budget give the same choice */
  chance: Chance;
  /** called before each playout: true if there is time for one more */
  more(): boolean;
}

/** A possible position and the seed of its further chance. All actions are tried in it, so luck affects them alike. */
interface Deal<State> {
  world: State;
  seed: string;
}

const MOST_DEALS = 500;
/** Draws at most this many positions, because one can cost more than a playout. Later deals use them again with other
 * chance. */
const MOST_WORLDS = 64;

// Information-set Monte Carlo tree search. The root is the seat's decision. Throws if the seat has nothing to decide.
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

/** Returns each of the given positions once, and then positions that are dealt anew from them in turn. Needs at least
 * one. */
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
  /** a position that looks the same to the seat as the true one */
  world: State;
  actions: readonly Action[];
  seed: string;
}

// Returns results by deal and action. Deal n has the same chance for every action and for any choice of other deals.
// Null: a playout had no result.
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
