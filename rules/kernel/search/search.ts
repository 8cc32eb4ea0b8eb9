import type { Chance } from '../chance.ts';
import type { ActionShape, Scoring, Seat } from '../ruleset.ts';
import { FastChance } from './fast-chance.ts';
import { playedOn, type SearchedRules } from './rollout.ts';
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

/** Actions of a seat that are to be compared. The true position is not part of it. */
interface Comparison<State, Action extends ActionShape> {
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
