import type { GameResult, GameRow, GameStatus } from './games.ts';

/** Of a game what lists show: nothing that is secret has to be opened for them. */
export type ListedGame = Omit<
  GameRow,
  | 'head'
  | 'seatCount'
  | 'seed'
  | 'serverSeed'
  | 'commitment'
  | 'commitmentId'
  | 'chainKey'
  | 'inviteCode'
  | 'awaiting'
  | 'asks'
>;

/** Of a game what those for whom it waits are told. */
export interface WaitingGame extends Waiting {
  /** the last version that the player has looked at; 0: none */
  looked: number;
  /** what an invitation offers; null once the game has started */
  options: GameRow['options'] | null;
  clock: GameRow['clock'];
}

type Waiting = Pick<
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
  | 'asks'
  | 'createdBy'
  | 'place'
  | 'rated'
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
  /** under way, and waiting for others than this player */
  awaitingOthers?: string | undefined;
  /** in which this player sits or is invited as well */
  opponent?: string | undefined;
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

/** What waits for a player, and a mark that is another whenever these games, their deadlines or their histories are. */
export interface Turns {
  /** in which they are to act, or something is asked of them */
  games: WaitingGame[];
  /** in which a seat is kept for them, and that have not started */
  invitations: WaitingGame[];
  mark: string;
}

/** Of a game what the mark is made of. */
export type MarkedGame = Pick<WaitingGame, 'id' | 'version' | 'head' | 'deadline'>;

/** The mark of a player for whom nothing waits. */
export const NO_TURNS = '';

/** Of all that waits for a player so much is looked at, what is due first before the rest: more than one may begin. */
export const MOST_TURNS = 2_000;

/** Which of the results of a player are to be told apart further. */
export interface ResultsQuery {
  playerId: string;
  /** null: any */
  ruleset: string | null;
  /** only the newest so many that count */
  games: number;
}

/** How games that count went for a player. */
export interface ResultTally {
  games: number;
  won: number;
  shared: number;
  lost: number;
}

/** Against somebody: a player, or the bot of this policy, whichever is there. */
export interface OpponentTally extends ResultTally {
  player: { id: string; name: string; kind: 'human' | 'agent' } | null;
  bot: string | null;
}

/** On one seat, counted from 0, of tables with so many. */
export interface SeatTally extends ResultTally {
  ruleset: string;
  seats: number;
  seat: number;
}

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

/** How far a player has looked at a game, and how far they had before. */
export interface Look {
  version: number;
  /** 0: not at all */
  before: number;
}

/** Games seen from outside: by who plays, who is awaited, and what is due. */
export interface GameLists {
  /** Newest first. */
  page(query: GameQuery): Promise<ListedGame[]>;
  /** The unfinished games that wait for this player: at most so many, what is due first before the rest, and invitations where that leaves room. */
  turns(playerId: string, limit: number): Promise<Turns>;
  /** Those of these games that wait for the player. */
  turnsAmong(playerId: string, gameIds: readonly string[]): Promise<WaitingGame[]>;
  /** The mark of games that wait for a player, as `turns` gives it. */
  markOf(games: readonly MarkedGame[]): string;
  /** The marks that `turns` gives with this limit, of those of these players for whom something waits. */
  turnMarks(playerIds: string[], limit: number): Promise<Map<string, string>>;
  results(playerId: string): Promise<ResultCount[]>;
  /** Those met most often first, at most so many. A game counts once for each, however many seats a bot has in it. */
  opponents(query: ResultsQuery, limit: number): Promise<OpponentTally[]>;
  /** By ruleset, number of seats and seat, at most so many. */
  seatResults(query: ResultsQuery, limit: number): Promise<SeatTally[]>;
  usage(playerId: string): Promise<PlayerUsage>;
  /** The last versions that the player has looked at, of those of these games in which they have a place. */
  looked(playerId: string, gameIds: readonly string[]): Promise<Map<string, number>>;
  /**
   * Keeps that the player has looked at a version of a game that is at `newest`: never a lower one than before, unless that one is
   * no longer there. What is kept then; null: they have no place in the game.
   */
  look(playerId: string, gameId: string, version: number, newest: number): Promise<Look | null>;
  /** The rematch of a game, unless it was aborted. */
  rematchOf(gameId: string): Promise<string | null>;
  /** Games in which the house has to act by then: the longest due of each creator or competition, then their second ones, and so on. */
  due(by: Date, limit: number): Promise<string[]>;
  /** When the house has to act next. */
  nextDeadline(): Promise<Date | null>;
}
