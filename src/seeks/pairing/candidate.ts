import type { Opponents, WaitingBecause } from '../../store/seeks.ts';

export interface Seeker {
  seekId: string;
  playerId: string;
  opponents: Opponents;
  /** published rating points; a guess for a player without games */
  rating: number;
  /** the largest difference of ratings; null: any */
  ratingWithin: number | null;
  /** players of whom one has blocked the other */
  apart: ReadonlySet<string>;
}

export interface Candidate extends Seeker {
  waitedMs: number;
  /** how long the seek waits before a bot may join */
  patienceMs: number;
  /** by player id: milliseconds since the last game that a seek brought them together for, in the same rating pool */
  met: Readonly<Record<string, number>>;
}

export interface HouseBot {
  policy: string;
  rating: number;
  /** playouts for each decision; 0: the bot does not search */
  playouts: number;
}

/** Seeks with the same terms, and the bots that may join. */
export interface SeekGroup {
  seats: number;
  free: readonly Candidate[];
  /** seeks whose players have as many games as they want or may have */
  busy: readonly Seeker[];
  bots: readonly HouseBot[];
  /** playouts for each decision that all joining bots may use together */
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

/** Ignores blocks. Reasons that players see are made with this function, so that they do not reveal a block. */
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
