import type { Static } from '@sinclair/typebox';
import { actionsIn, type Choice, choicesOf } from '#rules/kernel/choices.ts';
import { sentenceOf } from '#rules/kernel/narration.ts';
import type { EventShape, Scoring, Seat, Viewer } from '#rules/kernel/ruleset.ts';
import { bestOnlooker, isToAct, type Onlooker } from '../model/access.ts';
import type { Decision } from '../model/clock.ts';
import type { ClockView as ClockShape, Decision as DecisionShape } from '../model/clock-shapes.ts';
import { countableIn, countsInRatings, type WhyNot, whyNotCounted } from '../model/counting.ts';
import {
  closingTimeOf,
  dailyView,
  type Game,
  isSeeded,
  type Outcome,
  shownTo,
  type TableEvent,
  talksAt,
} from '../model/game.ts';
import type { Place } from '../model/place.ts';
import type { SeatHolder as SeatHolderShape } from '../model/seat-shapes.ts';
import { isStaying, type SeatHolder } from '../model/seats.ts';
import { houseSentence } from './house-sentences.ts';
import { asWritten, labelsOf, type Naming, NO_TELLING, namingOf, type Telling } from './wording.ts';

export type SeatView = Static<typeof SeatHolderShape>;
type ClockView = Static<typeof ClockShape>;
type DecisionView = Static<typeof DecisionShape>;

/** A game as one viewer sees it: the body of `getState`. */
export interface TableView {
  id: string;
  ruleset: string;
  rulesVersion: number;
  options: unknown;
  status: Game['status'];
  version: number;
  head: string;
  seats: SeatView[];
  you: Seat[];
  viewer: Viewer;
  toAct: Seat[];
  decisions: DecisionView[];
  choices?: Choice[];
  /** in plain words: one for each action that the choices stand for */
  labels?: string[];
  view: unknown;
  text?: string;
  outcome: Outcome | null;
  abortAskedBy: string[];
  undoTo: number | null;
  takeBack: { to: number; agreedBy: readonly string[] } | null;
  visibility: string;
  inviteCode: string | null;
  seeded: boolean;
  /** whether it goes into the records of its players; else why not */
  counts: boolean;
  whyNot: WhyNot | null;
  /** which score is best, by the options of the game */
  scoring: Scoring;
  commitment: string | null;
  createdBy: string | null;
  clock: ClockView | null;
  deadline: string | null;
  standIn: string;
  rematchOf: string | null;
  daily: { date: string; practice: boolean } | null;
  competition: Place | null;
  rated: boolean;
  talk: 'on' | 'off';
  createdAt: string;
  updatedAt: string;
}

/** An event as one viewer sees it. */
export interface SeenEvent {
  id: string;
  version: number;
  index: number;
  head: string;
  at: string;
  seat: Seat | null;
  type: string;
  data: object;
  /** the same as a sentence */
  text?: string;
}

/** What an answer is to hold besides. */
export interface Wants {
  /** the view in plain words */
  text: boolean;
  /** what the viewer may do now; nobody acts in the past */
  choices: boolean;
  /** those actions in plain words */
  labels: boolean;
  /** players and bots by name in all words, instead of the numbers of their seats */
  names: boolean;
}

/** The game as `onlooker` may see it. */
export function tableView(game: Game, onlooker: Onlooker, wants: Wants): TableView {
  const { header } = game;
  const { ruleset } = header;
  const { viewer } = onlooker;
  const view = game.state === null ? null : ruleset.view(game.state, viewer);
  const naming = wants.names ? namingOf(game.seats) : asWritten;
  const whyNot = whyNotCounted(countableIn(game));
  const decisions = game.decisions.toSorted((one, other) => one.seat - other.seat);
  return {
    id: header.id,
    ruleset: ruleset.id,
    rulesVersion: ruleset.rulesVersion,
    options: header.options,
    status: game.status,
    version: game.version,
    head: game.head,
    seats: game.seats.map((holder, seat) => seatView(holder, seat, header.standIn)),
    you: onlooker.you,
    viewer,
    toAct: decisions.map((decision) => decision.seat),
    decisions: decisions.map((decision) => decisionView(decision, viewer)),
    ...actionsFor(game, viewer, view, wants, naming),
    view,
    ...(wants.text ? { text: textOf(game, view, naming) } : {}),
    outcome: game.outcome,
    abortAskedBy: game.abortAskedBy,
    undoTo: game.turn?.seat === viewer ? (game.turn.steps.at(-1)?.version ?? null) : null,
    takeBack: game.takeBackWish,
    visibility: header.visibility,
    inviteCode: onlooker.you.length > 0 || onlooker.isHost ? header.inviteCode : null,
    seeded: isSeeded(header),
    counts: whyNot === null,
    whyNot,
    scoring: ruleset.scoring(header.options),
    commitment: header.commitment,
    createdBy: header.createdBy,
    clock: clockView(game),
    deadline: timeText(deadlineIn(game)),
    standIn: header.standIn,
    rematchOf: header.rematchOf,
    daily: dailyView(header.daily),
    competition: header.place,
    rated: countsInRatings(header),
    talk: talksAt(header) ? 'on' : 'off',
    createdAt: header.createdAt.toISOString(),
    updatedAt: game.updatedAt.toISOString(),
  };
}

function actionsFor(
  game: Game,
  viewer: Viewer,
  view: unknown,
  wants: Wants,
  naming: Naming,
): Pick<TableView, 'choices' | 'labels'> {
  if (!wants.choices || viewer === 'spectator') return {};
  if (!isToAct(game, viewer) || !isStaying(game.seats[viewer])) return {};
  const { ruleset } = game.header;
  const choices = choicesOf(ruleset.legalActions(game.state, viewer));
  return wants.labels ? { choices, labels: labelsOf(ruleset, actionsIn(choices), view, naming) } : { choices };
}

/** Others see when a decision opened: a later `since` would tell them that its seat changed a part of it in secret. */
function decisionView(decision: Decision, viewer: Viewer): DecisionView {
  const { seat, opened, deadline, because, asked } = decision;
  const since = viewer === seat ? decision.since : (opened ?? decision.since);
  if (deadline === null) return { seat, since, deadline: null, because: null, asked: null };
  return { seat, since, deadline: deadline.toISOString(), because: because ?? null, asked: asked ?? null };
}

export function seatView(holder: SeatHolder, seat: Seat, standIn: string): SeatView {
  const left = holder.kind === 'player' ? (holder.left?.how ?? null) : null;
  const policy = holder.kind === 'bot' ? holder.policy : left === null ? null : standIn;
  return { seat, kind: holder.kind, player: 'player' in holder ? holder.player : null, policy, left };
}

/** The nearest time by which somebody has to decide, or the game has to be over. */
function deadlineIn(game: Game): Date | null {
  if (game.status !== 'playing') return null;
  const times = [...game.decisions.map(({ deadline }) => deadline), closingTimeOf(game.header)];
  const due = times.filter((time) => time !== null).map((time) => time.getTime());
  return due.length === 0 ? null : new Date(Math.min(...due));
}

function hasRunOut(holder: SeatHolder | undefined): boolean {
  return holder?.kind === 'player' && holder.left?.how === 'timedOut';
}

function clockView({ header: { clock }, banks, seats }: Game): ClockView | null {
  if (clock === null) return null;
  // who left for want of time has none, whatever the bank held when the last decision opened
  const remaining = banks?.map((ms, seat) => (hasRunOut(seats[seat]) ? 0 : ms / 1000)) ?? null;
  if ('perAction' in clock) {
    return { perAction: clock.perAction, bank: null, increment: null, onTimeout: clock.onTimeout, remaining };
  }
  const { bank, increment, onTimeout } = clock;
  return { perAction: null, bank, increment, onTimeout, remaining };
}

function timeText(time: Date | null): string | null {
  return time === null ? null : time.toISOString();
}

/** What somebody sees of the game, in plain words; before the start, whom it waits for. */
export function textOf(game: Game, view: unknown, naming: Naming): string {
  return view === null ? waitingText(game) : naming(game.header.ruleset.describe(view));
}

function waitingText(game: Game): string {
  if (game.status === 'aborted') return `${game.header.ruleset.name} was not played: the game was aborted.`;
  const open = game.seats.flatMap((holder, seat) =>
    holder.kind === 'open' || holder.kind === 'invited' ? [seat] : [],
  );
  const seats = open.length === 1 ? `seat ${open[0]}` : `seats ${open.join(', ')}`;
  return `${game.header.ruleset.name} has not started yet: it waits for players on ${seats}.`;
}

/** What a change led to, for the eyes of whoever asked for it. */
export interface CommandOutcome {
  game: Game;
  onlooker: Onlooker;
  /** the version that the asked change made; the game may be further, since bots act after it */
  appliedVersion: number;
  events: SeenEvent[];
}

/** The eyes are those that a look at the game would choose now, for the events too: never what two seats see. */
export function outcomeFor(
  playerId: string,
  { game, applied, events }: { game: Game; applied: number; events: readonly TableEvent[] },
  telling: Telling = NO_TELLING,
): CommandOutcome {
  const onlooker = bestOnlooker(game, playerId);
  return { game, onlooker, appliedVersion: applied, events: seenEvents(game, events, onlooker.viewer, telling) };
}

/** What `viewer` may know of what happened, numbered within each version after redaction. */
export function seenEvents(
  game: Game,
  events: readonly TableEvent[],
  viewer: Viewer,
  { text, names }: Telling = NO_TELLING,
): SeenEvent[] {
  const naming = names ? namingOf(game.seats) : null;
  const seen: SeenEvent[] = [];
  let index = 0;
  for (const event of events) {
    const shown = shownTo(game.header, event, viewer);
    if (shown === null) continue;
    index = seen.at(-1)?.version === event.version ? index + 1 : 0;
    seen.push({
      id: `${event.version}.${index}`,
      version: event.version,
      index,
      head: event.head,
      at: event.at.toISOString(),
      seat: shown.seat,
      type: shown.type,
      data: shown.data,
      ...(text ? { text: event.ofRuleset ? told(game, shown, naming) : houseSentence(shown, naming) } : {}),
    });
  }
  return seen;
}

/** From what the viewer may know of the event, and nothing else. */
function told({ header }: Game, shown: EventShape, naming: Naming | null): string {
  const sentence = sentenceOf(header.ruleset, shown, header.options);
  return naming === null ? sentence : naming(sentence);
}
