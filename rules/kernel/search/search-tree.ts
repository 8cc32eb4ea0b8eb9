import type { Chance } from '../chance.ts';
import { sameJson } from '../json.ts';
import type { ActionShape, Scoring, Seat } from '../ruleset.ts';
import { type Lots, oneOf, playedOn, ruleOfThumb, type SearchedRules, type Worths } from './rollout.ts';

/** The tree stores at most this many decisions; beyond them playouts go on by the rule of thumb. */
const MOST_NODES = 4_000;
/** A playout looks up at most this many decisions in the tree. */
const DEEPEST = 16;

interface Step {
  node: DecisionNode;
  seat: Seat;
  arm: Arm;
}

/** Decisions by what their seat sees: positions that look alike are one, so no seat uses what it cannot know. */
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

  /** Adds one decision to the tree, plays on, and counts the result on the whole path; null: no verdict. */
  playout(from: State, game: Chance): Worths | null {
    const lots: Lots = { game, choices: this.#choices };
    const path: Step[] = [];
    const state = this.#descend(from, lots, path);
    const worths = playedOn(this.#ruleset, this.#scoring, state, lots);
    for (const { node, seat, arm } of path) node.count(arm, worths?.[seat] ?? null);
    return worths;
  }

  /** Returns the position after the known decisions and one new one. Appends each decision to `path`. */
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

  /** `node: null`: only one legal action. Null: the tree is full. Equal views have equal lists of legal actions. */
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
  /** number and sum of the playouts with a verdict */
  judged: number;
  sum: number;
}

/** The exploration bonus of UCB1, in standard deviations of playout results. */
const CURIOSITY = 1;
// Steps of a random factor from 0 to 2: without it two simultaneous seats with equal figures always choose alike.
const GRAIN = 1024;
/** The least standard deviation, in the unit of the score: keeps the search exploring if all playouts end alike. */
const LEAST_SPREAD = 0.02;
/** The final choice subtracts this many standard deviations from an action with few playouts. */
const CAUTION = 0.5;
/** Progressive widening: a node tries this many actions times the square root of its playouts. */
const BREADTH = 1.5;
/** The prior of an action weighs as much as this many playouts. */
const EXPECTATION = 10;
/** The prior of the rule of thumb's choice lies above the mean by this many standard deviations. */
const TRUST = 1;

/** One decision of one seat. UCB1 shares playouts among a growing number of its actions (progressive widening). */
class DecisionNode {
  readonly #actions: number;
  /** the rule of thumb's choice first, if there is one */
  readonly #arms: Arm[] = [];
  readonly #favourite: Arm | null = null;
  #visits = 0;
  #judged = 0;
  #sum = 0;
  #squares = 0;

  /** `actions`: number of legal ones, at least 1; `favourite`: index of the rule of thumb's choice. */
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

  /** `worth` is null if the playout gave no verdict. */
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

  /** The index of the most promising action, less a penalty for doubt; random if none was tried. */
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

  /** The mean of an action's playouts, drawn towards its prior while they are few. */
  #expected(arm: Arm): number {
    const mean = this.#judged === 0 ? 0 : this.#sum / this.#judged;
    const prior = arm === this.#favourite ? mean + TRUST * this.#spread() : mean;
    return (arm.sum + EXPECTATION * prior) / (arm.judged + EXPECTATION);
  }

  /** The standard deviation of the results, at least `LEAST_SPREAD`. */
  #spread(): number {
    if (this.#judged < 2) return 1;
    const mean = this.#sum / this.#judged;
    return Math.sqrt(Math.max(LEAST_SPREAD ** 2, this.#squares / this.#judged - mean * mean));
  }
}
