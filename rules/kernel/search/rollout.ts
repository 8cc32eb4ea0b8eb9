import type { Chance } from '../chance.ts';
import type { ActionShape, Outcome, Policy, Ruleset, Scoring, Seat } from '../ruleset.ts';
import { shownTo } from './policy.ts';

export type SearchedRules<State, Action extends ActionShape> = Pick<
  Ruleset<any, State, Action, any, any>,
  'solo' | 'actors' | 'legalActions' | 'apply' | 'outcome' | 'view' | 'glance' | 'policies' | 'prospects'
>;

const LONGEST_PLAYOUT = 50_000;
/** In games with several seats, one action in this many is random, because real opponents are not predictable. */
const LOT = 10;

/** Two sources of random numbers: `game` for the rules, `choices` for the players. `game` draws the same numbers for
 * all actions that search compares. */
export interface Lots {
  game: Chance;
  choices: Chance;
}

export function ruleOfThumb<Action extends ActionShape>({
  policies,
}: SearchedRules<any, Action>): Policy<Action, any> | null {
  return policies?.plain ?? null;
}

/** Plays to the end, or until the ruleset can estimate the result (`prospects`). Null: the playout was too long. */
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

export function oneOf<T>(few: readonly T[], chance: Chance): T {
  return few[few.length === 1 ? 0 : chance.int(few.length)] as T;
}

/** The value of a result for each seat. More is better. */
export type Worths = readonly number[];

/** Returns each seat's share of the win. For a solo game, returns the score, negated if the lowest score wins. */
export function worthsOf({ winners, scores }: Outcome, solo: boolean, scoring: Scoring): Worths {
  if (solo) return inOrder(scores, scoring);
  return scores.map((_, seat) => (winners.includes(seat) ? 1 / winners.length : 0));
}

function worthsExpected(prospects: readonly number[], solo: boolean, scoring: Scoring): Worths {
  return solo ? inOrder(prospects, scoring) : prospects;
}

function inOrder(scores: readonly number[], scoring: Scoring): Worths {
  return scoring === 'lowest' ? scores.map((score) => -score) : scores;
}
