import type { Chance } from '../chance.ts';
import { sameJson } from '../json.ts';
import type { ActionShape, Scoring, Seat } from '../ruleset.ts';
import { type Arm, DecisionNode } from './decision-node.ts';
import { type Lots, oneOf, playedOn, ruleOfThumb, type SearchedRules } from './rollout.ts';
import type { Worths } from './worth.ts';

/** So many decisions are remembered at most; beyond them playouts go on by the rule of thumb. */
const MOST_NODES = 4_000;
/** So many actions of a playout are looked up at most. */
const DEEPEST = 16;

/** A decision on the way of a playout, and what was chosen. */
interface Tried {
  node: DecisionNode;
  seat: Seat;
  arm: Arm;
}

/**
 * The decisions that playouts have met, each known by what its seat sees: positions that look alike to the seat are one decision, in
 * whatever world and however they came about. So no seat is taken to know more than it does, and each acts for its own good.
 */
export class SearchTree<State, Action extends ActionShape> {
  readonly #ruleset: SearchedRules<State, Action>;
  readonly #scoring: Scoring;
  readonly #choices: Chance;
  readonly #nodes = new Map<string, DecisionNode>();

  constructor(ruleset: SearchedRules<State, Action>, scoring: Scoring, choices: Chance) {
    this.#ruleset = ruleset;
    this.#scoring = scoring;
    this.#choices = choices;
  }

  /** A fresh node for the choice of a seat among these actions. */
  nodeFor(state: State, seat: Seat, legal: readonly Action[]): DecisionNode {
    const policy = ruleOfThumb(this.#ruleset);
    const favourite = policy?.(this.#ruleset.view(state, seat), legal, this.#choices);
    if (favourite === undefined) return new DecisionNode(legal.length, null);
    const place = legal.indexOf(favourite);
    return new DecisionNode(
      legal.length,
      place === -1 ? legal.findIndex((action) => sameJson(action, favourite)) : place,
    );
  }

  /**
   * Goes on from a position through the decisions that are known, adds one, and plays on. What that is worth is counted
   * for every decision on the way; null if it came to no verdict.
   */
  playout(from: State, game: Chance): Worths | null {
    const lots: Lots = { game, choices: this.#choices };
    const tried: Tried[] = [];
    const state = this.#descended(from, lots, tried);
    const worths = playedOn(this.#ruleset, this.#scoring, state, lots);
    for (const { node, seat, arm } of tried) node.count(arm, worths?.[seat] ?? null);
    return worths;
  }

  /** Where known decisions lead to, and one that is new. */
  #descended(from: State, { game, choices }: Lots, tried: Tried[]): State {
    const ruleset = this.#ruleset;
    let state = from;
    for (let depth = 0; depth < DEEPEST; depth++) {
      const actors = ruleset.actors(state);
      if (actors.length === 0) return state;
      const seat = oneOf(actors, choices);
      const legal = ruleset.legalActions(state, seat);
      const known = this.#known(state, seat, legal);
      if (known === null) return state;
      const place = known.node === null ? 0 : this.#tried(known.node, seat, tried);
      ({ state } = ruleset.apply(state, seat, legal[place] as Action, game));
      if (known.isNew) return state;
    }
    return state;
  }

  #tried(node: DecisionNode, seat: Seat, tried: Tried[]): number {
    const arm = node.next(this.#choices);
    tried.push({ node, seat, arm });
    return arm.place;
  }

  /** The node of a decision, made if there is none yet; no node where nothing is to be chosen. Null: there are too many already. */
  #known(state: State, seat: Seat, legal: readonly Action[]): { node: DecisionNode | null; isNew: boolean } | null {
    if (legal.length === 1) return { node: null, isNew: false };
    const key = `${seat}/${legal.length}/${JSON.stringify(this.#ruleset.view(state, seat))}`;
    const node = this.#nodes.get(key);
    if (node !== undefined) return { node, isNew: false };
    if (this.#nodes.size >= MOST_NODES) return null;
    const added = this.nodeFor(state, seat, legal);
    this.#nodes.set(key, added);
    return { node: added, isNew: true };
  }
}
