import type { TObject, TSchema } from '@sinclair/typebox';
import type { Chance } from './chance.ts';
import type { Credits, Preset } from './introduction.ts';
import type { Odds } from './odds.ts';

export type { Chance } from './chance.ts';

export type Seat = number;
export type Viewer = Seat | 'spectator';
export type Scoring = 'highest' | 'lowest';

/** Several winners share the win; `scores` holds one number per seat. */
export interface Outcome {
  winners: Seat[];
  scores: number[];
  /** one of the ruleset's `endings` */
  reason: string;
  text: string;
}

export interface ActionShape {
  type: string;
}

/** `seat`: the actor; null: the house. */
export interface EventShape {
  type: string;
  seat: Seat | null;
  data: object;
}

export interface Step<State, Event> {
  state: State;
  events: Event[];
}

/** Why an action is illegal: the number of the broken ruling and a sentence. */
export interface Refusal {
  rule: string;
  detail: string;
  hint?: string;
}

/**
 * The schemas for types, validation and OpenAPI, built by one `schemaFamily`. Each has an `$id` that begins with the
 * ruleset's name: `PascalsRuinOptions`, `PascalsRuinView`, `PascalsRuinRollDieAction`, `PascalsRuinDieRolledEvent`.
 */
export interface RulesetSchemas {
  /** every property has a `default` and a `description` */
  options: TObject;
  /** one per type */
  actions: TObject[];
  /** one per type */
  events: TObject[];
  view: TObject;
  /** every other schema with an `$id` that the ones above refer to */
  parts: TSchema[];
}

/** A card of this game's own deck: `text` is its wording, the other fields hold the same as plain JSON. */
export interface PrintedCard {
  /** as in actions and views */
  id: string;
  text: string;
  [field: string]: unknown;
}

/** A word of a game and its meaning there, in one or two sentences. */
export interface Term {
  term: string;
  text: string;
}

/** Chooses one of the legal actions of the view's seat, from that view alone. */
export type Policy<Action, View> = (view: View, legal: readonly Action[], chance: Chance) => Action;

// One game, as pure functions over plain JSON: no own state, clock or chance.
export interface Ruleset<Options, State, Action extends ActionShape, Event extends EventShape, View> {
  /** kebab-case, as in URLs */
  id: string;
  name: string;
  /** one sentence for the catalog */
  summary: string;
  credits: Credits;
  /** raised with every change of behavior; each game stores the version it was created with */
  rulesVersion: number;
  seats: { min: number; max: number };
  solo: boolean;
  /** true if one seat may know what another does not */
  hiddenInformation: boolean;
  scoring(options: Options): Scoring;
  /** Every `reason` of an outcome with a short description. The service adds `resigned` and `timedOut`. */
  endings: Readonly<Record<string, string>>;
  schemas: RulesetSchemas;
  presets?: readonly Preset[];
  /** The game's own deck, in printed order; omitted if it needs only dice or common playing cards. */
  cards?: readonly PrintedCard[];
  /** The game's terms for its pieces and actions. */
  glossary?: readonly Term[];

  /**
   * A sentence about options that contradict each other or the number of seats, else null. It names options as spelled,
   * the one to change first: the error points at that one.
   */
  checkOptions(options: Options, seats: number): string | null;
  /**
   * True if a game with these options may last until a player ends it. The service then requires a human player. Never
   * true for the default options. Omitted if every game ends by itself.
   */
  isUnbounded?(options: Options): boolean;
  setup(options: Options, seats: number, chance: Chance): Step<State, Event>;
  /** Seats that must decide now; several decide simultaneously and in secret. Empty: the game is over. */
  actors(state: State): Seat[];
  /** The single source of legality, in a stable order; empty for seats that need not decide. */
  legalActions(state: State, seat: Seat): Action[];
  apply(state: State, seat: Seat, action: Action, chance: Chance): Step<State, Event>;
  /**
   * True if the action is only part of a decision that its seat has not finished in `state`: it added or removed a
   * part. A deadline applies to a whole decision. Omitted if every action is one.
   */
  leavesOpen?(action: Action, state: State): boolean;
  view(state: State, viewer: Viewer): View;
  /**
   * The view for the seat's own policies, which read few fields thousands of times a second: it may compute fields
   * lazily. Omitted if a whole view is cheap.
   */
  glance?(state: State, seat: Seat): View;
  /** The part of an event that this viewer may know; null hides the event. */
  redact(event: Event, viewer: Viewer): Event | null;
  /** A legal action in plain words, unique among the actions listed with it. */
  label(action: Action, view: View): string;
  /** The consequences of a legal action as far as its seat can see; null if unknown. Omitted if always null. */
  odds?(state: State, seat: Seat, action: Action): Odds | null;
  /**
   * A redacted event as one sentence. A seat is written `seat 1`, also in labels and texts; the service may replace it
   * by a name. Default: a sentence from the event's type and details.
   */
  narrate?(event: Event, options: Options): string;
  /** The view in plain words, for a terminal or a language model. */
  describe(view: View): string;
  /** Why a well-formed action of a seat that must decide is illegal, from that seat's view. */
  explain(view: View, seat: Seat, action: Action): Refusal;
  outcome(state: State): Outcome | null;
  /** The scores if the only seat of a solo game resigns, which has no winner. Omitted if such a score means nothing. */
  conceded?(state: State, seat: Seat): number[];
  /**
   * An estimate for search, so that playouts can stop early: each seat's share of the win, or the score of a solo game.
   * Null if too much is open, as in the middle of a turn. Omitted if there is no good estimate.
   */
  prospects?(state: State): number[] | null;
  /** A position that looks the same to this viewer, with everything hidden drawn anew. */
  redeal(state: State, viewer: Viewer, chance: Chance): State;
  /** The ruleset's own policies by name; every ruleset also has `random`. */
  policies?: Record<string, Policy<Action, View>>;
  /** A sentence for each fault of a position. */
  invariants?(state: State): string[];
}

/** A ruleset of unknown types: the form in which the service handles all of them. */
export type AnyRuleset = Ruleset<any, any, any, any, any>;
