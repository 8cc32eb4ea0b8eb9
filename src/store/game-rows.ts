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

/** `by`: ids of the players who want it, first asker first. */
export type MadeAsk = AskedThing & { by: readonly string[] };

/** `of`: ids of the players who have not answered, at least one. */
export type Ask = MadeAsk & { of: readonly string[] };

/** Ignores who asks. */
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
  /** null: no single seat */
  seat: number | null;
  ask?: MadeAsk;
  /** skip this one if the player receives that type for the same change */
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
  /** omitted: no running deadline depends on a calendar */
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
  /** null: not a game of a multi-game competition */
  place: BoardPlace | null;
}

type PlaceColumn = 'competitionId' | 'round' | 'tableNo' | 'board' | 'copy' | 'sealedBoard';
type OtherColumn = 'options' | 'serverSeed' | 'chainKey' | 'clock' | 'sealed' | 'planMark' | 'reminded';

export type WithoutResult = 'openSeed' | 'practice' | 'secondSeat' | 'takenBack' | 'unattended';

/** `earlier`: finished before results were stored. */
export type GameResult = 'won' | 'shared' | 'lost' | 'earlier' | WithoutResult;

export interface MembershipRow extends Omit<Membership, 'standing' | 'result' | 'looked'> {
  /** `host`: created it without playing */
  standing: 'invited' | 'seated' | 'gone' | 'host';
  result: GameResult | null;
}

/** Drops the columns that callers must not see. */
export function gameRowOf(game: Game, seals: Seals): GameRow {
  const { sealed, planMark: _, lookAt: __, reminded: ___, asks: ____, ...columns } = game;
  const { competitionId, round, tableNo, board, copy, sealedBoard, ...row } = columns;
  // the database guarantees all columns of the place or none
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

/** Events base + 1 … base + n and the summary after the last. */
export interface Append {
  gameId: string;
  base: number;
  /** head of the hash chain at `base`: prevents an append to another history with the same version */
  baseHead: string;
  /** the game's `erased` when the change was decided; default 0 */
  erased?: number | undefined;
  events: EventRow[];
  /** `seats` null: unchanged */
  game: GameSummary;
  memberships: MembershipRow[];
  /** stored with the change; if its key exists, the change is not made */
  request: RequestRow | null;
  /** ids of players who must not be deleted */
  alive?: readonly string[];
  welcome?: readonly string[];
  notifications?: readonly Notification[];
  rated?: RatedGameRow | null;
  /** plan mark of the decision, default 0: an append never skips a newer plan */
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
  /** set if this game is the creator's counted game of a daily competition */
  entry: { daily: string; playerId: string } | null;
  rated?: RatedGameRow | null;
  /** end of the daily game's day by the database's clock: the game is not created later */
  before?: Date | null;
}

export interface Tip {
  version: number;
  /** null: no hash chain, as for seeks */
  head: string | null;
}

export interface LogTip extends Tip {
  head: string;
  /** number of names removed so far: a cache filled before still shows the name */
  erased: number;
}

export interface GameTip extends LogTip {
  /** rises with each change of the game's plans; odd: a plan waits for a decision */
  planMark: number;
}

/** The clock for deadlines, time banks and log entries; replaceable as one part. */
export interface ServerClock {
  now(): Date;
  /** milliseconds ahead of the database's clock; default 0 */
  readonly aheadMs?: number;
}

export interface PlanRow extends Omit<GamePlan, 'content' | 'sealed'> {
  /** secret JSON: the plan, its progress and why it ended */
  content: string;
}
