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

export type Visibility = 'public' | 'unlisted' | 'private';

export interface Daily {
  /** consists of date, ruleset, rules version and options */
  name: string;
  /** true: the player has played this daily game before, so the result of this game does not count */
  practice: boolean;
}

export interface GameHeader {
  id: string;
  /** the number of names that had been removed from the log when it was read; 0 if omitted */
  erased?: number;
  ruleset: AnyRuleset;
  options: unknown;
  seatCount: number;
  visibility: Visibility;
  inviteCode: string | null;
  createdBy: string | null;
  createdAt: Date;
  commitment: string | null;
  /** the id of a commitment that is older than the game; null: it was made together with the game, or there is none */
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
  /** true: the creator allows chat. Not covered by the hash chain */
  allowsChat: boolean;
  /** true: the competition hides `odds`. Not covered by the hash chain */
  hidesOdds?: boolean;
  /** true: no player came, as recorded when the game finished; null: it was not over when the header was read */
  unattended?: boolean | null;
}

export function isSeeded(header: GameHeader): boolean {
  return 'seed' in header.chance;
}

/** True if the game has a chat. It has none if others get the same cards and rolls. */
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

/** Calendars apply to clocks with at least this many seconds for each action. */
export const LEAST_BY_CALENDAR = 86_400;

/** True if calendars stop the clock: never in competitions and daily games, because others wait for the result. */
export function goesByCalendar({ header: { clock, place, daily } }: Pick<Game, 'header'>): boolean {
  return (
    place === null && daily === null && clock !== null && 'perAction' in clock && clock.perAction >= LEAST_BY_CALENDAR
  );
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

export function rulesOf({ header: { ruleset } }: Pick<Game, 'header'>) {
  return { ruleset: ruleset.id, rulesVersion: ruleset.rulesVersion };
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Returns the date of a daily game, such as `2026-11-21`. */
export function dateOf(daily: Daily): string {
  return daily.name.slice(0, 10);
}

/** Returns the time from which no more games of that day can be created. */
export function endOf(date: string): Date {
  return new Date(Date.parse(date) + DAY_MS);
}

export function dailyView(daily: Daily | null): { date: string; practice: boolean } | null {
  return daily === null ? null : { date: dateOf(daily), practice: daily.practice };
}

/** Returns when the server ends a daily game: one day after the game's own day, so that the ranking becomes final. */
export function closingTimeOf(header: GameHeader): Date | null {
  return header.daily === null ? null : new Date(Date.parse(dateOf(header.daily)) + 2 * DAY_MS);
}

export type Status = GameRow['status'];

/** The outcome, from the ruleset, or from the service if the game ended early. */
export interface Outcome extends RulesetOutcome {
  /** Seats whose players left the game. */
  left: ({ seat: Seat } & Leaving)[];
}

export const VOID_REASONS = ['fault', 'stuck', 'conduct', 'asked', 'other'] as const;
export type VoidReason = (typeof VOID_REASONS)[number];

export function isVoidReason(value: unknown): value is VoidReason {
  return VOID_REASONS.some((reason) => reason === value);
}

export interface OwnStep {
  /** the version before the action */
  version: number;
  action: ActionShape;
  state: unknown;
  decisions: Decision[];
  banks: number[] | null;
}

/** The actions that a seat can undo: no other seat has acted since, and they drew no card and rolled no die. */
export interface OwnTurn {
  seat: Seat;
  /** oldest first */
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
  /** by seat: the milliseconds in its bank when its next decision opens; null: the clock has no banks */
  banks: number[] | null;
  /** the end of the last outage for which the seats got their time back; null: there was none */
  timeGivenUntil: Date | null;
  /** true: a seat has acted, or a player has left after the start */
  begun: boolean;
  /** the seats whose players ran out of time; null: a player has acted or resigned */
  absent: readonly Seat[] | null;
  abortAskedBy: string[];
  /** by player id: the number of requests to abort since the player's last action; omitted if 0 */
  abortAsks: Readonly<Record<string, number>>;
  /** the version at which the game started; null: it has not started */
  startedAt: number | null;
  /** the actions that the seat which acted last can undo; null: none */
  turn: OwnTurn | null;
  /** by seat: the number of actions that it has undone */
  undone: readonly number[];
  takeback: Takeback | null;
  /** by player id: the number of takebacks requested since the player's last action; omitted if 0 */
  takebackAsks: Readonly<Record<string, number>>;
  /** the number of takebacks to which players have agreed */
  takenBack: number;
  /** the version of the first takeback to which a second player agreed; null: there was none */
  agreedBackAt: number | null;
  outcome: Outcome | null;
  voidedBecause: VoidReason | null;
  updatedAt: Date;
  /** changes when a plan is stored; a change of the game is stored only if the mark is unchanged. Not in the log */
  planMark: number;
}

export function isOver(game: Game): boolean {
  return game.status === 'finished' || game.status === 'aborted';
}

export function isFull(game: Game): boolean {
  return game.seats.every(({ kind }) => kind === 'player' || kind === 'bot');
}

/** True if every seat's player ran out of time and none acted: such a game counts nowhere. Bots are never absent. */
export function noneCame(seats: readonly unknown[], absent: Game['absent']): boolean {
  return seats.length > 1 && absent?.length === seats.length;
}

export function isUnattended({ header, status, seats, absent }: Game): boolean {
  return status === 'finished' && (header.unattended ?? noneCame(seats, absent));
}

/** True if seats with equal deadlines lose together: if they lost one after another, an absent player could win. */
export function runsOutTogether({ header }: Game): boolean {
  return header.clock?.onTimeout === 'resign';
}

/** True while a plan waits for its seat's turn. `planMark` is then odd. */
export function hasPlanWaiting({ planMark }: Game): boolean {
  return planMark % 2 === 1;
}

/** True if players have open requests, even if no player remains who could answer them. This check is cheap. */
export function hasAsks({ takeback, abortAskedBy, decisions }: Game): boolean {
  return takeback !== null || abortAskedBy.length > 0 || decisions.some(({ asked }) => asked !== undefined);
}

export function isSameTurn(before: Game, after: Game): boolean {
  return (
    before.seats === after.seats &&
    before.status === after.status &&
    before.decisions.length === after.decisions.length &&
    before.decisions.every(({ seat }, i) => after.decisions[i]?.seat === seat)
  );
}

/** A cache of games' seeds. An entry is valid while the same players hold the seats. */
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

/** Returns the random numbers for choices of the server: those of bots, and the actions after a time-out. */
export function choiceChanceOf(game: Game, version: number): PublishedChance {
  return new PublishedChance(gameSeedOf(game.header, game.seats), `${version}:choice`);
}

/** True for bots and for players who have not left. Only they can win. */
export function isStaying(holder: SeatHolder | undefined): boolean {
  return holder?.kind === 'bot' || (holder?.kind === 'player' && holder.left === undefined);
}

/** Returns the player at a seat; null: no player holds it, or its player has left. */
export function stayingAt(seats: readonly SeatHolder[], seat: Seat | null): SeatedPlayer | null {
  const holder = seat === null ? undefined : seats[seat];
  return holder?.kind === 'player' && isStaying(holder) ? holder.player : null;
}

/** Returns the ids of players who have not left, one id for each seat. */
export function stayingPlayers({ seats }: { seats: readonly SeatHolder[] }): string[] {
  return seats.flatMap((_, seat) => stayingAt(seats, seat)?.id ?? []);
}

export function isAtTable(seats: readonly SeatHolder[], playerId: string): boolean {
  return seats.some((holder) => 'player' in holder && holder.player.id === playerId);
}

/** Returns a player's seats, lowest first, including seats that the player has left. */
export function seatsOf({ seats }: Pick<Game, 'seats'>, playerId: string): Seat[] {
  return seats.flatMap((holder, seat) => (holder.kind === 'player' && holder.player.id === playerId ? [seat] : []));
}

export function isToAct(game: Game, seat: Seat): boolean {
  return game.decisions.some((decision) => decision.seat === seat);
}

export function seatsToAct({ decisions }: Game): Seat[] {
  return decisions.map(({ seat }) => seat).sort((one, other) => one - other);
}

export function awaitedPlayers(game: Game): string[] {
  return [...new Set(game.decisions.flatMap(({ seat }) => stayingAt(game.seats, seat)?.id ?? []))];
}

/** Returns the name of the policy that acts for a seat; null: its player acts. */
export function policyFor(holder: SeatHolder | undefined, standIn: string): string | null {
  if (holder?.kind === 'bot') return holder.policy;
  return holder?.kind === 'player' && holder.left !== undefined ? standIn : null;
}

export function policyAt(game: Game, seat: Seat): string | null {
  return policyFor(game.seats[seat], game.header.standIn);
}

export function isForHouse(game: Game): boolean {
  return game.decisions.some(({ seat }) => policyAt(game, seat) !== null);
}

/** Another server takes over a game if its bots have not acted for this long. */
const BOT_GRACE_MS = 3_000;

/** Returns when any server must act: at a deadline, or when bots have not acted for `BOT_GRACE_MS`. */
export function wakeAt(game: Game): Date | null {
  if (game.status !== 'playing') return null;
  return isForHouse(game) ? graceFrom(game) : dueAt(game);
}

/** Returns the earliest deadline of the seats and of the game itself; null: there is none. */
export function dueAt(game: Game): Date | null {
  const times = [...game.decisions.map(({ deadline }) => deadline), closingTimeOf(game.header)];
  const due = times.filter((time) => time !== null).map((time) => time.getTime());
  return due.length === 0 ? null : new Date(Math.min(...due));
}

/** Returns when another server may act in the game instead of the server that changed it last. */
export function graceFrom({ updatedAt }: Game): Date {
  return new Date(updatedAt.getTime() + BOT_GRACE_MS);
}

/** True if a deadline has passed that a calendar may still extend. */
export function calendarsDecideIfOverdue({ header, decisions }: Game, now: Date): boolean {
  return goesByCalendar({ header }) && decisions.some(({ deadline }) => deadline !== null && deadline <= now);
}

/** Decisions with less time, in seconds, get no reminder. */
const LEAST_REMINDED = 3600;

/** Returns when the server must next check the game for reminders and calendars: at once after each change if its clock
 * is slow enough for reminders. Null: never. */
function lookAt({ header: { clock }, status, decisions, updatedAt }: Game): Date | null {
  if (clock === null || status !== 'playing') return null;
  const seconds = 'perAction' in clock ? clock.perAction : clock.bank;
  return seconds >= LEAST_REMINDED && decisions.some(({ deadline }) => deadline !== null) ? updatedAt : null;
}

/** An event in full, including what some viewers may not see. */
export interface TableEvent extends EventShape {
  version: number;
  head: string;
  at: Date;
  /** true: the ruleset decides who may see the event; events of the service are public */
  ofRuleset: boolean;
  /** the only seat that may see this event of the service; omitted: all may see it */
  only?: Seat;
}

/** Returns an event as the viewer may see it; null: the viewer may not know that it happened. */
export function shownTo({ ruleset }: GameHeader, event: TableEvent, viewer: Viewer): EventShape | null {
  const { type, seat, data, ofRuleset, only } = event;
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

/** A change with all that the server adds to it, such as actions of plans. One append writes all of it. */
export interface Completed extends Proposal {
  /** the plans that the change affects; omitted: it affects none */
  plans?: {
    changed: readonly PlanRow[];
    mark: number;
    /** seats whose plans ended too early: the players may have relied on these plans for the next decision */
    dropped: readonly Seat[];
    /** true: this change consists only of actions of plans, which continue an earlier change */
    alone: boolean;
    /** true: a plan must act as soon as possible in a further change */
    goOn: boolean;
  };
}

export type EntryPart = Partial<Pick<EventRow, 'seat' | 'draws'>> & { action?: Json | object };

export function rowOf(header: GameHeader, version: number, kind: string, entry: EntryPart & { at: Date }): EventRow {
  const { action = null } = entry;
  return { gameId: header.id, version, kind, seat: null, draws: [], ...entry, action: action as Json };
}

/** Makes the row of the next entry. Times in a log never go back, although the clocks of servers may differ. */
export function nextRow(game: Game, now: Date, kind: string, entry: EntryPart = {}): EventRow {
  const at = now > game.updatedAt ? now : game.updatedAt;
  return rowOf(game.header, game.version + 1, kind, { at, ...entry });
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

export interface Reader {
  playerId: string | null;
  inviteCode?: string | undefined;
}

/** True if the reader may know of the game. A private game is visible only to its players, invited players and readers
 * with its invite code. */
export function mayWatch({ header, seats }: Game, { playerId, inviteCode }: Reader): boolean {
  if (header.visibility !== 'private') return true;
  if (inviteCode !== undefined && header.inviteCode !== null && opens(inviteCode, header.inviteCode)) return true;
  if (playerId === null) return false;
  return header.createdBy === playerId || isAtTable(seats, playerId);
}

/** Compares hashes, so that the duration of the comparison reveals nothing about the code. */
export function opens(asked: string, code: string): boolean {
  return sha256Hex(asked) === sha256Hex(code);
}

/** Returns why a player may not see the game and its result; null: the player may. If others still get the same
 * cards (sealed games), only players with a seat may. */
export function closedTo(game: Game, playerId: string) {
  const { header, seats } = game;
  if (!mayWatch(game, { playerId })) return gameNotFound(header.id);
  if (header.place?.sealed !== true || isAtTable(seats, playerId)) return null;
  return refused('not-your-seat', 'You hold no seat in this game.');
}

export interface Onlooker {
  viewer: Viewer;
  you: Seat[];
  isHost?: boolean;
}

export function onlookerOf(game: Game, playerId: string | null, asked: Viewer | undefined): Result<Onlooker> {
  const best = bestOnlooker(game, playerId);
  if (asked === undefined) return { ok: true, value: best };
  const problem = asked === 'spectator' ? null : seatProblem(game, best.you, asked);
  return problem ?? { ok: true, value: { ...best, viewer: asked } };
}

/** Returns how a player sees the game: as the player's lowest seat that must act, else lowest seat, else spectator. */
export function bestOnlooker(game: Game, playerId: string | null): Onlooker {
  const you = playerId === null ? [] : seatsOf(game, playerId);
  const isHost = playerId !== null && game.header.createdBy === playerId;
  const viewer = you.find((seat) => isToAct(game, seat) && isStaying(game.seats[seat])) ?? you[0] ?? 'spectator';
  return { viewer, you, isHost };
}

/** Returns why the seat is not the caller's; null: it is. */
export function seatProblem(game: Game, you: readonly Seat[], seat: Seat) {
  if (seat >= game.header.seatCount) return noSuchSeat(game, seat);
  if (you.includes(seat)) return null;
  const hint = you.length > 0 ? `Your seats in this game: ${you.join(', ')}.` : 'You hold no seat in this game.';
  return refused('not-your-seat', `Seat ${seat} is not yours.`, { hint });
}

/** Returns the requested seat; if none was requested, the player's lowest seat that must act, or else the lowest. */
export function actingSeat(game: Game, playerId: string, asked: Seat | undefined): Result<Seat> {
  const you = seatsOf(game, playerId);
  const staying = you.filter((own) => isStaying(game.seats[own]));
  const seat = asked ?? staying.find((own) => isToAct(game, own)) ?? staying[0] ?? you[0];
  if (seat === undefined) return refused('not-your-seat', 'You hold no seat in this game.');
  return seatProblem(game, you, seat) ?? (isStaying(game.seats[seat]) ? { ok: true, value: seat } : seatLeft(seat));
}

export function seatInPlay(game: Game, playerId: string, asked: Seat | undefined): Result<Seat> {
  const closed = closedTo(game, playerId);
  if (closed !== null) return closed;
  if (isOver(game)) return gameOver(game);
  const chosen = actingSeat(game, playerId, asked);
  return chosen.ok && game.status === 'open' ? notStarted() : chosen;
}

/** Rejects changes of games and seats that only the competition may make. Null: the game belongs to no competition. */
export function competitionProblem({ header: { place }, seats }: Game, playerId: string) {
  if (place === null) return null;
  const hint = isAtTable(seats, playerId)
    ? 'Play it, or resign: `resignGame`.'
    : 'Only entries of the competition get seats: enter it with `enterCompetition` while it accepts entries.';
  return refused('competition-game', `Competition ${place.competitionId} decides who sits in this game.`, { hint });
}

export function noSuchSeat(game: Game, seat: Seat) {
  const last = game.header.seatCount - 1;
  return refused(
    'no-such-seat',
    `There is no seat ${seat} in this game: ${last === 0 ? 'its only seat is 0' : `its seats are 0 to ${last}`}.`,
  );
}

export function gameOver(game: Game) {
  if (game.outcome === null) return refused('game-over', 'This game was aborted.', { hint: 'Create another game.' });
  return refused('game-over', `This game is over: ${game.outcome.text.replace(/\.$/, '')}.`);
}

export function timeIsUp(deadline: Date) {
  return refused('time-out', `The time for this decision ended at ${deadline.toISOString()}.`);
}

export function notStarted() {
  return refused('game-not-started', 'The game waits for players: not every seat is taken.');
}

export function seatLeft(seat: Seat) {
  return refused('seat-left', `You have left seat ${seat}, and a bot of the server plays it.`);
}

export function gameNotFound(gameId: string) {
  return refused('game-not-found', `There is no game ${gameId}.`);
}
