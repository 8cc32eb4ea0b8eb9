import type { Chance } from '../chance.ts';
import type { ActionShape, Outcome, Ruleset, Scoring, Seat } from '../ruleset.ts';
import { shuffle } from '../tabletop/cards.ts';
import { FastChance } from './fast-chance.ts';

/** What search has to know about a game: nothing that shows views or tells stories. */
export type SearchedRules<State, Action extends ActionShape> = Pick<
  Ruleset<any, State, Action, any, any>,
  'solo' | 'actors' | 'legalActions' | 'apply' | 'outcome'
>;

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
  /** another whole position that agrees with all that the seat has seen; a few may take turns */
  sample(): State;
  /** for its own lots; the same chance, worlds and budget always give the same choice */
  chance: Chance;
  /** whether there is time for one more playout, asked before each */
  more(): boolean;
}

/** A legal action and how it has done so far. */
interface Arm<Action> {
  action: Action;
  visits: number;
  /** playouts that came to an end, and the sum of what they were worth */
  judged: number;
  sum: number;
}

/** A world and the draws that it is played on with: the same for every action, so that luck compares alike. */
interface Deal<State> {
  world: State;
  seed: string;
}

/** A playout that is not over after so many actions is left without a verdict. */
const LONGEST_PLAYOUT = 50_000;
/** How much an action that was tried seldom is trusted beyond its mean. */
const CURIOSITY = 0.5;
/** So many actions are tried for the square root of the number of playouts: long lists are only sampled. */
const BREADTH = 2;

/**
 * Chooses an action: tries the legal ones in worlds that the seat cannot tell from the true one, plays each on at
 * random to the end, and spends the more playouts on an action the better it does (UCB1). Several seats that decide
 * at the same time are played at random like everybody else. Throws if the seat has nothing to decide.
 */
export function search<State, Action extends ActionShape>(question: Question<State, Action>): Action {
  const { ruleset, seat, sample, chance, more } = question;
  const first = sample();
  const legal = ruleset.legalActions(first, seat);
  if (legal.length === 0) throw new Error(`seat ${seat} has nothing to search for: it is not to act`);
  if (legal.length === 1) return legal[0] as Action;

  const arms = shuffle(chance, legal).map((action): Arm<Action> => ({ action, visits: 0, judged: 0, sum: 0 }));
  const deals: Deal<State>[] = [{ world: first, seed: seedFrom(chance) }];
  const scale = new Scale(question);
  for (let playouts = 0; more(); playouts++) {
    const arm = nextArm(arms, playouts, scale);
    deals[arm.visits] ??= { world: sample(), seed: seedFrom(chance) };
    const outcome = playedOut(question, deals[arm.visits] as Deal<State>, arm.action);
    arm.visits++;
    if (outcome === null) continue;
    arm.judged++;
    arm.sum += scale.worth(outcome);
  }
  return bestArm(arms, scale).action;
}

/** Worlds that were drawn beforehand, handed out in turn. Needs at least one. */
export function takingTurns<State>(worlds: readonly State[]): () => State {
  let taken = 0;
  return () => worlds[taken++ % worlds.length] as State;
}

/** Room for so many playouts, however long they take. */
export function playouts(count: number): () => boolean {
  let left = count;
  return () => left-- > 0;
}

function seedFrom(chance: Chance): string {
  return `${chance.int(2 ** 32)}/${chance.int(2 ** 32)}`;
}

/** How the game ended after an action and random play of everybody; null if it went on too long. */
function playedOut<State, Action extends ActionShape>(
  { ruleset, seat }: Question<State, Action>,
  { world, seed }: Deal<State>,
  action: Action,
): Outcome | null {
  const chance = new FastChance(seed);
  let { state } = ruleset.apply(world, seat, action, chance);
  for (let actions = 0; actions < LONGEST_PLAYOUT; actions++) {
    const actors = ruleset.actors(state);
    if (actors.length === 0) return ruleset.outcome(state);
    const actor = actors[chance.int(actors.length)] as Seat;
    const legal = ruleset.legalActions(state, actor);
    ({ state } = ruleset.apply(state, actor, legal[chance.int(legal.length)] as Action, chance));
  }
  return null;
}

/** The action to try next: one that was not tried yet, while there are few enough, else the most promising one. */
function nextArm<Action>(arms: readonly Arm<Action>[], playouts: number, scale: Scale): Arm<Action> {
  const opened = Math.min(arms.length, Math.max(2, Math.floor(BREADTH * Math.sqrt(playouts))));
  const doubt = Math.log(playouts + 1);
  let best = arms[0] as Arm<Action>;
  let highest = Number.NEGATIVE_INFINITY;
  for (const arm of arms.slice(0, opened)) {
    if (arm.visits === 0) return arm;
    const promise = scale.mean(arm) + CURIOSITY * Math.sqrt(doubt / arm.visits);
    if (promise > highest) [best, highest] = [arm, promise];
  }
  return best;
}

/** The action that was tried most, which is the one that kept doing best; of several the one with the best mean. */
function bestArm<Action>(arms: readonly Arm<Action>[], scale: Scale): Arm<Action> {
  return arms.reduce((best, arm) => {
    if (arm.visits !== best.visits) return arm.visits > best.visits ? arm : best;
    return scale.mean(arm) > scale.mean(best) ? arm : best;
  });
}

/** Measures outcomes for one seat: a share of the win, or in a solo game the score between the worst and the best seen. */
class Scale {
  readonly #seat: Seat;
  readonly #solo: boolean;
  readonly #sign: 1 | -1;
  #least = Number.POSITIVE_INFINITY;
  #most = Number.NEGATIVE_INFINITY;

  constructor({ ruleset, scoring, seat }: Pick<Question<any, any>, 'ruleset' | 'scoring' | 'seat'>) {
    this.#seat = seat;
    this.#solo = ruleset.solo;
    this.#sign = scoring === 'lowest' ? -1 : 1;
  }

  /** What an outcome is worth: more is better. */
  worth({ winners, scores }: Outcome): number {
    const worth = this.#solo
      ? this.#sign * (scores[this.#seat] ?? 0)
      : winners.includes(this.#seat)
        ? 1 / winners.length
        : 0;
    this.#least = Math.min(this.#least, worth);
    this.#most = Math.max(this.#most, worth);
    return worth;
  }

  /** The mean worth of an action, from 0 to 1; one half while nothing is known. */
  mean({ judged, sum }: Pick<Arm<unknown>, 'judged' | 'sum'>): number {
    if (judged === 0) return 0.5;
    const [least, most] = this.#solo ? [this.#least, this.#most] : [0, 1];
    return most > least ? (sum / judged - least) / (most - least) : 0.5;
  }
}
