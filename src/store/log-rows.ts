import type { Json } from '#rules/kernel/json.ts';
import type { GameRow, GameSummary, MembershipRow } from './contract/games.ts';
import type { Notification } from './contract/webhooks.ts';
import type { RatedGameRow } from './ratings.ts';
import type { RequestRow } from './requests.ts';

/** One change of a game. The log is these rows, from version 1 without a gap. */
export interface EventRow {
  gameId: string;
  version: number;
  kind: string;
  seat: number | null;
  action: Json | null;
  /** the numbers that chance gave, in order */
  draws: number[];
  at: Date;
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
export interface PlanRow {
  gameId: string;
  seat: number;
  playerId: string;
  /** whether it waits for a decision of its seat */
  running: boolean;
  /** JSON: the plan, how far it has come and why it ended; secret */
  content: string;
}
