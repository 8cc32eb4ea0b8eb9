import type { GameResult, GameRow, GameStatus } from './games.ts';

/** Of a game what lists show: nothing that is secret has to be opened for them. */
export type ListedGame = Omit<
  GameRow,
  'head' | 'seatCount' | 'seed' | 'serverSeed' | 'commitment' | 'commitmentId' | 'chainKey' | 'inviteCode' | 'awaiting'
>;

/** Of a game what those for whom it waits are told. */
export type WaitingGame = Pick<
  GameRow,
  | 'id'
  | 'ruleset'
  | 'status'
  | 'version'
  | 'head'
  | 'toAct'
  | 'seats'
  | 'standIn'
  | 'deadline'
  | 'createdBy'
  | 'place'
  | 'updatedAt'
>;

/** Which games to list; what is left out does not matter. */
export interface GameQuery {
  ruleset?: string | undefined;
  status?: GameStatus | undefined;
  /** in which this player sits or is invited */
  player?: string | undefined;
  openSeats?: boolean | undefined;
  /** which wait for this player */
  awaiting?: string | undefined;
  daily?: string | undefined;
  /** the rematch of this game */
  rematchOf?: string | undefined;
  /** who asks: sees public games, but those on boards that are sealed, and their own */
  reader: string | null;
  /** only games that are older than the one of this id */
  before?: string | undefined;
  limit: number;
}

/** How often a player has played to its end, or given up, a public game of a ruleset, by result; of a sealed board not yet. */
export interface ResultCount {
  ruleset: string;
  result: GameResult;
  games: number;
}

/** What waits for a player, and a mark that is another whenever these games, or their histories, are. */
export interface Turns {
  /** in which they are to act */
  games: WaitingGame[];
  /** in which a seat is kept for them, and that have not started */
  invitations: WaitingGame[];
  mark: string;
}

/** The mark of a player for whom nothing waits. */
export const NO_TURNS = '';

/** Of all that waits for a player so much is told. */
export const MOST_TURNS = 500;

/** What a player has in unfinished games of their own: those of a competition are dealt whether there is room or not. */
export interface PlayerUsage {
  /** in which they sit */
  games: number;
  /** that they created and in which they sit nowhere */
  hostedGames: number;
  /** rated ones in which they sit */
  ratedGames: number;
  /** in which they sit and that have not started */
  pendingGames: number;
  /** players who are invited to games that they created */
  invitations: number;
}

/** Games seen from outside: by who plays, who is awaited, and what is due. */
export interface GameLists {
  /** Newest first. */
  page(query: GameQuery): Promise<ListedGame[]>;
  /** The unfinished games that wait for this player, oldest first: at most so many, and invitations where that leaves room. */
  turns(playerId: string, limit: number): Promise<Turns>;
  /** The marks that `turns` gives with this limit, of those of these players for whom something waits. */
  turnMarks(playerIds: string[], limit: number): Promise<Map<string, string>>;
  results(playerId: string): Promise<ResultCount[]>;
  usage(playerId: string): Promise<PlayerUsage>;
  /** The rematch of a game, unless it was aborted. */
  rematchOf(gameId: string): Promise<string | null>;
  /** Games in which the house has to act by then: the longest due of each creator or competition, then their second ones, and so on. */
  due(by: Date, limit: number): Promise<string[]>;
  /** When the house has to act next. */
  nextDeadline(): Promise<Date | null>;
}
