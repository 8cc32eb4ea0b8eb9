import type { TObject, TSchema } from '@sinclair/typebox';
import type { Chance } from './chance.ts';
import type { Credits, Preset } from './introduction.ts';
import type { Odds } from './odds.ts';

export type { Chance } from './chance.ts';

/** A place in a game, numbered clockwise from 0. */
export type Seat = number;
/** Who looks: a seat, or somebody who watches and sees what is public. */
export type Viewer = Seat | 'spectator';
export type Scoring = 'highest' | 'lowest';

/** How a game ended. Several winners share the win; `scores` holds one number a seat. */
export interface Outcome {
  winners: Seat[];
  scores: number[];
  /** why, as one of the ruleset's `endings` */
  reason: string;
  /** the same as a sentence */
  text: string;
}

/** Every action is a plain object told apart by `type`. */
export interface ActionShape {
  type: string;
}

/** What happened, in the field's words: whose deed it was (null: the house's) and the details. */
export interface EventShape {
  type: string;
  seat: Seat | null;
  data: object;
}

/** The position after a step and what happened on the way to it. */
export interface Step<State, Event> {
  state: State;
  events: Event[];
}

/** Why an action is not legal: the number of the broken ruling and a sentence about it. */
export interface Refusal {
  rule: string;
  detail: string;
  hint?: string;
}

/**
 * Schemas that types, validation and the OpenAPI document are made of, built by one `schemaFamily`. Each has an `$id`
 * that begins with the ruleset's name: `PascalsRuinOptions`, `PascalsRuinView`, `PascalsRuinRollDieAction`,
 * `PascalsRuinDieRolledEvent`. The house makes the unions.
 */
export interface RulesetSchemas {
  /** every property has a `default` and a `description` */
  options: TObject;
  /** one a type */
  actions: TObject[];
  /** one a type */
  events: TObject[];
  view: TObject;
  /** every other schema with an `$id` that the ones above refer to */
  parts: TSchema[];
}

/** A card that only this game has: `text` is what it says in words, and the other fields are the same as plain JSON. */
export interface PrintedCard {
  /** as actions and views name it */
  id: string;
  text: string;
  [field: string]: unknown;
}

/** A word of a game, and what it means there in a sentence or two. */
export interface Term {
  term: string;
  text: string;
}

/** A way of playing: chooses one of the legal actions of the view's seat, from that view and nothing else. */
export type Policy<Action, View> = (view: View, legal: readonly Action[], chance: Chance) => Action;

/**
 * One game, as pure functions over plain JSON. Nothing here may keep state, read a clock or draw chance
 * of its own; `apply` never re-validates and never mutates.
 */
export interface Ruleset<Options, State, Action extends ActionShape, Event extends EventShape, View> {
  /** kebab-case, as in URLs */
  id: string;
  name: string;
  /** one sentence for the catalogue */
  summary: string;
  credits: Credits;
  /** raised with every change of behaviour; pinned in each game when it is created */
  rulesVersion: number;
  seats: { min: number; max: number };
  solo: boolean;
  /** whether some seat may know what another does not */
  hiddenInformation: boolean;
  scoring(options: Options): Scoring;
  /** Every `reason` of an outcome, and what it means in a few words. The service adds `resigned` and `timedOut`. */
  endings: Readonly<Record<string, string>>;
  schemas: RulesetSchemas;
  /** Left out where the defaults suit everybody. */
  presets?: readonly Preset[];
  /** Every card of the game's own deck, in printed order; left out where dice or common playing cards are all it takes. */
  cards?: readonly PrintedCard[];
  /** What it calls its pieces and what happens with them; the rules for players say all, this helps who meets a word. */
  glossary?: readonly Term[];

  /**
   * A sentence about options that each fit the schema but not each other or the seats; null when fine. It names options as they
   * are spelled, first the one to be changed: the refusal points at it.
   */
  checkOptions(options: Options, seats: number): string | null;
  /**
   * Whether a game by these options need never end: it goes on until somebody ends it. The house wants a person at such
   * a table, never by the default options. Left out where every game ends by itself.
   */
  isUnbounded?(options: Options): boolean;
  setup(options: Options, seats: number, chance: Chance): Step<State, Event>;
  /** Seats that are to decide now. Several at once decide at the same time, in secret. Empty: over. */
  actors(state: State): Seat[];
  /** The single source of legality, in a stable order; empty for seats that are not to decide. */
  legalActions(state: State, seat: Seat): Action[];
  apply(state: State, seat: Seat, action: Action, chance: Chance): Step<State, Event>;
  /**
   * Whether the seat that took this action, which led to `state`, has still not made the decision that the action belongs to: it put
   * together a part of it, or took a part back. Time is given for a decision as a whole. Left out where every action is one.
   */
  leavesOpen?(action: Action, state: State): boolean;
  view(state: State, viewer: Viewer): View;
  /**
   * The same to that seat's own policies, which look at few parts of it thousands of times a second: parts may be worked out as
   * they are read. Left out where a whole view costs little.
   */
  glance?(state: State, seat: Seat): View;
  /** What this viewer may know of an event; null when not even that it happened. */
  redact(event: Event, viewer: Viewer): Event | null;
  /** A legal action of this view's seat in plain words, as no other action that is listed with it. */
  label(action: Action, view: View): string;
  /**
   * What follows from a legal action by what its seat can see, and by nothing else; null where that tells nothing. Left out where it
   * never does.
   */
  odds?(state: State, seat: Seat, action: Action): Odds | null;
  /**
   * What somebody may know of an event as one sentence, from that and the options alone. A seat is written as `seat 1`, also in
   * labels and texts, where the house may put a name. Left out: a sentence of the event's type and details.
   */
  narrate?(event: Event, options: Options): string;
  /** The view in plain words, for a person at a terminal or a language model. */
  describe(view: View): string;
  /** Why a well-formed action is not among the legal ones of a seat that is to decide, from what that seat sees. */
  explain(view: View, seat: Seat, action: Action): Refusal;
  outcome(state: State): Outcome | null;
  /**
   * The scores when the only seat of a game resigns in a position that is not over: such a game has no winner. Left out
   * where the score of such a game says nothing.
   */
  conceded?(state: State, seat: Seat): number[];
  /**
   * What seats may expect in a position that is not over, for those who look ahead and do not want to play on to its end: by seat
   * the share of the win, in a game of one the score. Null where too much is open to say, as in the middle of a turn. Left
   * out where it cannot be told well enough.
   */
  prospects?(state: State): number[] | null;
  /** The same position to that seat's eyes, with all that it cannot know drawn anew. */
  redeal(state: State, viewer: Viewer, chance: Chance): State;
  /** The ruleset's own ways of playing, by name; `random` is there for every ruleset without being named here. */
  policies?: Record<string, Policy<Action, View>>;
  /** Sentences about what is unsound in a position; empty when it is sound. */
  invariants?(state: State): string[];
}

/** A ruleset whose types are not known here: the form in which the house handles all of them alike. */
export type AnyRuleset = Ruleset<any, any, any, any, any>;
