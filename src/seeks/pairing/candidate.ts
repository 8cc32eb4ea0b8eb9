import type { Opponents, WaitingBecause } from '../../store/seeks.ts';

export interface Seeker {
  seekId: string;
  playerId: string;
  opponents: Opponents;
  /** In published rating points; a guess if unrated. */
  rating: number;
  /** The maximum difference; null: no limit. */
  ratingWithin: number | null;
  /** Players whom either side has blocked. */
  apart: ReadonlySet<string>;
}

export interface Candidate extends Seeker {
  waitedMs: number;
  /** The wait before a bot may join. */
  patienceMs: number;
  /** By player id: milliseconds since the last game from a seek in the same rating pool. */
  met: Readonly<Record<string, number>>;
}

export interface HouseBot {
  policy: string;
  rating: number;
  /** Per decision; 0: it does not search. */
  playouts: number;
}

/** Seeks with the same terms, and the bots available to them. */
export interface SeekGroup {
  seats: number;
  free: readonly Candidate[];
  /** Seeks whose players have as many games as they want or may have. */
  busy: readonly Seeker[];
  bots: readonly HouseBot[];
  /** Playouts per decision that all joining bots may use together. */
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

/** Ignores blocks. Reasons shown to players use this, so that they reveal no block. */
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
