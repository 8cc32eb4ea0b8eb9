import type { Json } from '#rules/kernel/json.ts';
import type { Seek } from '../generated/prisma/client.ts';
import type { GameCreation } from './game-rows.ts';

export type SeekStatus = 'open' | 'done' | 'cancelled' | 'paused' | 'expired';

/** With whom: players and, after a while, bots of the house; players alone; bots alone. */
export type Opponents = 'anyone' | 'players' | 'house';

export type WaitingBecause = 'noOpponent' | 'allBusy' | 'recentlyMet' | 'outOfRange' | 'ownGames';

/** Why a seek is no longer open. */
export type SeekEnd = 'allPlayed' | 'cancelled' | 'neverActed' | 'notLookedAt' | 'newRules';

/** What somebody asked for, which never changes. */
export interface SeekTerms extends Omit<Seek, keyof SeekState | 'options' | 'clock' | 'opponents'> {
  options: Json;
  clock: Json;
  opponents: Opponents;
}

/** What of a seek changes. */
export interface SeekState
  extends Pick<Seek, 'version' | 'played' | 'running' | 'neverActed' | 'lastGameId' | SeekTime> {
  status: SeekStatus;
  endedBecause: SeekEnd | null;
  waitingBecause: WaitingBecause | null;
}

type SeekTime = 'waitingSince' | 'seenAt' | 'updatedAt';

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
export interface SoughtRow
  extends Pick<SeekTerms, 'ruleset' | 'rulesVersion' | 'options' | 'seats' | 'clock' | 'poolId'> {
  /** players who could be paired now, if somebody came */
  waiting: number;
  /** players who have an open seek */
  players: number;
}
