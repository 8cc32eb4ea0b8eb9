// What the service answers, named from the types that are generated from its OpenAPI document.
import { actionsIn, type Choice } from '../../../rules/kernel/choices.ts';
import type { components, operations } from '../generated/api.d.ts';

export type Schemas = components['schemas'];

/** A game as one viewer may see it: the answer of `getState`. */
export type Game = Schemas['Game'];
export type GameSummary = Schemas['GameSummary'];
export type NewGame = Schemas['NewGame'];
export type Action = Schemas['Action'];
export type ActionResult = Schemas['ActionResult'];
export type GameEvent = Schemas['EventPage']['events'][number];
export type TurnList = Schemas['TurnList'];
/** Which of what waits is asked for: the query of `followTurns`. */
export type TurnsAsked = NonNullable<operations['followTurns']['parameters']['query']>;
export type RulesetSummary = Schemas['RulesetSummary'];
export type Ruleset = Schemas['RulesetDetail'];
/** A competition as its reader may see it: the answer of `getCompetition`. */
export type Competition = Schemas['Competition'];
export type CompetitionSummary = Schemas['CompetitionSummary'];
export type CompetitionEvent = Schemas['CompetitionEventPage']['events'][number];
export type Transcript = Schemas['Transcript'];
export type WebhookMessage = Schemas['WebhookMessage'];
export type Problem = Schemas['Problem'];
/** What follows from an action. */
export type Odds = Schemas['Odds'];
export type Seat = number;
/** Through whose eyes a game is seen. */
export type Viewer = Seat | 'spectator';

/** A legal action and, in the words of its ruleset, what it does. */
export interface LabelledAction {
  action: Action;
  label: string;
  /** what follows from it by open facts; null where nothing is known, or `odds` were not asked for */
  odds?: Odds | null;
}

/** Every action that the `choices` of a game stand for, in the order of `listActions`; none when `viewer` is not to act. */
export function legalActionsOf({ choices = [] }: { choices?: Game['choices'] }): Action[] {
  return actionsIn(choices as readonly Choice[]) as Action[];
}

/** The same, each with its sentence: for a game that was asked for with `labels`. */
export function labelledActions(game: Game): LabelledAction[] {
  const { labels = [], odds = [] } = game;
  return legalActionsOf(game).map((action, i) => ({ action, label: labels[i] ?? action.type, odds: odds[i] ?? null }));
}
