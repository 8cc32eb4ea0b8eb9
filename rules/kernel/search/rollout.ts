import type { Chance } from '../chance.ts';
import type { ActionShape, Outcome, Policy, Ruleset, Scoring, Seat } from '../ruleset.ts';
import { shownTo } from './policy.ts';

/** What search has to know about a game: nothing that tells stories. */
export type SearchedRules<State, Action extends ActionShape> = Pick<
  Ruleset<any, State, Action, any, any>,
  'solo' | 'actors' | 'legalActions' | 'apply' | 'outcome' | 'view' | 'glance' | 'policies' | 'prospects'
>;

/** A playout that is not over after so many actions is left without a verdict. */
const LONGEST_PLAYOUT = 50_000;
/** Where there are others, one action in so many is chosen by lot, so that nobody is taken to be without surprises. */
const LOT = 10;

/** Two sources of chance: what the game draws, and what is chosen by lot. The first is the same for actions that are compared. */
export interface Lots {
  game: Chance;
  choices: Chance;
}

/** The policy that playouts go on by where a ruleset has it; null: they go on by lot. */
export function ruleOfThumb<Action extends ActionShape>({
  policies,
}: SearchedRules<any, Action>): Policy<Action, any> | null {
  return policies?.plain ?? null;
}

/**
 * Plays on by the ruleset's rule of thumb, by lot where it has none, to the end or to the first position that the rules can
 * judge. What that is worth; null if it went on too long.
 */
export function playedOn<State, Action extends ActionShape>(
  ruleset: SearchedRules<State, Action>,
  scoring: Scoring,
  from: State,
  lots: Lots,
): Worths | null {
  let state = from;
  for (let actions = 0; actions < LONGEST_PLAYOUT; actions++) {
    const actors = ruleset.actors(state);
    if (actors.length === 0) {
      const outcome = ruleset.outcome(state);
      return outcome === null ? null : worthsOf(outcome, ruleset.solo, scoring);
    }
    const prospects = ruleset.prospects?.(state) ?? null;
    if (prospects !== null) return worthsExpected(prospects, ruleset.solo, scoring);
    const actor = oneOf(actors, lots.choices);
    ({ state } = ruleset.apply(state, actor, choiceOf(ruleset, state, actor, lots.choices), lots.game));
  }
  return null;
}

function choiceOf<State, Action extends ActionShape>(
  ruleset: SearchedRules<State, Action>,
  state: State,
  actor: Seat,
  choices: Chance,
): Action {
  const legal = ruleset.legalActions(state, actor);
  const policy = ruleOfThumb(ruleset);
  const isByLot = policy === null || (!ruleset.solo && choices.int(LOT) === 0);
  if (isByLot || legal.length === 1) return oneOf(legal, choices);
  return policy(shownTo(policy, ruleset, state, actor), legal, choices);
}

/** One of a few by lot; of one, it is taken without a draw. */
export function oneOf<T>(few: readonly T[], chance: Chance): T {
  return few[few.length === 1 ? 0 : chance.int(few.length)] as T;
}

/** What a game is worth to each seat, by seat: more is better. */
export type Worths = readonly number[];

/** Of an outcome: the share of the win, or in a solo game the score, turned round where the lowest is the best. */
export function worthsOf({ winners, scores }: Outcome, solo: boolean, scoring: Scoring): Worths {
  if (solo) return inOrder(scores, scoring);
  return scores.map((_, seat) => (winners.includes(seat) ? 1 / winners.length : 0));
}

/** Of what seats may expect of a game that is not over. */
function worthsExpected(prospects: readonly number[], solo: boolean, scoring: Scoring): Worths {
  return solo ? inOrder(prospects, scoring) : prospects;
}

function inOrder(scores: readonly number[], scoring: Scoring): Worths {
  return scoring === 'lowest' ? scores.map((score) => -score) : scores;
}
