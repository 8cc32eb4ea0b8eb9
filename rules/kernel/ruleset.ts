import type { TObject, TSchema } from '@sinclair/typebox';
import type { Chance } from './chance.ts';
import type { Credits, InShort, Preset } from './introduction.ts';
import type { Odds } from './odds.ts';
import type { Tutorial } from './tutorial.ts';

export type { Chance } from './chance.ts';

/** Seats are numbered clockwise from 0. */
export type Seat = number;
export type Viewer = Seat | 'spectator';
export type Scoring = 'highest' | 'lowest';

/** The result of a game. Several winners share the win. `scores` has one number for each seat. */
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

/** `seat` is the seat that acted; null: the event follows from the rules without an action. */
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

/** Each schema has an `$id` that begins with the name of the ruleset: `PascalsRuinView`, `PascalsRuinRollDieAction`. */
export interface RulesetSchemas {
  /** every property has a `default` and a `description` */
  options: TObject;
  /** one for each type */
  actions: TObject[];
  events: TObject[];
  view: TObject;
  /** every other schema with an `$id` to which the ones above refer */
  parts: TSchema[];
}

/** A card of the game's own deck. `text` is what is printed on it; the other fields have the same content as plain
 * JSON. */
export interface PrintedCard {
  /** the id that actions and views use */
  id: string;
  text: string;
  [field: string]: unknown;
}

export interface Term {
  term: string;
  text: string;
}

/** Chooses one of the legal actions for the seat whose view it gets. It knows nothing but that view. */
export type Policy<Action, View> = (view: View, legal: readonly Action[], chance: Chance) => Action;

/** The rules of one game: pure functions over plain JSON, without state, clock or chance of their own. `apply` relies
 * on a legal action and does not mutate the position. */
export interface Ruleset<Options, State, Action extends ActionShape, Event extends EventShape, View> {
  /** in kebab case; part of URLs */
  id: string;
  name: string;
  summary: string;
  inShort?: InShort;
  tutorial?: Tutorial;
  credits: Credits;
  /** higher after every change of behavior; each game stores the version with which it was created */
  rulesVersion: number;
  seats: { min: number; max: number };
  solo: boolean;
  /** true if one seat may know what another does not */
  hiddenInformation: boolean;
  scoring(options: Options): Scoring;
  /** A short description of every `reason` that an outcome can have. The service adds `resigned` and `timedOut`. */
  endings: Readonly<Record<string, string>>;
  schemas: RulesetSchemas;
  presets?: readonly Preset[];
  /** The game's own deck, in the order in which it is printed. Omitted if the game needs only dice or common playing
   * cards. */
  cards?: readonly PrintedCard[];
  glossary?: readonly Term[];
  /** By type of action: the numbers of the rulings in `rules.md` that a player should read before choosing it. */
  rulings?: Readonly<Record<Action['type'], string[]>>;

  /** Returns a sentence if options contradict each other or the number of seats; null: they fit. The error points at
   * the option that the sentence names first. */
  checkOptions(options: Options, seats: number): string | null;
  /** True if a game with these options may last until a player ends it. The service then requires a human. False for
   * default options. */
  isUnbounded?(options: Options): boolean;
  setup(options: Options, seats: number, chance: Chance): Step<State, Event>;
  /** Returns the seats that must decide now. If there are several, they decide at the same time and in secret. Empty:
   * the game is over. */
  actors(state: State): Seat[];
  /** Lists all legal actions in a stable order; no other function decides what is legal. Empty for seats that need not
   * decide. */
  legalActions(state: State, seat: Seat): Action[];
  apply(state: State, seat: Seat, action: Action, chance: Chance): Step<State, Event>;
  /** True if the seat must still decide after this action. The deadline then applies to both actions together. */
  leavesOpen?(action: Action, state: State): boolean;
  view(state: State, viewer: Viewer): View;
  /** Returns a view for the seat's own policies. It may compute fields lazily, because policies read few fields
   * thousands of times. */
  glance?(state: State, seat: Seat): View;
  /** Returns the part of an event that this viewer may know; null: the viewer may not know of the event. */
  redact(event: Event, viewer: Viewer): Event | null;
  /** Names a legal action in plain words, differently from all actions that are listed with it. */
  label(action: Action, view: View): string;
  /** Returns what a legal action leads to, as far as its seat can know; null: unknown. Omitted if the game has no
   * odds. */
  odds?(state: State, seat: Seat, action: Action): Odds | null;
  /** Describes an event in a sentence. By default the sentence is made of type and details. Write a seat as `seat 1`,
   * here and in labels, because the service may replace it by a name. */
  narrate?(event: Event, options: Options): string;
  describe(view: View): string;
  /** Says, from the seat's view, why an action that fits its schema is illegal. The seat must be one that has to
   * decide. */
  explain(view: View, seat: Seat, action: Action): Refusal;
  outcome(state: State): Outcome | null;
  /** Returns the scores of a solo game whose only seat resigns; it has no winner. Omitted if such a score means
   * nothing. */
  conceded?(state: State, seat: Seat): number[];
  /** For search: estimates each seat's share of the win, or the score of a solo game. Null if there is no good
   * estimate, as in the middle of a turn. */
  prospects?(state: State): number[] | null;
  /** Returns a position that looks the same to this viewer, in which everything hidden from the viewer is drawn
   * anew. */
  redeal(state: State, viewer: Viewer, chance: Chance): State;
  /** The policies of this ruleset by name. Every ruleset also has `random`. */
  policies?: Record<string, Policy<Action, View>>;
  /** Returns one sentence for each fault of a position. */
  invariants?(state: State): string[];
}

/** A ruleset whose types are unknown. The service handles all rulesets in this form. */
export type AnyRuleset = Ruleset<any, any, any, any, any>;
