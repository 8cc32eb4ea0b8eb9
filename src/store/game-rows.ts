import type { BoardPlace } from '#rules/kernel/chain.ts';
import type { Json } from '#rules/kernel/json.ts';
import type { Game, GameEvent as GameEventModel, GamePlan, Membership } from '../generated/prisma/client.ts';
import type { RatedGameRow } from './ratings.ts';
import type { RequestRow } from './requests.ts';
import type { Seals } from './sealing/secrets.ts';

export type AskedThing =
  | { what: 'takeback'; to: number }
  | { what: 'moreTime'; for: number; seconds: number }
  | { what: 'abort' };

/** `by`: ids of the players who want it; the one who asked first comes first. */
export type MadeAsk = AskedThing & { by: readonly string[] };

/** `of`: ids of the players who have not answered. There is at least one. */
export type Ask = MadeAsk & { of: readonly string[] };

/** Compares two requests, no matter who makes them. */
export function isSameThing(one: AskedThing, other: AskedThing): boolean {
  if (one.what === 'takeback') return other.what === 'takeback' && one.to === other.to;
  if (one.what === 'abort') return other.what === 'abort';
  return other.what === 'moreTime' && one.for === other.for && one.seconds === other.seconds;
}

type GameEvent = 'turn' | 'reminder' | 'invited' | 'asked' | 'gameEnded' | 'message' | 'planDropped';

export type NotificationEvent = GameEvent | 'roundPaired' | 'competitionEnded';

export interface Notification {
  playerId: string;
  type: GameEvent;
  /** null: the notification is about no single seat */
  seat: number | null;
  ask?: MadeAsk;
  /** leave this one out if the player receives that type for the same change */
  unless?: GameEvent;
}

export type GameStatus = 'open' | 'playing' | 'finished' | 'aborted';

/** What each append rewrites, so that lists and clocks need not read the log. */
export interface GameSummary
  extends Pick<
    Game,
    'version' | 'head' | 'toAct' | 'openSeats' | 'awaiting' | 'deadline' | 'takenBack' | 'unattended' | 'updatedAt'
  > {
  status: GameStatus;
  seats: Json;
  /** when to check calendars; omitted: no running deadline depends on one */
  lookAt?: Date | null;
  outcome: Json | null;
  /** open requests of players to each other; omitted, null and empty all mean that there are none */
  asks?: readonly Ask[] | null;
}

export interface GameRow extends GameSummary, Omit<Game, keyof GameSummary | PlaceColumn | OtherColumn> {
  options: Json;
  serverSeed: Uint8Array | null;
  chainKey: Uint8Array;
  clock: Json | null;
  /** null: the game belongs to no competition */
  place: BoardPlace | null;
}

type PlaceColumn = 'competitionId' | 'round' | 'tableNo' | 'board' | 'copy' | 'sealedBoard';
type OtherColumn = 'options' | 'serverSeed' | 'chainKey' | 'clock' | 'sealed' | 'planMark' | 'reminded';

export type WithoutResult = 'openSeed' | 'practice' | 'secondSeat' | 'takenBack' | 'unattended';

/** `earlier`: it finished before results were stored. */
export type GameResult = 'won' | 'shared' | 'lost' | 'earlier' | WithoutResult;

export interface MembershipRow extends Omit<Membership, 'standing' | 'result' | 'looked'> {
  /** `host`: created the game without playing */
  standing: 'invited' | 'seated' | 'gone' | 'host';
  result: GameResult | null;
}

/** Leaves out columns that callers must not see. */
export function gameRowOf(game: Game, seals: Seals): GameRow {
  const { sealed, planMark: _, lookAt: __, reminded: ___, asks: ____, ...columns } = game;
  const { competitionId, round, tableNo, board, copy, sealedBoard, ...row } = columns;
  // the database guarantees that all columns of the place are set, or none
  const isPlaced = competitionId !== null && round !== null && tableNo !== null && board !== null && copy !== null;
  return {
    ...row,
    place: isPlaced ? { competitionId, round, table: tableNo, board, copy, sealed: sealedBoard === true } : null,
    ...seals.open('game', { ...row, sealed }),
    status: row.status as GameStatus,
    options: row.options as Json,
    seats: row.seats as Json,
    clock: row.clock as Json,
    outcome: row.outcome as Json,
  };
}

/** Versions count from 1 without a gap. */
export interface EventRow extends Omit<GameEventModel, 'action' | 'draws' | 'sealed'> {
  action: Json | null;
  /** random numbers, in the order drawn */
  draws: number[];
}

/** Events from base + 1 on, and the summary after the last one. */
export interface Append {
  gameId: string;
  base: number;
  /** head of the hash chain at `base`; it prevents an append to another history that has the same version */
  baseHead: string;
  /** the game's `erased` when the change was decided; by default 0 */
  erased?: number | undefined;
  events: EventRow[];
  /** if `seats` is null, the seats stay as they are */
  game: GameSummary;
  memberships: MembershipRow[];
  /** stored with the change; if its key exists already, the change is not made */
  request: RequestRow | null;
  /** ids of players whose accounts must exist */
  alive?: readonly string[];
  welcome?: readonly string[];
  notifications?: readonly Notification[];
  rated?: RatedGameRow | null;
  /** the mark of the plans when the change was decided, by default 0, so that no append overlooks a newer plan */
  planMark?: number;
  plans?: { changed: readonly PlanRow[]; mark: number } | null;
}

export interface GameCreation {
  game: GameRow;
  events: EventRow[];
  memberships: MembershipRow[];
  notifications?: readonly Notification[];
}

export interface Creation extends GameCreation {
  request: RequestRow | null;
  /** set if this game of the day is the first of its creator, which counts */
  entry: { daily: string; playerId: string } | null;
  rated?: RatedGameRow | null;
  /** end of the day by the clock of the database; after it the game is not created */
  before?: Date | null;
}

export interface Tip {
  version: number;
  /** null: there is no hash chain, as for seeks */
  head: string | null;
}

export interface LogTip extends Tip {
  head: string;
  /** how many names were removed so far; a cache that was filled before still has the name */
  erased: number;
}

export interface GameTip extends LogTip {
  /** grows with each change of the game's plans; odd: a plan waits for a decision */
  planMark: number;
}

/** The clock for deadlines, time banks and entries of the log. */
export interface ServerClock {
  now(): Date;
  /** milliseconds ahead of the database's clock; by default 0 */
  readonly aheadMs?: number;
}

export interface PlanRow extends Omit<GamePlan, 'content' | 'sealed'> {
  /** secret JSON: the plan, how far it is carried out, and why it ended */
  content: string;
}
