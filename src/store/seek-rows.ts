import type { Json } from '#rules/kernel/json.ts';
import type { Seek } from '../generated/prisma/client.ts';
import type { GameCreation } from './game-rows.ts';

export type SeekStatus = 'open' | 'done' | 'cancelled' | 'paused' | 'expired';

/** `anyone`: players and, after a while, house bots. */
export type Opponents = 'anyone' | 'players' | 'house';

export type WaitingBecause = 'noOpponent' | 'allBusy' | 'recentlyMet' | 'outOfRange' | 'ownGames';

export type SeekEnd = 'allPlayed' | 'cancelled' | 'neverActed' | 'notLookedAt' | 'newRules';

export interface SeekTerms extends Omit<Seek, keyof SeekState | 'options' | 'clock' | 'opponents'> {
  options: Json;
  clock: Json;
  opponents: Opponents;
}

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

/** Written only if the seek is at version `base`. */
export interface SeekChange {
  id: string;
  base: number;
  state: SeekState;
  gamesOver: string[];
}

/** Written together or not at all. */
export interface SeekGame {
  creation: GameCreation;
  seats: { change: SeekChange; playerId: string; seat: number }[];
  bots: string[];
}

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
  games: number;
  ratedGames: number;
}

export interface MetLately {
  playerId: string;
  poolId: string;
  /** by player id: milliseconds since their last game together began */
  met: Record<string, number>;
}

export interface SoughtRow
  extends Pick<SeekTerms, 'ruleset' | 'rulesVersion' | 'options' | 'seats' | 'clock' | 'poolId'> {
  /** players who would be paired now with a further one */
  waiting: number;
  players: number;
}
