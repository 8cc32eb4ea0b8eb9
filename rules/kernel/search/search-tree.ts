import type { Chance } from '../chance.ts';
import { sameJson } from '../json.ts';
import type { ActionShape, Scoring, Seat } from '../ruleset.ts';
import { type Lots, oneOf, playedOn, ruleOfThumb, type SearchedRules, type Worths } from './rollout.ts';

/** The tree stores at most this many decisions. Beyond them, a playout continues with the policy `plain`. */
const MOST_NODES = 4_000;
/** A playout looks up at most this many decisions in the tree. */
const DEEPEST = 16;

interface Step {
  node: DecisionNode;
  seat: Seat;
  arm: Arm;
}

/** A tree of decisions. Positions that a seat cannot tell apart are one decision, so no seat uses hidden facts. */
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

  /** Plays one game to its end, adds one decision to the tree, and counts the result for all decisions on the path.
   * Returns null if the playout had no result. */
  playout(from: State, game: Chance): Worths | null {
    const lots: Lots = { game, choices: this.#choices };
    const path: Step[] = [];
    const state = this.#descend(from, lots, path);
    const worths = playedOn(this.#ruleset, this.#scoring, state, lots);
    for (const { node, seat, arm } of path) node.count(arm, worths?.[seat] ?? null);
    return worths;
  }

  /** Follows the tree until it adds a decision. Appends each decision to `path` and returns the position after it. */
  #descend(from: State, { game, choices }: Lots, path: Step[]): State {
    const ruleset = this.#ruleset;
    let state = from;
    for (let depth = 0; depth < DEEPEST; depth++) {
      const actors = ruleset.actors(state);
      if (actors.length === 0) return state;
      const seat = oneOf(actors, choices);
      const legal = ruleset.legalActions(state, seat);
      const known = this.#known(state, seat, legal);
      if (known === null) return state;
      const place = known.node === null ? 0 : this.#choose(known.node, seat, path);
      ({ state } = ruleset.apply(state, seat, legal[place] as Action, game));
      if (known.isNew) return state;
    }
    return state;
  }

  #choose(node: DecisionNode, seat: Seat, path: Step[]): number {
    const arm = node.next(this.#choices);
    path.push({ node, seat, arm });
    return arm.place;
  }

  /** Finds or adds the decision of a seat. `node` is null if only one action is legal. Returns null if the tree is
   * full. Equal views have equal lists of legal actions. */
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

interface Arm {
  place: number;
  visits: number;
  /** the number of playouts that had a result, and the sum of these results */
  judged: number;
  sum: number;
}

/** The weight of the bonus for rarely tried actions (UCB1), in standard deviations of the results. */
const CURIOSITY = 1;
// The bonus is multiplied by a random factor from 0 to 2, in this many steps. Otherwise two seats that decide at the
// same time with equal figures would always choose alike.
const GRAIN = 1024;
/** The least standard deviation. With it, the search tries other actions even if all playouts end alike. */
const LEAST_SPREAD = 0.02;
/** For the final choice, the mean of an action with few playouts is lowered by up to this many standard deviations. */
const CAUTION = 0.5;
/** A decision with n playouts tries at most this number times √n actions (progressive widening). */
const BREADTH = 1.5;
/** The result that is expected of an action in advance weighs as much as the results of this many playouts. */
const EXPECTATION = 10;
/** The action that the policy `plain` chooses is expected to be this many standard deviations above the mean. */
const TRUST = 1;

/** One decision of one seat. UCB1 shares its playouts among a growing number of actions (progressive widening). */
class DecisionNode {
  readonly #actions: number;
  /** the choice of the policy `plain` comes first, if there is one */
  readonly #arms: Arm[] = [];
  readonly #favourite: Arm | null = null;
  #visits = 0;
  #judged = 0;
  #sum = 0;
  #squares = 0;

  /** `actions` is the number of legal actions; `favourite` is the index of the one that the policy `plain` chooses. */
  constructor(actions: number, favourite: number | null) {
    this.#actions = actions;
    if (favourite !== null) this.#favourite = this.#open(favourite);
  }

  next(chance: Chance): Arm {
    const wanted = Math.min(this.#actions, Math.max(2, Math.floor(BREADTH * Math.sqrt(this.#visits))));
    while (this.#arms.length < wanted) this.#open(this.#placeByLot(chance));
    const doubt = CURIOSITY * this.#spread() * Math.sqrt(Math.log(this.#visits + 1));
    return this.#bestBy((arm) => {
      if (arm.visits === 0) return Number.POSITIVE_INFINITY;
      const benefit = (2 * chance.int(GRAIN)) / GRAIN;
      return this.#expected(arm) + (benefit * doubt) / Math.sqrt(arm.visits);
    });
  }

  /** Counts a playout. `worth` is null if it had no result. */
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

  /** Returns the index of the action with the best mean result, where a mean of few playouts counts less. If no action
   * was tried, returns a random index. */
  best(chance: Chance): number {
    if (this.#arms.length === 0) return this.#placeByLot(chance);
    const doubt = CAUTION * this.#spread();
    return this.#bestBy((arm) => this.#expected(arm) - doubt / Math.sqrt(arm.visits + 1)).place;
  }

  #open(place: number): Arm {
    const arm = { place, visits: 0, judged: 0, sum: 0 };
    this.#arms.push(arm);
    return arm;
  }

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

  /** Returns the mean result of an action. The fewer playouts it has, the more its expected result counts instead. */
  #expected(arm: Arm): number {
    const mean = this.#judged === 0 ? 0 : this.#sum / this.#judged;
    const prior = arm === this.#favourite ? mean + TRUST * this.#spread() : mean;
    return (arm.sum + EXPECTATION * prior) / (arm.judged + EXPECTATION);
  }

  /** Returns the standard deviation of the results, at least `LEAST_SPREAD`. */
  #spread(): number {
    if (this.#judged < 2) return 1;
    const mean = this.#sum / this.#judged;
    return Math.sqrt(Math.max(LEAST_SPREAD ** 2, this.#squares / this.#judged - mean * mean));
  }
}
