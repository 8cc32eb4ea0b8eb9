import type { Json } from '#rules/kernel/json.ts';
import type { BoardPlace } from '#rules/kernel/place.ts';
import type { Ask } from './asks.ts';

export type GameStatus = 'open' | 'playing' | 'finished' | 'aborted';

/** What each append rewrites of a game: lists and clocks need it without reading the log. */
export interface GameSummary {
  status: GameStatus;
  /** the version of the newest event */
  version: number;
  /** the hash chain up to it */
  head: string;
  toAct: number[];
  /** who sits where, as the service writes it */
  seats: Json;
  openSeats: number;
  /** the ids of the players whom the game waits for */
  awaiting: string[];
  /** when the house has to act by itself */
  deadline: Date | null;
  /** when the calendars of those for whom it waits are looked at next; left out: no time runs that calendars matter to */
  lookAt?: Date | null;
  outcome: Json | null;
  /** what players ask of others; null, left out or empty: nothing */
  asks?: readonly Ask[] | null;
  /** whether it ever went on from an earlier version by agreement */
  takenBack: boolean;
  /** whether it ended without any of its players having come */
  unattended: boolean;
  updatedAt: Date;
}

/** A game's header, which never changes, and its summary. */
export interface GameRow extends GameSummary {
  id: string;
  /** how often a name was taken out of its log */
  erased: number;
  ruleset: string;
  rulesVersion: number;
  options: Json;
  seatCount: number;
  visibility: string;
  createdBy: string | null;
  seeded: boolean;
  /** the open seed of a seeded game */
  seed: string | null;
  serverSeed: Uint8Array | null;
  commitment: string | null;
  /** of the commitment that was made before, which this game alone may use */
  commitmentId: string | null;
  /** salts the hash chain over the log */
  chainKey: Uint8Array;
  inviteCode: string | null;
  clock: Json | null;
  /** the policy that plays on for who leaves */
  standIn: string;
  /** a game has at most one rematch that is not aborted */
  rematchOf: string | null;
  /** the competition of the day that it belongs to */
  daily: string | null;
  practice: boolean;
  /** whether it was declared to count in the ratings when it was created; games of competitions count without that */
  rated: boolean;
  /** null: it belongs to no competition of many games */
  place: BoardPlace | null;
  /** whether its creator lets players chat in it */
  allowsChat: boolean;
  createdAt: Date;
}

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
export interface MembershipRow {
  playerId: string;
  gameId: string;
  /** `host`: created it and sits nowhere */
  standing: 'invited' | 'seated' | 'gone' | 'host';
  unfinished: boolean;
  /** null until the game is over, and where nothing came of it */
  result: GameResult | null;
}
