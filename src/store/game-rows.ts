import type { BoardPlace } from '#rules/kernel/chain.ts';
import type { Json } from '#rules/kernel/json.ts';
import type { Game, GameEvent as GameEventModel, GamePlan, Membership } from '../generated/prisma/client.ts';
import type { RatedGameRow } from './ratings.ts';
import type { RequestRow } from './requests.ts';
import type { Seals } from './sealing/secrets.ts';

/** What players at a table can ask of the others, who may agree to it or not. */
export type AskedThing =
  | { what: 'takeback'; to: number }
  | { what: 'moreTime'; for: number; seconds: number }
  | { what: 'abort' };

/** `by`: the ids of those who want it, who asked first the first. */
export type MadeAsk = AskedThing & { by: readonly string[] };

/** `of`: the ids of those who have not answered yet, at least one. */
export type Ask = MadeAsk & { of: readonly string[] };

/** Whether both ask for the same, whoever does. */
export function isSameThing(one: AskedThing, other: AskedThing): boolean {
  if (one.what === 'takeback') return other.what === 'takeback' && one.to === other.to;
  if (one.what === 'abort') return other.what === 'abort';
  return other.what === 'moreTime' && one.for === other.for && one.seconds === other.seconds;
}

/** What a webhook can be told of a game. */
type GameEvent = 'turn' | 'reminder' | 'invited' | 'asked' | 'gameEnded' | 'message' | 'planDropped';

/** What a webhook can be told of a competition. */
type CompetitionEvent = 'roundPaired' | 'competitionEnded';

export type NotificationEvent = GameEvent | CompetitionEvent;

/** Somebody to be told of a change; the change itself names the game and its version. */
export interface Notification {
  playerId: string;
  type: GameEvent;
  /** the seat that is to act, or is kept for them; null when the notification is about no single seat */
  seat: number | null;
  /** what is asked of them, where it tells of that */
  ask?: MadeAsk;
  /** what says the same and more in another notification of this change: who is told of that is not told of this */
  unless?: GameEvent;
}

export type GameStatus = 'open' | 'playing' | 'finished' | 'aborted';

/** What each append rewrites of a game: lists and clocks need it without reading the log. */
export interface GameSummary extends Pick<Game, SummaryColumn> {
  status: GameStatus;
  /** who sits where, as the service writes it */
  seats: Json;
  /** left out: no time runs that calendars matter to */
  lookAt?: Date | null;
  outcome: Json | null;
  /** what players ask of others; null, left out or empty: nothing */
  asks?: readonly Ask[] | null;
}

type SummaryColumn =
  | 'version'
  | 'head'
  | 'toAct'
  | 'openSeats'
  | 'awaiting'
  | 'deadline'
  | 'takenBack'
  | 'unattended'
  | 'updatedAt';

/** A game's header, which never changes, and its summary. */
export interface GameRow extends GameSummary, Omit<Game, keyof GameSummary | keyof PlaceColumns | OtherColumn> {
  options: Json;
  serverSeed: Uint8Array | null;
  chainKey: Uint8Array;
  clock: Json | null;
  /** null: it belongs to no competition of many games */
  place: BoardPlace | null;
}

type OtherColumn = 'options' | 'serverSeed' | 'chainKey' | 'clock' | 'sealed' | 'planMark' | 'reminded';

/** How a game went for a player, or why that says nothing; `earlier`: it was over before results were kept. */
export type GameResult =
  | 'won'
  | 'shared'
  | 'lost'
  | 'openSeed'
  | 'practice'
  | 'secondSeat'
  | 'takenBack'
  | 'unattended'
  | 'earlier';

/** A player's place in a game: what lists of a player's games and results are made of. */
export interface MembershipRow extends Omit<Membership, 'standing' | 'result' | 'looked'> {
  /** `host`: created it and sits nowhere */
  standing: 'invited' | 'seated' | 'gone' | 'host';
  /** null until the game is over, and where nothing came of it */
  result: GameResult | null;
}

export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The game as it is known outside: the mark of its plans, when its calendars are looked at, and what is asked, are for others. */
export function gameRowOf(
  { sealed, planMark: _, lookAt: __, reminded: ___, asks: ____, ...columns }: Game,
  seals: Seals,
): GameRow {
  const { competitionId, round, tableNo, board, copy, sealedBoard, ...row } = columns;
  return {
    ...row,
    place: placeIn({ competitionId, round, tableNo, board, copy, sealedBoard }),
    ...seals.open('game', { ...row, sealed }),
    status: row.status as GameStatus,
    options: row.options as Json,
    seats: row.seats as Json,
    clock: row.clock as Json,
    outcome: row.outcome as Json,
  };
}

type PlaceColumns = Pick<Game, 'competitionId' | 'round' | 'tableNo' | 'board' | 'copy' | 'sealedBoard'>;

/** All of the columns are there, or none: the database sees to it. */
function placeIn({ competitionId, round, tableNo, board, copy, sealedBoard }: PlaceColumns): BoardPlace | null {
  if (competitionId === null || round === null || tableNo === null || board === null || copy === null) return null;
  return { competitionId, round, table: tableNo, board, copy, sealed: sealedBoard === true };
}

/** One change of a game. The log is these rows, from version 1 without a gap. */
export interface EventRow extends Omit<GameEventModel, 'action' | 'draws' | 'sealed'> {
  action: Json | null;
  /** the numbers that chance gave, in order */
  draws: number[];
}

/** Changes made on version `base`: events base + 1 … base + n and the summary after the last of them. */
export interface Append {
  gameId: string;
  base: number;
  /** the hash chain up to `base`: nothing is added to another history, whatever its version */
  baseHead: string;
  /** how often a name was taken out of the log that it was decided on; 0 when it is left out */
  erased?: number | undefined;
  events: EventRow[];
  /** `seats` is null where they are as they were at `base` */
  game: GameSummary;
  /** the places that are new or different */
  memberships: MembershipRow[];
  /** written with the change, or the change is not made */
  request: RequestRow | null;
  /** the ids of the players who must be alive, or the change is not made */
  alive?: readonly string[];
  /** the ids of the players who must not be suspended, or the change is not made */
  welcome?: readonly string[];
  /** who is to be told of it; what their webhooks are to deliver is written with the change */
  notifications?: readonly Notification[];
  /** how a rated game went that this change ended; written with it */
  rated?: RatedGameRow | null;
  /** the mark of the game's plans that it was decided with, 0 when it is left out: nothing is added past plans that were not asked */
  planMark?: number;
  /** the plans that it changes, and the mark from then on */
  plans?: { changed: readonly PlanRow[]; mark: number } | null;
}

/** A new game with its first events. */
export interface GameCreation {
  game: GameRow;
  /** 1 … `game.version` */
  events: EventRow[];
  memberships: MembershipRow[];
  /** who is to be told of it; what their webhooks are to deliver is written with the game */
  notifications?: readonly Notification[];
}

/** A new game, and what is kept together with it. */
export interface Creation extends GameCreation {
  request: RequestRow | null;
  /** the competition of the day in which this is the creator's game that counts */
  entry: { daily: string; playerId: string } | null;
  /** how a rated game went that was over as soon as it began */
  rated?: RatedGameRow | null;
  /** the end of the day of a game of the day, by the database's clock: it is not created later */
  before?: Date | null;
}

/** How far the log of a game has come, and by which history. */
export interface Tip {
  version: number;
  /** null: of what keeps no chain, such as seeks */
  head: string | null;
}

/** The same of the log as the database has it. */
export interface LogTip extends Tip {
  head: string;
  /** how often a name was taken out of it: what was remembered before that shows the name still */
  erased: number;
}

/** The same of a game, and by which plans its next decisions are made. */
export interface GameTip extends LogTip {
  /** rises with every change of the game's plans; odd: one of them waits for a decision */
  planMark: number;
}

/** The time that deadlines, banks and entries of logs go by; a single part, so that it can be replaced by another. */
export interface HouseClock {
  now(): Date;
  /** how far it is ahead of the database's clock, in milliseconds; 0 when it is left out */
  readonly aheadMs?: number;
}

/** What a player wants done at the next decisions of their seat, as it is kept. */
export interface PlanRow extends Omit<GamePlan, 'content' | 'sealed'> {
  /** JSON: the plan, how far it has come and why it ended; secret */
  content: string;
}
