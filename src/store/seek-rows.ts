import type { Json } from '#rules/kernel/json.ts';
import type { GameCreation } from './game-rows.ts';

export type SeekStatus = 'open' | 'done' | 'cancelled' | 'paused' | 'expired';

/** With whom: players and, after a while, bots of the house; players alone; bots alone. */
export type Opponents = 'anyone' | 'players' | 'house';

export type WaitingBecause = 'noOpponent' | 'allBusy' | 'recentlyMet' | 'outOfRange' | 'ownGames';

/** Why a seek is no longer open. */
export type SeekEnd = 'allPlayed' | 'cancelled' | 'neverActed' | 'notLookedAt' | 'newRules';

/** What somebody asked for, which never changes. */
export interface SeekTerms {
  id: string;
  playerId: string;
  ruleset: string;
  rulesVersion: number;
  options: Json;
  seats: number;
  clock: Json;
  /** where its games are rated */
  poolId: string;
  /** the same for all seeks that may share a game */
  fit: string;
  opponents: Opponents;
  /** rating points; null: any rating */
  ratingWithin: number | null;
  /** after how long a bot of the house may come */
  patienceMs: number;
  /** to be played in all */
  games: number;
  /** to be played at the same time */
  concurrency: number;
  /** words of the player that go into the chance of every game; null: the server draws some for each */
  clientSeed: string | null;
  createdAt: Date;
}

/** What of a seek changes. */
export interface SeekState {
  status: SeekStatus;
  endedBecause: SeekEnd | null;
  /** one more with each change that its player can see */
  version: number;
  /** games that were played to their end */
  played: number;
  /** games under way, until it is seen that they are over */
  running: number;
  /** so many of its last games in a row ran out of time without an action */
  neverActed: number;
  lastGameId: string | null;
  waitingBecause: WaitingBecause | null;
  /** since when it has had room for one more game */
  waitingSince: Date;
  /** when its player last asked for it, or acted in a game of it */
  seenAt: Date;
  updatedAt: Date;
}

export interface SeekRow extends SeekTerms, SeekState {
  /** the games under way, oldest first */
  runningGames: string[];
}

/** A seek after something has happened to it, to be written if it is still at `base`. */
export interface SeekChange {
  id: string;
  base: number;
  state: SeekState;
  /** those of its games that are over by it */
  gamesOver: string[];
}

/** A game of seeks that begins: all of it with the change of every seek, or nothing. */
export interface SeekGame {
  creation: GameCreation;
  /** who plays in it, on which seat */
  seats: { change: SeekChange; playerId: string; seat: number }[];
  /** the policies of its bots */
  bots: string[];
}

/** A game of a seek that is over, and of which the seek does not say so yet. */
export interface SeekGameOver {
  seekId: string;
  gameId: string;
  seat: number;
  status: 'finished' | 'aborted';
  outcome: Json | null;
  updatedAt: Date;
}

/** What of a player matters when they are paired. */
export interface SeekingPlayer {
  playerId: string;
  /** unfinished games in which they sit */
  games: number;
  /** rated ones of these */
  ratedGames: number;
}

/** Whom a player met lately in a pool, by seeking. */
export interface MetLately {
  playerId: string;
  poolId: string;
  /** by their id, how many milliseconds ago their last game together began */
  met: Record<string, number>;
}

/** What is sought, and by how many. */
export interface SoughtRow {
  ruleset: string;
  rulesVersion: number;
  options: Json;
  seats: number;
  clock: Json;
  poolId: string;
  /** players who could be paired now, if somebody came */
  waiting: number;
  /** players who have an open seek */
  players: number;
}
