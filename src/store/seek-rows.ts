import type { Json } from '#rules/kernel/json.ts';
import type { Seek } from '../generated/prisma/client.ts';
import type { GameCreation } from './game-rows.ts';

export type SeekStatus = 'open' | 'done' | 'cancelled' | 'paused' | 'expired';

/** `anyone`: players and, after a while, house bots. */
export type Opponents = 'anyone' | 'players' | 'house';

export type WaitingBecause = 'noOpponent' | 'allBusy' | 'recentlyMet' | 'outOfRange' | 'ownGames';

export type SeekEnd = 'allPlayed' | 'cancelled' | 'neverActed' | 'notLookedAt' | 'newRules';

/** The part of a seek that never changes. */
export interface SeekTerms extends Omit<Seek, keyof SeekState | 'options' | 'clock' | 'opponents'> {
  options: Json;
  clock: Json;
  opponents: Opponents;
}

/** The part of a seek that changes. */
export interface SeekState
  extends Pick<Seek, 'version' | 'played' | 'running' | 'neverActed' | 'lastGameId' | SeekTime> {
  status: SeekStatus;
  endedBecause: SeekEnd | null;
  waitingBecause: WaitingBecause | null;
}

type SeekTime = 'waitingSince' | 'seenAt' | 'updatedAt';

export interface SeekRow extends SeekTerms, SeekState {
  /** oldest first */
  runningGames: string[];
}

/** Written only if the seek is still at version `base`. */
export interface SeekChange {
  id: string;
  base: number;
  state: SeekState;
  /** games that this change closes */
  gamesOver: string[];
}

/** A game and the changes of all its seeks, written together or not at all. */
export interface SeekGame {
  creation: GameCreation;
  seats: { change: SeekChange; playerId: string; seat: number }[];
  /** policies */
  bots: string[];
}

/** A finished game that its seek has not recorded yet. */
export interface SeekGameOver {
  seekId: string;
  gameId: string;
  seat: number;
  status: 'finished' | 'aborted';
  outcome: Json | null;
  updatedAt: Date;
}

export interface SeekingPlayer {
  playerId: string;
  /** unfinished games in which they sit */
  games: number;
  /** rated ones among `games` */
  ratedGames: number;
}

/** Recent opponents in a pool, met through seeks. */
export interface MetLately {
  playerId: string;
  poolId: string;
  /** by player id: milliseconds since their last game together began */
  met: Record<string, number>;
}

/** Demand for one kind of game. */
export interface SoughtRow
  extends Pick<SeekTerms, 'ruleset' | 'rulesVersion' | 'options' | 'seats' | 'clock' | 'poolId'> {
  /** players who would be paired now with a further one */
  waiting: number;
  /** players with an open seek */
  players: number;
}
