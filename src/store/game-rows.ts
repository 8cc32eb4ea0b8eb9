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

/** A request of players. `by`: ids of the players who want it, beginning with the one who asked. */
export type MadeAsk = AskedThing & { by: readonly string[] };

/** An open request. `of`: ids of the players who have not answered, at least one. */
export type Ask = MadeAsk & { of: readonly string[] };

/** Returns whether two requests ask for the same, no matter who asks. */
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
  /** null: the notification concerns no single seat */
  seat: number | null;
  ask?: MadeAsk;
  /** if set: a channel that gets a notification of this type for the same change does not get this one */
  unless?: GameEvent;
}

export type GameStatus = 'open' | 'playing' | 'finished' | 'aborted';

/** The columns that each append rewrites, so that lists and clocks need not read the log. */
export interface GameSummary
  extends Pick<
    Game,
    'version' | 'head' | 'toAct' | 'openSeats' | 'awaiting' | 'deadline' | 'takenBack' | 'unattended' | 'updatedAt'
  > {
  status: GameStatus;
  seats: Json;
  /** the time of the next check of calendars; omitted: no running deadline depends on a calendar */
  lookAt?: Date | null;
  outcome: Json | null;
  /** open requests among players; omitted, null or empty: there are none */
  asks?: readonly Ask[] | null;
}

export interface GameRow extends GameSummary, Omit<Game, keyof GameSummary | PlaceColumn | OtherColumn> {
  options: Json;
  serverSeed: Uint8Array | null;
  chainKey: Uint8Array;
  clock: Json | null;
  /** null: the game does not belong to a competition */
  place: BoardPlace | null;
}

type PlaceColumn = 'competitionId' | 'round' | 'tableNo' | 'board' | 'copy' | 'sealedBoard';
type OtherColumn = 'options' | 'serverSeed' | 'chainKey' | 'clock' | 'sealed' | 'planMark' | 'reminded';

export type WithoutResult = 'openSeed' | 'practice' | 'secondSeat' | 'takenBack' | 'unattended';

/** `earlier`: the game finished before the database stored results. */
export type GameResult = 'won' | 'shared' | 'lost' | 'earlier' | WithoutResult;

export interface MembershipRow extends Omit<Membership, 'standing' | 'result' | 'looked'> {
  /** `host`: the player created the game and does not play */
  standing: 'invited' | 'seated' | 'gone' | 'host';
  result: GameResult | null;
}

/** Returns the row without the columns that callers must not see. */
export function gameRowOf(game: Game, seals: Seals): GameRow {
  const { sealed, planMark: _, lookAt: __, reminded: ___, asks: ____, ...columns } = game;
  const { competitionId, round, tableNo, board, copy, sealedBoard, ...row } = columns;
  // the database guarantees that these columns are either all null or all set
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

/** An entry of a game's log. Versions count from 1 without gaps. */
export interface EventRow extends Omit<GameEventModel, 'action' | 'draws' | 'sealed'> {
  action: Json | null;
  /** random numbers, in the order in which they were drawn */
  draws: number[];
}

/** A change: the events from version `base` + 1 on, and the summary after the last one. */
export interface Append {
  gameId: string;
  base: number;
  /** the hash of the log up to version `base`; prevents an append to another history with the same version */
  baseHead: string;
  /** the number of erasures of names (`erased`) when the change was decided; default 0 */
  erased?: number | undefined;
  events: EventRow[];
  /** if its `seats` is null, the seats do not change */
  game: GameSummary;
  memberships: MembershipRow[];
  /** stored with the change; if its key exists already, nothing is written */
  request: RequestRow | null;
  /** ids of players whose accounts must exist */
  alive?: readonly string[];
  welcome?: readonly string[];
  notifications?: readonly Notification[];
  rated?: RatedGameRow | null;
  /** the game's `planMark` when the change was decided, default 0, so that no append misses a newer plan */
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
  /** set if this daily game is its creator's first, which is the one that counts */
  entry: { daily: string; playerId: string } | null;
  rated?: RatedGameRow | null;
  /** the end of the day by the database's clock; the game is not created after it */
  before?: Date | null;
}

export interface Tip {
  version: number;
  /** null: there is no hash chain, as for seeks */
  head: string | null;
}

export interface LogTip extends Tip {
  head: string;
  /** the number of erasures of names so far; a cached copy with a lower number still contains an erased name */
  erased: number;
}

export interface GameTip extends LogTip {
  /** grows with each change of the game's plans; odd while a planned action waits for its seat's turn */
  planMark: number;
}

/** The clock for deadlines, time banks and entries of the log. */
export interface ServerClock {
  now(): Date;
  /** milliseconds by which this clock is ahead of the database's; default 0 */
  readonly aheadMs?: number;
}

export interface PlanRow extends Omit<GamePlan, 'content' | 'sealed'> {
  /** secret JSON: the plan, the branches carried out so far, and why it ended */
  content: string;
}
