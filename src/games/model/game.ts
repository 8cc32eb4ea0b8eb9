import { type Static, Type } from '@sinclair/typebox';
import type { BoardPlace, ChainedGame } from '#rules/kernel/chain.ts';
import { gameSeedFrom, gameSeedFromText, PublishedChance } from '#rules/kernel/chance.ts';
import { sha256Hex } from '#rules/kernel/hashing.ts';
import type { Json } from '#rules/kernel/json.ts';
import type {
  ActionShape,
  AnyRuleset,
  EventShape,
  Outcome as RulesetOutcome,
  Seat,
  Viewer,
} from '#rules/kernel/ruleset.ts';
import { numbered } from '#rules/kernel/schema.ts';
import { type Result, refused } from '../../eventlog/result.ts';
import type { EventRow, GameRow, PlanRow } from '../../store/game-rows.ts';
import type { Clock, Decision } from './clock.ts';
import type { Leaving, SeatedPlayer, SeatHolder } from './seats.ts';

export type Status = GameRow['status'];
export type Visibility = 'public' | 'unlisted' | 'private';

export interface Daily {
  /** made of date, ruleset, rules version and options */
  name: string;
  /** true: the player has played this day before, so the game does not count */
  practice: boolean;
}

export interface GameHeader {
  id: string;
  /** how many names had been removed from the log when it was read; 0 by default */
  erased?: number;
  ruleset: AnyRuleset;
  options: unknown;
  seatCount: number;
  visibility: Visibility;
  inviteCode: string | null;
  createdBy: string | null;
  createdAt: Date;
  commitment: string | null;
  /** null: the commitment was made together with the game */
  commitmentId: string | null;
  chance: { serverSeed: Uint8Array } | { seed: string };
  /** the secret from which the salts of the hash chain are made; published at the end */
  chainKey: Uint8Array;
  clock: Clock | null;
  standIn: string;
  rematchOf: string | null;
  daily: Daily | null;
  /** true: the game counts in the ratings and cannot be aborted once a player has acted */
  rated: boolean;
  place: BoardPlace | null;
  /** the creator allows chat. Not part of the hash chain */
  allowsChat: boolean;
  /** the competition does not show `odds`. Not part of the hash chain */
  hidesOdds?: boolean;
}

/** The outcome according to the ruleset, or to the service if the game ended early. */
export interface Outcome extends RulesetOutcome {
  /** Seats whose players left the game. */
  left: ({ seat: Seat } & Leaving)[];
}

export interface Game {
  header: GameHeader;
  version: number;
  /** the last link of the hash chain, as hex */
  head: string;
  status: Status;
  seats: SeatHolder[];
  /** null until the game starts */
  state: unknown;
  decisions: Decision[];
  /** The milliseconds that each seat has when its next decision opens; null: the clock has no banks. */
  banks: number[] | null;
  /** the end of the last outage whose time was given back; null: there was none */
  timeGivenUntil: Date | null;
  /** true: a seat has acted, or a player has left since the start */
  begun: boolean;
  /** true: a player has acted or resigned. What the server does for a player's seat does not count */
  attended: boolean;
  abortAskedBy: string[];
  /** by player id: requests to abort since the player's last action; absent: 0 */
  abortAsks: Readonly<Record<string, number>>;
  /** The version at which the last seat was taken; null: the game has not started. */
  startedAt: number | null;
  /** what the seat that acted last can undo; null: nothing */
  turn: OwnTurn | null;
  /** How many actions each seat has undone. */
  undone: readonly number[];
  takeback: Takeback | null;
  /** by player id: requests for a takeback since the player's last action; absent: 0 */
  takebackAsks: Readonly<Record<string, number>>;
  /** How often players have agreed to go back. */
  takenBack: number;
  /** the version of the first takeback to which a second player agreed; null: there was none */
  agreedBackAt: number | null;
  outcome: Outcome | null;
  voidedBecause: VoidReason | null;
  updatedAt: Date;
  /** changes whenever a plan is written. Each append compares it; no event contains it */
  planMark: number;
}

export interface OwnStep {
  /** the version before the action */
  version: number;
  action: ActionShape;
  state: unknown;
  decisions: Decision[];
  banks: number[] | null;
}

/** The actions that a seat can undo: no other seat has acted since, and nothing was drawn. */
export interface OwnTurn {
  seat: Seat;
  /** the oldest first */
  steps: readonly OwnStep[];
}

export const Takeback = Type.Object(
  {
    to: numbered('The version from which the game would go on.'),
    agreedBy: Type.Array(Type.String({ format: 'uuid' }), {
      description: 'The ids of the players who want it, in the order in which they asked.',
    }),
  },
  { $id: 'Takeback', description: 'An earlier version from which players want to go on.' },
);
export type Takeback = Static<typeof Takeback>;

export const VOID_REASONS = ['fault', 'stuck', 'conduct', 'asked', 'other'] as const;
export type VoidReason = (typeof VOID_REASONS)[number];

/** An event with everything that some viewers may not see. */
export interface TableEvent extends EventShape {
  version: number;
  head: string;
  at: Date;
  /** true: the ruleset decides who may see the event. Events of the service are public */
  ofRuleset: boolean;
  /** the only seat that may see this event of the service; absent: all may */
  only?: Seat;
}

/** Returns an event as the viewer may see it; null: the viewer may not know of it. */
export function shownTo(
  { ruleset }: GameHeader,
  { type, seat, data, ofRuleset, only }: TableEvent,
  viewer: Viewer,
): EventShape | null {
  const plain = { type, seat, data };
  if (ofRuleset) return ruleset.redact(plain, viewer);
  return only === undefined || only === viewer ? plain : null;
}

export interface Change {
  game: Game;
  events: TableEvent[];
}

export interface Proposal extends Change {
  rows: EventRow[];
}

/** A change with what the server adds to it, written in one append. */
export interface Completed extends Proposal {
  /** plans that change with it; absent if the game has no active plan */
  plans?: {
    changed: readonly PlanRow[];
    mark: number;
    /** seats whose plans ended although their players may have relied on them */
    dropped: readonly Seat[];
    /** true: only plans acted, as a continuation of an earlier change */
    alone: boolean;
    /** true: a plan must act in a further change as soon as possible */
    goOn: boolean;
  };
}

/** If bots have not acted for this time, another server takes over. */
const BOT_GRACE_MS = 3_000;
const DAY_MS = 24 * 60 * 60 * 1000;

export function isSeeded(header: GameHeader): boolean {
  return 'seed' in header.chance;
}

/** There is no chat where several games have the same chance: on sealed boards and in games of the day. */
export function hasChat({
  allowsChat,
  place,
  daily,
}: Pick<GameHeader, 'allowsChat' | 'place'> & { daily: unknown }): boolean {
  return allowsChat && daily === null && place?.sealed !== true;
}

export function getsTimeBack({ place, rated }: GameHeader): boolean {
  return place !== null || rated;
}

/** The least time for each action, in seconds, with which calendars are used. */
export const LEAST_BY_CALENDAR = 86_400;

/** True if calendars stop the clock. They do not where a round or the end of a day waits for the game. */
export function goesByCalendar({ header: { clock, place, daily } }: Pick<Game, 'header'>): boolean {
  return (
    place === null && daily === null && clock !== null && 'perAction' in clock && clock.perAction >= LEAST_BY_CALENDAR
  );
}

/** True while a plan waits; its mark is then odd. */
export function hasPlanWaiting({ planMark }: Game): boolean {
  return planMark % 2 === 1;
}

/** A deadline has passed by the log, but a calendar may still extend it. */
export function calendarsDecideIfOverdue({ header, decisions }: Game, now: Date): boolean {
  return goesByCalendar({ header }) && decisions.some(({ deadline }) => deadline !== null && deadline <= now);
}

/** True if seats with equal deadlines lose at the same time, so that none wins because others are absent. */
export function runsOutTogether({ header }: Game): boolean {
  return header.clock?.onTimeout === 'resign';
}

/** True for a finished game of several players without bots in which no player acted or resigned. */
export function isUnattended({ status, attended, seats }: Pick<Game, 'status' | 'attended' | 'seats'>): boolean {
  return status === 'finished' && !attended && seats.length > 1 && seats.every(({ kind }) => kind === 'player');
}

export function isOver(game: Game): boolean {
  return game.status === 'finished' || game.status === 'aborted';
}

/** Returns the public facts that are fixed when a game is created. The hash chain begins with them. */
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

/** Caches the seed of a game as long as the same players hold the seats. */
const gameSeeds = new WeakMap<GameHeader, { seats: readonly SeatHolder[]; seed: Uint8Array }>();

/** Returns the seed of a game. Every seat must be taken. */
export function gameSeedOf(header: GameHeader, seats: readonly SeatHolder[]): Uint8Array {
  const known = gameSeeds.get(header);
  if (known?.seats === seats) return known.seed;
  const { chance } = header;
  const seed =
    'seed' in chance ? gameSeedFromText(chance.seed) : gameSeedFrom(chance.serverSeed, seats.map(clientSeedOf));
  gameSeeds.set(header, { seats, seed });
  return seed;
}

function clientSeedOf(holder: SeatHolder): string {
  if (holder.kind === 'open' || holder.kind === 'invited') {
    throw new Error('chance is needed before every seat is taken');
  }
  return holder.clientSeed;
}

export function chanceOf(header: GameHeader, seats: readonly SeatHolder[], version: number): PublishedChance {
  return new PublishedChance(gameSeedOf(header, seats), version);
}

/** Returns the chance for draws of the server: choices of bots, and actions when time is up. */
export function choiceChanceOf(game: Game, version: number): PublishedChance {
  return new PublishedChance(gameSeedOf(game.header, game.seats), `${version}:choice`);
}

export function policyAt(game: Game, seat: Seat): string | null {
  return policyFor(game.seats[seat], game.header.standIn);
}

/** Returns the policy that acts for a seat; null: the player acts. */
export function policyFor(holder: SeatHolder | undefined, standIn: string): string | null {
  if (holder?.kind === 'bot') return holder.policy;
  return holder?.kind === 'player' && holder.left !== undefined ? standIn : null;
}

/** Returns the date of a game of the day: `2026-11-21`. */
export function dateOf(daily: Daily): string {
  return daily.name.slice(0, 10);
}

/** Returns when games of that day can no longer be created. */
export function endOf(date: string): Date {
  return new Date(Date.parse(date) + DAY_MS);
}

export function dailyView(daily: Daily | null): { date: string; practice: boolean } | null {
  return daily === null ? null : { date: dateOf(daily), practice: daily.practice };
}

/** Returns when a game of the day ends: a day after its day, so that its competition can be closed. */
export function closingTimeOf(header: GameHeader): Date | null {
  return header.daily === null ? null : new Date(Date.parse(dateOf(header.daily)) + 2 * DAY_MS);
}

export function isForHouse(game: Game): boolean {
  return game.decisions.some(({ seat }) => policyAt(game, seat) !== null);
}

/** True if players have open requests; perhaps no player is left to answer them. The check is cheap. */
export function hasAsks({ takeback, abortAskedBy, decisions }: Game): boolean {
  return takeback !== null || abortAskedBy.length > 0 || decisions.some(({ asked }) => asked !== undefined);
}

/** Returns when the server must act: for bots or at a deadline. */
export function wakeAt(game: Game): Date | null {
  if (game.status !== 'playing') return null;
  return isForHouse(game) ? graceFrom(game) : dueAt(game);
}

/** Returns the earliest deadline of a seat or of the game. */
export function dueAt(game: Game): Date | null {
  const times = [...game.decisions.map(({ deadline }) => deadline), closingTimeOf(game.header)];
  const due = times.filter((time) => time !== null).map((time) => time.getTime());
  return due.length === 0 ? null : new Date(Math.min(...due));
}

/** Returns when another server may take over what the server must do in the game. */
export function graceFrom({ updatedAt }: Game): Date {
  return new Date(updatedAt.getTime() + BOT_GRACE_MS);
}

/** True for players who have not left. Only they can win. */
export function isStaying(holder: SeatHolder | undefined): boolean {
  return holder?.kind === 'bot' || (holder?.kind === 'player' && holder.left === undefined);
}

/** Returns the player of a seat; null: the seat has none, or its player has left. */
export function stayingAt(seats: readonly SeatHolder[], seat: Seat | null): SeatedPlayer | null {
  const holder = seat === null ? undefined : seats[seat];
  return holder?.kind === 'player' && isStaying(holder) ? holder.player : null;
}

/** Returns the ids of players who have not left, one for each seat. */
export function stayingPlayers({ seats }: { seats: readonly SeatHolder[] }): string[] {
  return seats.flatMap((_, seat) => stayingAt(seats, seat)?.id ?? []);
}

export function awaitedPlayers(game: Game): string[] {
  return [...new Set(game.decisions.flatMap(({ seat }) => stayingAt(game.seats, seat)?.id ?? []))];
}

export function seatsToAct({ decisions }: Game): Seat[] {
  return decisions.map(({ seat }) => seat).sort((one, other) => one - other);
}

export function isSameTurn(before: Game, after: Game): boolean {
  return (
    before.seats === after.seats &&
    before.status === after.status &&
    before.decisions.length === after.decisions.length &&
    before.decisions.every(({ seat }, i) => after.decisions[i]?.seat === seat)
  );
}

export function isFull(game: Game): boolean {
  return game.seats.every(({ kind }) => kind === 'player' || kind === 'bot');
}

export type EntryPart = Partial<Pick<EventRow, 'seat' | 'draws'>> & { action?: Json | object };

export function rowOf(header: GameHeader, version: number, kind: string, entry: EntryPart & { at: Date }): EventRow {
  const { action = null } = entry;
  return { gameId: header.id, version, kind, seat: null, draws: [], ...entry, action: action as Json };
}

/** Makes the row of the next entry. Times in a log never go back, although the clocks of two servers differ. */
export function nextRow(game: Game, now: Date, kind: string, entry: EntryPart = {}): EventRow {
  const at = now > game.updatedAt ? now : game.updatedAt;
  return rowOf(game.header, game.version + 1, kind, { at, ...entry });
}

/** In seconds: decisions with less time get no reminder. */
const LEAST_REMINDED = 3600;

/** When the server next checks this game for reminders and the calendars of its players: at once after each change, if
 * its clock gives enough time for them. Null: never. */
function lookAt({ header: { clock }, status, decisions, updatedAt }: Game): Date | null {
  if (clock === null || status !== 'playing') return null;
  const seconds = 'perAction' in clock ? clock.perAction : clock.bank;
  return seconds >= LEAST_REMINDED && decisions.some(({ deadline }) => deadline !== null) ? updatedAt : null;
}

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

export function rulesOf({ header: { ruleset } }: Pick<Game, 'header'>) {
  return { ruleset: ruleset.id, rulesVersion: ruleset.rulesVersion };
}

export function isVoidReason(value: unknown): value is VoidReason {
  return VOID_REASONS.some((reason) => reason === value);
}

export interface Onlooker {
  viewer: Viewer;
  you: Seat[];
  isHost?: boolean;
}

export interface Reader {
  playerId: string | null;
  inviteCode?: string | undefined;
}

/** True if the reader may know of the game. Private games exist only for their players, for invited players and for
 * readers with the invite code. */
export function mayWatch({ header, seats }: Game, { playerId, inviteCode }: Reader): boolean {
  if (header.visibility !== 'private') return true;
  if (inviteCode !== undefined && header.inviteCode !== null && opens(inviteCode, header.inviteCode)) return true;
  if (playerId === null) return false;
  return header.createdBy === playerId || isAtTable(seats, playerId);
}

export function isAtTable(seats: readonly SeatHolder[], playerId: string): boolean {
  return seats.some((holder) => 'player' in holder && holder.player.id === playerId);
}

export function onlookerOf(game: Game, playerId: string | null, asked: Viewer | undefined): Result<Onlooker> {
  const best = bestOnlooker(game, playerId);
  if (asked === undefined) return { ok: true, value: best };
  const problem = asked === 'spectator' ? null : seatProblem(game, best.you, asked);
  return problem ?? { ok: true, value: { ...best, viewer: asked } };
}

/** Returns the viewer for a player: the lowest own seat that is to act, else the lowest own seat, else a spectator. */
export function bestOnlooker(game: Game, playerId: string | null): Onlooker {
  const you = playerId === null ? [] : seatsOf(game, playerId);
  const isHost = playerId !== null && game.header.createdBy === playerId;
  const viewer = you.find((seat) => isToAct(game, seat) && isStaying(game.seats[seat])) ?? you[0] ?? 'spectator';
  return { viewer, you, isHost };
}

/** Says why the seat is not the caller's; null: it is. */
export function seatProblem(game: Game, you: readonly Seat[], seat: Seat) {
  if (seat >= game.header.seatCount) return noSuchSeat(game, seat);
  if (you.includes(seat)) return null;
  const hint = you.length > 0 ? `Your seats in this game: ${you.join(', ')}.` : 'You hold no seat in this game.';
  return refused('not-your-seat', `Seat ${seat} is not yours.`, { hint });
}

export function noSuchSeat(game: Game, seat: Seat) {
  const last = game.header.seatCount - 1;
  return refused('no-such-seat', `There is no seat ${seat} in this game: its seats are 0 to ${last}.`);
}

/** Says why a player may not see the game and its result; null: the player may. A sealed game is shown only to players
 * who have a seat. */
export function closedTo(game: Game, playerId: string) {
  const { header, seats } = game;
  if (!mayWatch(game, { playerId })) return gameNotFound(header.id);
  if (header.place?.sealed !== true || isAtTable(seats, playerId)) return null;
  return refused('not-your-seat', 'You hold no seat in this game.');
}

export function seatInPlay(game: Game, playerId: string, asked: Seat | undefined): Result<Seat> {
  const closed = closedTo(game, playerId);
  if (closed !== null) return closed;
  if (isOver(game)) return gameOver(game);
  const chosen = actingSeat(game, playerId, asked);
  return chosen.ok && game.status === 'open' ? notStarted() : chosen;
}

/** Rejects what only the competition may decide: games and seats. Null: the game belongs to no competition. */
export function competitionProblem({ header: { place }, seats }: Game, playerId: string) {
  if (place === null) return null;
  const hint = isAtTable(seats, playerId)
    ? 'Play it, or resign: `resignGame`.'
    : 'Only entries of the competition get seats: enter it with `enterCompetition` while it accepts entries.';
  return refused('competition-game', `Competition ${place.competitionId} decides who sits in this game.`, { hint });
}

export function gameOver(game: Game) {
  const how = game.outcome?.text ?? game.status;
  return refused('game-over', `This game is over: ${how.replace(/\.$/, '')}.`);
}

export function timeIsUp(deadline: Date) {
  return refused('time-out', `The time for this decision was up at ${deadline.toISOString()}.`);
}

export function notStarted() {
  return refused('game-not-started', 'The game waits for players: not every seat is taken.');
}

export function seatLeft(seat: Seat) {
  return refused('seat-left', `You have left seat ${seat}: the house plays it.`);
}

export function gameNotFound(gameId: string) {
  return refused('game-not-found', `There is no game ${gameId}.`);
}

export function isToAct(game: Game, seat: Seat): boolean {
  return game.decisions.some((decision) => decision.seat === seat);
}

/** Returns a player's seats, the lowest first. Seats that the player has left are included. */
export function seatsOf({ seats }: Pick<Game, 'seats'>, playerId: string): Seat[] {
  return seats.flatMap((holder, seat) => (holder.kind === 'player' && holder.player.id === playerId ? [seat] : []));
}

/** Returns the seat that was named, else the player's lowest seat that is to act. */
export function actingSeat(game: Game, playerId: string, asked: Seat | undefined): Result<Seat> {
  const you = seatsOf(game, playerId);
  const staying = you.filter((own) => isStaying(game.seats[own]));
  const seat = asked ?? staying.find((own) => isToAct(game, own)) ?? staying[0] ?? you[0];
  if (seat === undefined) return refused('not-your-seat', 'You hold no seat in this game.');
  return seatProblem(game, you, seat) ?? (isStaying(game.seats[seat]) ? { ok: true, value: seat } : seatLeft(seat));
}

/** Compares hashes, so that the time it takes reveals nothing about the code. */
export function opens(asked: string, code: string): boolean {
  return sha256Hex(asked) === sha256Hex(code);
}
