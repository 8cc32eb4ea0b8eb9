import type { TObject, TSchema } from '@sinclair/typebox';
import type { Chance } from './chance.ts';
import type { Credits, InShort, Preset } from './introduction.ts';
import type { Odds } from './odds.ts';
import type { Tutorial } from './tutorial.ts';

export type { Chance } from './chance.ts';

/** The number of a seat. Seats are numbered clockwise from 0. */
export type Seat = number;
export type Viewer = Seat | 'spectator';
export type Scoring = 'highest' | 'lowest';

/** The result of a game. If there are several winners, they share the win. `scores` has one number for each seat. */
export interface Outcome {
  winners: Seat[];
  scores: number[];
  /** a key of the ruleset's `endings` */
  reason: string;
  text: string;
}

export interface ActionShape {
  type: string;
}

/** Something that happened in a game. `seat` acted; null: the rules caused the event without an action. */
export interface EventShape {
  type: string;
  seat: Seat | null;
  data: object;
}

export interface Step<State, Event> {
  state: State;
  events: Event[];
}

export interface Refusal {
  /** the number of the broken ruling in `rules.md`, such as `R12` */
  rule: string;
  detail: string;
  hint?: string;
}

/** The schemas of a ruleset. Each `$id` begins with the ruleset's name: `PascalsRuinView`,
 * `PascalsRuinRollDieAction`. */
export interface RulesetSchemas {
  /** every property has a `default` and a `description` */
  options: TObject;
  /** one schema for each type of action */
  actions: TObject[];
  events: TObject[];
  view: TObject;
  /** every other schema with an `$id` to which the schemas above refer */
  parts: TSchema[];
}

/** A card of the game's own deck. `text` is printed on the card; the other fields say the same as plain JSON. */
export interface PrintedCard {
  /** the id of the card in actions and views */
  id: string;
  text: string;
  [field: string]: unknown;
}

export interface Term {
  term: string;
  text: string;
}

/** Chooses one of the legal actions for a seat. A policy gets only the view of this seat, so it knows nothing else. */
export type Policy<Action, View> = (view: View, legal: readonly Action[], chance: Chance) => Action;

/** The rules of one game: pure functions over plain JSON, without state, clock or random numbers of their own. `apply`
 * expects a legal action and does not mutate the position. */
export interface Ruleset<Options, State, Action extends ActionShape, Event extends EventShape, View> {
  /** The id in kebab case. URLs contain it. */
  id: string;
  name: string;
  summary: string;
  inShort?: InShort;
  tutorial?: Tutorial;
  credits: Credits;
  /** The version of the rules. It grows with every change of behavior; a game keeps the version it began with. */
  rulesVersion: number;
  seats: { min: number; max: number };
  solo: boolean;
  /** True if a seat may know something that another seat does not know. */
  hiddenInformation: boolean;
  scoring(options: Options): Scoring;
  /** Describes every `reason` that an outcome can have. The service adds `resigned` and `timedOut`. */
  endings: Readonly<Record<string, string>>;
  schemas: RulesetSchemas;
  presets?: readonly Preset[];
  /** The game's own deck, in printed order. Omitted if the game needs only dice or common playing cards. */
  cards?: readonly PrintedCard[];
  glossary?: readonly Term[];
  /** By type of action: the rulings in `rules.md` that a player should read before choosing the action. */
  rulings?: Readonly<Record<Action['type'], string[]>>;

  /** Returns a sentence if the options contradict each other or the number of seats; null: they fit. The API reports it
   * as an error of the option that the sentence names first. */
  checkOptions(options: Options, seats: number): string | null;
  /** Returns true if a game with these options may continue until a player ends it. The service then requires a human
   * player. Returns false for default options. */
  isUnbounded?(options: Options): boolean;
  setup(options: Options, seats: number, chance: Chance): Step<State, Event>;
  /** Returns the seats that must decide now, at the same time and in secret. Empty: the game is over. */
  actors(state: State): Seat[];
  /** Lists all legal actions in a stable order; no other function decides what is legal. Empty: the seat waits. */
  legalActions(state: State, seat: Seat): Action[];
  apply(state: State, seat: Seat, action: Action, chance: Chance): Step<State, Event>;
  /** Returns true if the seat must decide again after this action. Both actions then share one deadline. */
  leavesOpen?(action: Action, state: State): boolean;
  view(state: State, viewer: Viewer): View;
  /** Returns a view for the seat's own policies. It may compute fields only when they are read, because search reads
   * few fields of thousands of views. */
  glance?(state: State, seat: Seat): View;
  /** Returns the part of an event that this viewer may know; null: the viewer may not know that the event happened. */
  redact(event: Event, viewer: Viewer): Event | null;
  /** Names a legal action in plain words. No two actions of the same list may have the same name. */
  label(action: Action, view: View): string;
  /** Returns the odds of a legal action, as far as its seat can know them; null: unknown. Omitted: the game has no
   * odds. */
  odds?(state: State, seat: Seat, action: Action): Odds | null;
  /** Describes an event in a sentence. Omitted: the sentence is made of type and details. Write a seat as `seat 1`,
   * here and in labels, because the service may replace it by a name. */
  narrate?(event: Event, options: Options): string;
  describe(view: View): string;
  /** Says why an action that fits its schema is illegal. The seat must be one of `actors`, and `view` is its view. */
  explain(view: View, seat: Seat, action: Action): Refusal;
  outcome(state: State): Outcome | null;
  /** Returns the scores if the player of a solo game resigns and so loses. Omitted if such scores mean nothing. */
  conceded?(state: State, seat: Seat): number[];
  /** Estimates each seat's share of the win, or the score of a solo game, so that search can stop before the end of a
   * game. Null: there is no good estimate, as in the middle of a turn. */
  prospects?(state: State): number[] | null;
  /** Returns a position that looks the same to this viewer. Everything that is hidden from the viewer is drawn anew. */
  redeal(state: State, viewer: Viewer, chance: Chance): State;
  /** The policies of this ruleset by name. Every ruleset also has the policy `random`. */
  policies?: Record<string, Policy<Action, View>>;
  /** Returns one sentence for each fault of a position, for tests. */
  invariants?(state: State): string[];
}

/** A ruleset with unknown types. The service handles all rulesets in this form. */
export type AnyRuleset = Ruleset<any, any, any, any, any>;
