import { type Static, Type } from '@sinclair/typebox';
import type { BoardPlace, ChainedGame } from '#rules/kernel/chain.ts';
import { gameSeedFrom, gameSeedFromText, PublishedChance } from '#rules/kernel/chance.ts';
import type { Json } from '#rules/kernel/json.ts';
import type {
  ActionShape,
  AnyRuleset,
  EventShape,
  Outcome as RulesetOutcome,
  Seat,
  Viewer,
} from '#rules/kernel/ruleset.ts';
import type { EventRow, GameRow, PlanRow } from '../../store/game-rows.ts';
import type { Clock, Decision } from './clock.ts';
import type { Leaving, SeatHolder } from './seats.ts';

export type Status = GameRow['status'];
export type Visibility = 'public' | 'unlisted' | 'private';

/** The competition of a day: everyone who plays it has the same chance. */
export interface Daily {
  /** names the competition: date, ruleset, rules version and options */
  name: string;
  /** whether it is not the player's first game of the day, and so does not count */
  practice: boolean;
}

/** What is settled when a game is created and never changes. */
export interface GameHeader {
  id: string;
  /** how often a name had been taken out of its log when it was read; never, when it is left out */
  erased?: number;
  ruleset: AnyRuleset;
  options: unknown;
  seatCount: number;
  visibility: Visibility;
  inviteCode: string | null;
  createdBy: string | null;
  createdAt: Date;
  commitment: string | null;
  /** null when the commitment was made together with the game */
  commitmentId: string | null;
  /** exactly one of the two is there */
  chance: { serverSeed: Uint8Array } | { seed: string };
  /** salts the hash chain; published at the end */
  chainKey: Uint8Array;
  clock: Clock | null;
  /** the policy that plays on for who leaves */
  standIn: string;
  rematchOf: string | null;
  daily: Daily | null;
  /** whether it was declared to count in the ratings: then nobody calls it off once somebody has acted */
  rated: boolean;
  /** null: it belongs to no competition of many games */
  place: BoardPlace | null;
  /** whether its creator lets players chat in it; no part of its hash chain */
  allowsChat: boolean;
  /** whether the competition leaves `odds` out of answers; not part of the hash chain */
  hidesOdds?: boolean;
}

/** How a game ended: the ruleset's word, or the house's when it ended early, and who did not stay to the end. */
export interface Outcome extends RulesetOutcome {
  left: ({ seat: Seat } & Leaving)[];
}

/** A game at one version: a fold of its log. */
export interface Game {
  header: GameHeader;
  version: number;
  /** the hash chain up to this version, as hex */
  head: string;
  status: Status;
  seats: SeatHolder[];
  /** the ruleset's position; null until the game starts */
  state: unknown;
  decisions: Decision[];
  /** what each seat has left in its bank when its next decision opens, in milliseconds; null without banks */
  banks: number[] | null;
  /** the end of the last outage whose time was given back; null: of none */
  timeGivenUntil: Date | null;
  /** whether anybody has acted in it, or left since it started */
  begun: boolean;
  /** whether a player has acted or resigned: false while the house alone did something for their seats */
  attended: boolean;
  /** the ids of the players who want to abort it */
  abortAskedBy: string[];
  /** how often each player asked for that since they acted last, by their ids; who has not stands nowhere */
  abortAsks: Readonly<Record<string, number>>;
  /** the version at which it started; null before */
  startedAt: number | null;
  /** of the seat that acted last and is to decide again; null where it cannot go back */
  turn: OwnTurn | null;
  /** by seat: how many own actions it undid */
  undone: readonly number[];
  /** an earlier version that somebody wants to go back to */
  takeback: Takeback | null;
  /** how often each player asked to go back since they acted last, by their ids; who has not stands nowhere */
  takebackAsks: Readonly<Record<string, number>>;
  /** how often the game was taken back by agreement */
  takenBack: number;
  /** the version at which that first took the consent of a second player; null: never, so that one player did it alone */
  agreedBackAt: number | null;
  outcome: Outcome | null;
  /** why an operator has ended it; null: none has */
  voidedBecause: VoidReason | null;
  updatedAt: Date;
  /** changes whenever a plan is written; each append compares it, and no event holds it */
  planMark: number;
}

/** Something that happened, before it is decided who may see it. */
export interface TableEvent extends EventShape {
  version: number;
  head: string;
  at: Date;
  /** whether the ruleset decides who may see it; what the house does is public */
  ofRuleset: boolean;
  /** the one seat that may see what the house did; left out: everybody may */
  only?: Seat;
}

/** What a viewer may know of an event; null: nothing. */
export function shownTo(
  { ruleset }: GameHeader,
  { type, seat, data, ofRuleset, only }: TableEvent,
  viewer: Viewer,
): EventShape | null {
  const plain = { type, seat, data };
  if (ofRuleset) return ruleset.redact(plain, viewer);
  return only === undefined || only === viewer ? plain : null;
}

/** A game after a change, and what happened in that change. */
export interface Change {
  game: Game;
  events: TableEvent[];
}

/** A change that has been worked out but not written. */
export interface Proposal extends Change {
  rows: EventRow[];
}

/** A change that was decided, with all that the house adds to it: what is written in one append. */
export interface Completed extends Proposal {
  /** the plans that it changes; left out where the game has none that could act */
  plans?: {
    changed: readonly PlanRow[];
    mark: number;
    /** which seats' plans ended though their players may have counted on them */
    dropped: readonly Seat[];
    /** whether nobody else acted: they went on with what one change did not hold */
    alone: boolean;
    /** whether one of them is to act in another change, as soon as may be */
    goOn: boolean;
  };
}

/** Another server gets so long to let its bots act before it is taken for dead. */
const BOT_GRACE_MS = 3_000;
const DAY_MS = 24 * 60 * 60 * 1000;

export function isSeeded(header: GameHeader): boolean {
  return 'seed' in header.chance;
}

/** Whether the game has a chat: not where all play the same chance, on the board of a competition or in the game of a day. */
export function hasChat({
  allowsChat,
  place,
  daily,
}: Pick<GameHeader, 'allowsChat' | 'place'> & { daily: unknown }): boolean {
  return allowsChat && daily === null && place?.sealed !== true;
}

/** Whether an outage of the house is to be nobody's loss: in a competition, and where ratings are at stake. */
export function getsTimeBack({ place, rated }: GameHeader): boolean {
  return place !== null || rated;
}

/** From so many seconds a decision on it can be left for another day: then calendars of players count. */
export const LEAST_BY_CALENDAR = 86_400;

/** Whether days off and vacations of its players stop their clocks: never where rounds, or the day, wait for the game. */
export function goesByCalendar({ clock, place, daily }: GameHeader): boolean {
  return (
    place === null && daily === null && clock !== null && 'perAction' in clock && clock.perAction >= LEAST_BY_CALENDAR
  );
}

export function isByCalendar({ header }: Game): boolean {
  return goesByCalendar(header);
}

/** Whether a plan waits for a decision: then the mark of the game's plans is odd. */
export function hasPlanWaiting({ planMark }: Game): boolean {
  return planMark % 2 === 1;
}

/** Whether the time of a decision is up by what the log says of it, where a calendar may say more. */
export function isOverdueByCalendar({ header, decisions }: Game, now: Date): boolean {
  return goesByCalendar(header) && decisions.some(({ deadline }) => deadline !== null && deadline <= now);
}

/** Whether equal deadlines run out together: then none of those seats has won by the others' absence. */
export function runsOutTogether({ header }: Game): boolean {
  return header.clock?.onTimeout === 'resign';
}

/** Whether a game ended to which nobody came: there are several players and no bot, and none of them acted or resigned. */
export function isUnattended({ status, attended, seats }: Pick<Game, 'status' | 'attended' | 'seats'>): boolean {
  return status === 'finished' && !attended && seats.length > 1 && seats.every(({ kind }) => kind === 'player');
}

export function isOver(game: Game): boolean {
  return game.status === 'finished' || game.status === 'aborted';
}

/** All that is settled when a game is created and that everyone may know: what its hash chain begins with. */
export function settledIn(header: GameHeader) {
  const { id, ruleset, options, seatCount, standIn, clock, daily, commitment, commitmentId, place, rated } = header;
  return {
    gameId: id,
    ruleset: ruleset.id,
    rulesVersion: ruleset.rulesVersion,
    options,
    seats: seatCount,
    standIn,
    clock,
    daily: dailyView(daily),
    competition: place,
    rated,
    commitment,
    commitmentId,
  } satisfies ChainedGame;
}

/** What was worked out last for a game: it stays the same while the same seats are held. */
const gameSeeds = new WeakMap<GameHeader, { seats: readonly SeatHolder[]; seed: Uint8Array }>();

/** The seed of all chance in the game. Every seat must be taken. */
export function gameSeedOf(header: GameHeader, seats: readonly SeatHolder[]): Uint8Array {
  const known = gameSeeds.get(header);
  if (known?.seats === seats) return known.seed;
  const seed = workedOut(header, seats);
  gameSeeds.set(header, { seats, seed });
  return seed;
}

function workedOut(header: GameHeader, seats: readonly SeatHolder[]): Uint8Array {
  return 'seed' in header.chance
    ? gameSeedFromText(header.chance.seed)
    : gameSeedFrom(header.chance.serverSeed, seats.map(clientSeedOf));
}

function clientSeedOf(holder: SeatHolder): string {
  if (holder.kind === 'open' || holder.kind === 'invited') {
    throw new Error('chance is needed before every seat is taken');
  }
  return holder.clientSeed;
}

/** The chance of the change that makes `version`. */
export function chanceOf(header: GameHeader, seats: readonly SeatHolder[], version: number): PublishedChance {
  return new PublishedChance(gameSeedOf(header, seats), version);
}

/** What the house draws by itself for that change: the choices of bots, and of seats that ran out of time. */
export function choiceChanceOf(game: Game, version: number): PublishedChance {
  return new PublishedChance(gameSeedOf(game.header, game.seats), `${version}:choice`);
}

/** The policy by which the house acts for a seat; null when its player does. */
export function policyAt(game: Game, seat: Seat): string | null {
  return policyFor(game.seats[seat], game.header.standIn);
}

/** The policy that acts for a seat that is held so; null when its player does. */
export function policyFor(holder: SeatHolder | undefined, standIn: string): string | null {
  if (holder?.kind === 'bot') return holder.policy;
  return holder?.kind === 'player' && holder.left !== undefined ? standIn : null;
}

/** The day of a competition, as `2026-11-21`. */
export function dateOf(daily: Daily): string {
  return daily.name.slice(0, 10);
}

/** When games of the day are no longer created. */
export function endOf(date: string): Date {
  return new Date(Date.parse(date) + DAY_MS);
}

/** The competition as everyone may know it. */
export function dailyView(daily: Daily | null): { date: string; practice: boolean } | null {
  return daily === null ? null : { date: dateOf(daily), practice: daily.practice };
}

/** A game of a competition ends with the day after its day, so that the competition does. */
export function closingTimeOf(header: GameHeader): Date | null {
  return header.daily === null ? null : new Date(Date.parse(dateOf(header.daily)) + 2 * DAY_MS);
}

/** Whether some seat waits for the house to act for it. */
export function isForHouse(game: Game): boolean {
  return game.decisions.some(({ seat }) => policyAt(game, seat) !== null);
}

/** Whether players ask for something in it, as far as can be told without looking who is to answer. */
export function hasAsks({ takeback, abortAskedBy, decisions }: Game): boolean {
  return takeback !== null || abortAskedBy.length > 0 || decisions.some(({ asked }) => asked !== undefined);
}

/** When the house has to act by itself: let bots act, or end a decision, or the game. */
export function wakeAt(game: Game): Date | null {
  if (game.status !== 'playing') return null;
  return isForHouse(game) ? graceFrom(game) : dueAt(game);
}

/** The nearest time by which a seat has to decide, or the game has to be over. */
export function dueAt(game: Game): Date | null {
  const times = [...game.decisions.map(({ deadline }) => deadline), closingTimeOf(game.header)];
  const due = times.filter((time) => time !== null).map((time) => time.getTime());
  return due.length === 0 ? null : new Date(Math.min(...due));
}

/** Until when another server may go on with what the house has to do in a game. */
export function graceFrom({ updatedAt }: Game): Date {
  return new Date(updatedAt.getTime() + BOT_GRACE_MS);
}

/** The players whom the game waits for. */
export function awaitedPlayers(game: Game): string[] {
  const ids = game.decisions.flatMap(({ seat }) => {
    const holder = game.seats[seat];
    return holder?.kind === 'player' && holder.left === undefined ? [holder.player.id] : [];
  });
  return [...new Set(ids)];
}

/** The seats that are to decide now, lowest first. */
export function seatsToAct({ decisions }: Game): Seat[] {
  return decisions.map(({ seat }) => seat).sort((one, other) => one - other);
}

/** Whether the same seats are to act in both, held as before. */
export function isSameTurn(before: Game, after: Game): boolean {
  return (
    before.seats === after.seats &&
    before.status === after.status &&
    before.decisions.length === after.decisions.length &&
    before.decisions.every(({ seat }, i) => after.decisions[i]?.seat === seat)
  );
}

/** Whether every seat is held by a player or a bot. */
export function isFull(game: Game): boolean {
  return game.seats.every(({ kind }) => kind === 'player' || kind === 'bot');
}

type EntryPart = Partial<Pick<EventRow, 'seat' | 'action' | 'draws'>>;

/** An entry of the log of this game. */
export function rowOf(header: GameHeader, version: number, kind: string, entry: EntryPart & { at: Date }): EventRow {
  return { gameId: header.id, version, kind, seat: null, action: null, draws: [], ...entry };
}

/** The entry after the newest. Time does not run backwards in a log, whatever the clocks of two servers say. */
export function nextRow(game: Game, now: Date, kind: string, entry: EntryPart = {}): EventRow {
  const at = now > game.updatedAt ? now : game.updatedAt;
  return rowOf(game.header, game.version + 1, kind, { at, ...entry });
}

/** From so many seconds a player is reminded of a decision. */
const LEAST_REMINDED = 3600;

/** When the calendars of its players are looked at: after each change, where the time that runs is such that they matter. */
function lookAt({ header: { clock }, status, decisions, updatedAt }: Game): Date | null {
  if (clock === null || status !== 'playing') return null;
  const seconds = 'perAction' in clock ? clock.perAction : clock.bank;
  return seconds >= LEAST_REMINDED && decisions.some(({ deadline }) => deadline !== null) ? updatedAt : null;
}

/** The part of a game that lists and other servers read from its row. */
export function summaryOf(game: Game) {
  return {
    status: game.status,
    version: game.version,
    head: game.head,
    toAct: seatsToAct(game),
    seats: game.seats as unknown as Json,
    openSeats: game.seats.filter((holder) => holder.kind === 'open').length,
    awaiting: awaitedPlayers(game),
    deadline: wakeAt(game),
    lookAt: lookAt(game),
    outcome: game.outcome as unknown as Json,
    takenBack: game.takenBack > 0,
    unattended: isUnattended(game),
    updatedAt: game.updatedAt,
  };
}

/** What is played, as every answer about a game says it. */
export function rulesOf({ header: { ruleset } }: Pick<Game, 'header'>) {
  return { ruleset: ruleset.id, rulesVersion: ruleset.rulesVersion };
}

/** What a seat did in its own turn, and the position in which it did it. */
export interface OwnStep {
  /** the last one before the action */
  version: number;
  action: ActionShape;
  state: unknown;
  decisions: Decision[];
  banks: number[] | null;
}

/** A seat's turn as far as it can be gone back in: nobody else did anything meanwhile, and nothing was drawn. */
export interface OwnTurn {
  seat: Seat;
  /** at least one, oldest first */
  steps: readonly OwnStep[];
}

/** An open request to go on from an earlier version, to which all players have to agree. */
export const Takeback = Type.Object(
  {
    to: Type.Integer({ minimum: 1, description: 'The version from which the game would go on.' }),
    agreedBy: Type.Array(Type.String({ format: 'uuid' }), {
      description: 'The ids of the players who want it, who asked first the first.',
    }),
  },
  { $id: 'Takeback', description: 'An earlier version from which players want to go on.' },
);
export type Takeback = Static<typeof Takeback>;

/** Why an operator has ended a game, as its log says it and everybody reads it. */
export const VOID_REASONS = ['fault', 'stuck', 'conduct', 'asked', 'other'] as const;
export type VoidReason = (typeof VOID_REASONS)[number];

export function isVoidReason(value: unknown): value is VoidReason {
  return VOID_REASONS.some((reason) => reason === value);
}
