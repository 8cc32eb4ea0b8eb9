import type { TObject, TSchema } from '@sinclair/typebox';
import type { Chance } from './chance.ts';
import type { Credits, InShort, Preset } from './introduction.ts';
import type { Odds } from './odds.ts';
import type { Tutorial } from './tutorial.ts';

export type { Chance } from './chance.ts';

/** Numbered clockwise from 0. */
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

export interface Refusal {
  /** the number of the broken ruling, such as `R12` */
  rule: string;
  detail: string;
  hint?: string;
}

/** Each schema has an `$id` that begins with the ruleset's name: `PascalsRuinView`, `PascalsRuinRollDieAction`. */
export interface RulesetSchemas {
  /** every property has a `default` and a `description` */
  options: TObject;
  /** one per type */
  actions: TObject[];
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

export interface Term {
  term: string;
  text: string;
}

/** Chooses one of the legal actions of the view's seat, from that view alone. */
export type Policy<Action, View> = (view: View, legal: readonly Action[], chance: Chance) => Action;

/** Pure functions over plain JSON, without state, clock or chance of their own. `apply` neither validates nor mutates. */
export interface Ruleset<Options, State, Action extends ActionShape, Event extends EventShape, View> {
  /** kebab-case, as in URLs */
  id: string;
  name: string;
  summary: string;
  inShort?: InShort;
  tutorial?: Tutorial;
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
  glossary?: readonly Term[];
  /** By type of action: the numbers of the rulings that matter to a player who may choose it. */
  rulings?: Readonly<Record<Action['type'], string[]>>;

  /** A sentence if options contradict each other or the seats. The error points at the option that it names first. */
  checkOptions(options: Options, seats: number): string | null;
  /** True if a game may last until a player ends it: the service then requires a human. False for default options. */
  isUnbounded?(options: Options): boolean;
  setup(options: Options, seats: number, chance: Chance): Step<State, Event>;
  /** Seats that must decide now; several decide simultaneously and in secret. Empty: the game is over. */
  actors(state: State): Seat[];
  /** The single source of legality, in a stable order; empty for seats that need not decide. */
  legalActions(state: State, seat: Seat): Action[];
  apply(state: State, seat: Seat, action: Action, chance: Chance): Step<State, Event>;
  /** True if the action leaves the decision of its seat unfinished. A deadline applies to a whole decision. */
  leavesOpen?(action: Action, state: State): boolean;
  view(state: State, viewer: Viewer): View;
  /** The view for the seat's own policies, which read few fields thousands of times: may compute fields lazily. */
  glance?(state: State, seat: Seat): View;
  /** The part of an event that this viewer may know; null hides the event. */
  redact(event: Event, viewer: Viewer): Event | null;
  /** A legal action in plain words, unique among the actions listed with it. */
  label(action: Action, view: View): string;
  /** The consequences of a legal action as far as its seat can see; null if unknown. Omitted if always null. */
  odds?(state: State, seat: Seat, action: Action): Odds | null;
  /** Default: from type and details. Write a seat as `seat 1`, here and in labels; the service may show its name. */
  narrate?(event: Event, options: Options): string;
  describe(view: View): string;
  /** Why a well-formed action of a seat that must decide is illegal, from that seat's view. */
  explain(view: View, seat: Seat, action: Action): Refusal;
  outcome(state: State): Outcome | null;
  /** The scores if the only seat of a solo game resigns, which has no winner. Omitted if such a score means nothing. */
  conceded?(state: State, seat: Seat): number[];
  /** For search: each seat's share of the win, or a solo score. Null without a good estimate, as in mid-turn. */
  prospects?(state: State): number[] | null;
  /** A position that looks the same to this viewer, with everything hidden drawn anew. */
  redeal(state: State, viewer: Viewer, chance: Chance): State;
  /** The ruleset's own policies by name; every ruleset also has `random`. */
  policies?: Record<string, Policy<Action, View>>;
  /** One sentence per fault of a position. */
  invariants?(state: State): string[];
}

/** A ruleset of unknown types: the form in which the service handles all of them. */
export type AnyRuleset = Ruleset<any, any, any, any, any>;
