// Names for the types generated from the OpenAPI document.
import { actionsIn, type Choice } from '../../../rules/kernel/choices.ts';
import type { components, operations } from '../generated/api.d.ts';

export type Schemas = components['schemas'];

export type Game = Schemas['Game'];
export type GameSummary = Schemas['GameSummary'];
export type NewGame = Schemas['NewGame'];
export type Action = Schemas['Action'];
export type ActionResult = Schemas['ActionResult'];
export type GameEvent = Schemas['EventPage']['events'][number];
export type TurnList = Schemas['TurnList'];
/** The query of `followTurns`. */
export type TurnsAsked = NonNullable<operations['followTurns']['parameters']['query']>;
export type RulesetSummary = Schemas['RulesetSummary'];
export type Ruleset = Schemas['RulesetDetail'];
export type Competition = Schemas['Competition'];
export type CompetitionSummary = Schemas['CompetitionSummary'];
export type CompetitionEvent = Schemas['CompetitionEventPage']['events'][number];
export type Transcript = Schemas['Transcript'];
export type WebhookMessage = Schemas['WebhookMessage'];
export type Problem = Schemas['Problem'];
/** What an action may lead to. */
export type Odds = Schemas['Odds'];
export type Seat = number;
export type Viewer = Seat | 'spectator';

/** A legal action and what it does, in the words of its ruleset. */
export interface LabelledAction {
  action: Action;
  label: string;
  /** what the action may lead to, as far as its seat can know; null: unknown or not requested */
  odds?: Odds | null;
}

/** Returns all actions that `choices` of a game stand for, in the order of `listActions`. Empty if `viewer` is not to
 * act. */
export function legalActionsOf({ choices = [] }: { choices?: Game['choices'] }): Action[] {
  return actionsIn(choices as readonly Choice[]) as Action[];
}

/** Returns the legal actions with labels. If the game was requested without `labels`, the label is the type. */
export function labelledActions(game: Game): LabelledAction[] {
  const { labels = [], odds = [] } = game;
  return legalActionsOf(game).map((action, i) => ({ action, label: labels[i] ?? action.type, odds: odds[i] ?? null }));
}
