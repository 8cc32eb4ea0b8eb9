import type { Chance } from '../chance.ts';
import type { ActionShape, Scoring, Seat } from '../ruleset.ts';
import { FastChance } from './fast-chance.ts';
import type { SearchedRules } from './rollout.ts';
import { SearchTree } from './search-tree.ts';

/**
 * A decision that search is asked for. The true position is not part of it: all that search ever sees are worlds,
 * so that it cannot use what its seat does not know.
 */
export interface Question<State, Action extends ActionShape> {
  ruleset: SearchedRules<State, Action>;
  /** which scores are good, for solo games */
  scoring: Scoring;
  /** who decides: a seat that is to act */
  seat: Seat;
  /** another whole position that agrees with all that the seat has seen */
  sample(): State;
  /** for its own lots; the same chance, worlds and budget always give the same choice */
  chance: Chance;
  /** whether there is time for one more playout, asked before each */
  more(): boolean;
}

/** A world and the draws that it is played on with: the same for every action, so that luck compares alike. */
interface Deal<State> {
  world: State;
  seed: string;
}

/** So many deals are kept at most; then they take turns. */
const MOST_DEALS = 500;
/** So many worlds are drawn at most, which takes longer than a playout in some games; further deals only draw otherwise in these. */
const MOST_WORLDS = 64;

/**
 * Chooses an action by information-set Monte Carlo tree search: every playout takes a world that the seat cannot tell from the
 * true one, tries an action in it, and goes on through the search tree. The seat's own decision is the root. Throws if
 * the seat has nothing to decide.
 */
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

/** Worlds that were drawn beforehand, each once, and then ones dealt anew from these in turn. Needs at least one. */
export function dealtAnewFrom<State>(worlds: readonly State[], anew: (world: State) => State): () => State {
  let taken = 0;
  return () => {
    const world = worlds[taken % worlds.length] as State;
    return taken++ < worlds.length ? world : anew(world);
  };
}

/** Room for so many playouts, however long they take. */
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
