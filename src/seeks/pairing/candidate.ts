import type { Opponents, WaitingBecause } from '../../store/seeks.ts';

export interface Seeker {
  seekId: string;
  playerId: string;
  opponents: Opponents;
  /** published rating points; an estimate for a player without games */
  rating: number;
  /** the largest difference of ratings to an opponent; null: any */
  ratingWithin: number | null;
  /** ids of players whom this player has blocked, or who have blocked this player */
  apart: ReadonlySet<string>;
}

export interface Candidate extends Seeker {
  waitedMs: number;
  /** the time that the seek waits before a bot or a recent opponent may join */
  patienceMs: number;
  /** by player id: milliseconds since seeks last started a game in this rating pool with both players */
  met: Readonly<Record<string, number>>;
}

export interface HouseBot {
  policy: string;
  rating: number;
  /** the number of playouts for each decision; 0: the bot does not search */
  playouts: number;
}

/** The seeks with the same terms, and the bots that may join them. */
export interface SeekGroup {
  seats: number;
  free: readonly Candidate[];
  /** seeks whose players already have as many games as they want or may have */
  busy: readonly Seeker[];
  bots: readonly HouseBot[];
  /** the number of playouts for each decision that all joining bots together may use */
  playoutsLeft: number;
}

export type Sitting = { seek: Candidate } | { bot: HouseBot };

export interface Match {
  sittings: Sitting[];
}

export interface Unpaired {
  seek: Candidate;
  because: WaitingBecause;
}

export interface Pairing {
  tables: Match[];
  waiting: Unpaired[];
}

export function mayMeet(one: Seeker, other: Seeker): boolean {
  return areSuited(one, other) && !one.apart.has(other.playerId);
}

/** Returns whether two players suit each other. Ignores blocks: the reasons that players see must not reveal them. */
export function areSuited(one: Seeker, other: Seeker): boolean {
  if (one.playerId === other.playerId || one.opponents === 'house' || other.opponents === 'house') return false;
  return isNear(one, other.rating) && isNear(other, one.rating);
}

export function isNear({ rating, ratingWithin }: Seeker, other: number): boolean {
  return ratingWithin === null || Math.abs(rating - other) <= ratingWithin;
}

export function haveMet(one: Candidate, other: Candidate): boolean {
  return metMsAgo(one, other) < Number.POSITIVE_INFINITY;
}

export function metMsAgo(one: Candidate, other: Candidate): number {
  return one.met[other.playerId] ?? other.met[one.playerId] ?? Number.POSITIVE_INFINITY;
}
