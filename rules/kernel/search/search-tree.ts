import type { Chance } from '../chance.ts';
import { sameJson } from '../json.ts';
import type { ActionShape, Scoring, Seat } from '../ruleset.ts';
import { type Lots, oneOf, playedOn, ruleOfThumb, type SearchedRules, type Worths } from './rollout.ts';

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

/** A legal action, by its place in the list, and how it has done so far for the seat that decides. */
interface Arm {
  place: number;
  visits: number;
  /** playouts that came to a verdict, and the sum of what they were worth */
  judged: number;
  sum: number;
}

/** How much an action that was tried seldom is trusted beyond its mean, in spreads of what playouts are worth. */
const CURIOSITY = 1;
/** The benefit of the doubt is drawn so finely: seats that decide alike at the same time would go in step for ever otherwise. */
const GRAIN = 1024;
/** In shares of a win, or points: where every playout ends alike, others are still looked for. */
const LEAST_SPREAD = 0.02;
/** How much an action that was tried seldom is mistrusted in the end, in the same spreads. */
const CAUTION = 0.5;
/** So many actions are tried for the square root of the number of playouts: long lists are only sampled. */
const BREADTH = 1.5;
/** What is expected of an action before it is tried counts as much as so many playouts. */
const EXPECTATION = 10;
/** How much better than the others the rule of thumb's choice is expected to be, in the same spreads. */
const TRUST = 1;

/**
 * What one seat can tell of a position in which it has a choice, and how its actions have done in all worlds that look the
 * same to it. Shares playouts out by UCB1 among more and more of the actions (progressive widening).
 */
class DecisionNode {
  readonly #actions: number;
  /** the rule of thumb's choice first, if there is one */
  readonly #arms: Arm[] = [];
  readonly #favourite: Arm | null = null;
  #visits = 0;
  #judged = 0;
  #sum = 0;
  #squares = 0;

  /** Of so many actions, at least one; `favourite` is the place of the one that a rule of thumb would choose. */
  constructor(actions: number, favourite: number | null) {
    this.#actions = actions;
    if (favourite !== null) this.#favourite = this.#opened(favourite);
  }

  /** The action to try next: the most promising one of those that are open to trial by now. */
  next(chance: Chance): Arm {
    const wanted = Math.min(this.#actions, Math.max(2, Math.floor(BREADTH * Math.sqrt(this.#visits))));
    while (this.#arms.length < wanted) this.#opened(this.#placeByLot(chance));
    const doubt = CURIOSITY * this.#spread() * Math.sqrt(Math.log(this.#visits + 1));
    return this.#bestBy((arm) => {
      if (arm.visits === 0) return Number.POSITIVE_INFINITY;
      const benefit = (2 * chance.int(GRAIN)) / GRAIN;
      return this.#expected(arm) + (benefit * doubt) / Math.sqrt(arm.visits);
    });
  }

  /** A playout with this action was worth so much; null: it came to no verdict. */
  count(arm: Arm, worth: number | null): void {
    this.#visits++;
    arm.visits++;
    if (worth === null) return;
    this.#judged++;
    this.#sum += worth;
    this.#squares += worth * worth;
    arm.judged++;
    arm.sum += worth;
  }

  /** The place of the action that promises most without much doubt; one by lot where none was tried. */
  best(chance: Chance): number {
    if (this.#arms.length === 0) return this.#placeByLot(chance);
    const doubt = CAUTION * this.#spread();
    return this.#bestBy((arm) => this.#expected(arm) - doubt / Math.sqrt(arm.visits + 1)).place;
  }

  #opened(place: number): Arm {
    const arm = { place, visits: 0, judged: 0, sum: 0 };
    this.#arms.push(arm);
    return arm;
  }

  /** One of the places that are not open yet. */
  #placeByLot(chance: Chance): number {
    let place = chance.int(this.#actions - this.#arms.length);
    for (const opened of this.#arms.map((arm) => arm.place).sort((a, b) => a - b)) if (opened <= place) place++;
    return place;
  }

  #bestBy(measure: (arm: Arm) => number): Arm {
    let best = this.#arms[0] as Arm;
    let highest = Number.NEGATIVE_INFINITY;
    for (const arm of this.#arms) {
      const measured = measure(arm);
      if (measured > highest) [best, highest] = [arm, measured];
    }
    return best;
  }

  /** What an action is worth as far as can be told: few playouts are held back by what was expected. */
  #expected(arm: Arm): number {
    const mean = this.#judged === 0 ? 0 : this.#sum / this.#judged;
    const before = arm === this.#favourite ? mean + TRUST * this.#spread() : mean;
    return (arm.sum + EXPECTATION * before) / (arm.judged + EXPECTATION);
  }

  /** The standard deviation of what playouts were worth, and never nothing. */
  #spread(): number {
    if (this.#judged < 2) return 1;
    const mean = this.#sum / this.#judged;
    return Math.sqrt(Math.max(LEAST_SPREAD ** 2, this.#squares / this.#judged - mean * mean));
  }
}
