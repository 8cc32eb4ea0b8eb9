import type { Opponents, WaitingBecause } from '../../store/seek-rows.ts';

/** What of a seek says who fits it. */
export interface Seeker {
  seekId: string;
  playerId: string;
  opponents: Opponents;
  /** in points of the published ratings; a guess where they have none */
  rating: number;
  /** how far an opponent's rating may be away; null: as far as it likes */
  ratingWithin: number | null;
  /** those with whom its player is not to meet, whichever of the two wants it so */
  apart: ReadonlySet<string>;
}

/** A seek that could play one more game now. */
export interface Candidate extends Seeker {
  /** for how long it has been able to */
  waitedMs: number;
  /** after how long a bot of the house may come */
  patienceMs: number;
  /** how many milliseconds ago its player met others lately by seeking, in games that are rated together with those it seeks */
  met: Readonly<Record<string, number>>;
}

/** A bot of the house that may be asked to a table. */
export interface HouseBot {
  policy: string;
  rating: number;
  /** playouts a decision; 0: it does not search */
  playouts: number;
}

/** All seeks that fit each other but for their players, and whom the house has for them. */
export interface SeekGroup {
  /** of a game, at least two */
  seats: number;
  free: readonly Candidate[];
  /** those whose players have as many games as they want, or may have */
  busy: readonly Seeker[];
  bots: readonly HouseBot[];
  /** how many playouts a decision bots that join now may have, all together */
  playoutsLeft: number;
}

export type Sitting = { seek: Candidate } | { bot: HouseBot };

export interface Match {
  /** in order of seats */
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

/** Whether two fit but for a block: reasons go by this, so that no block tells who seeks. */
export function areSuited(one: Seeker, other: Seeker): boolean {
  if (one.playerId === other.playerId || one.opponents === 'house' || other.opponents === 'house') return false;
  return isNear(one, other.rating) && isNear(other, one.rating);
}

/** Whether a rating is one that the seek asked for. */
export function isNear({ rating, ratingWithin }: Seeker, other: number): boolean {
  return ratingWithin === null || Math.abs(rating - other) <= ratingWithin;
}

export function haveMet(one: Candidate, other: Candidate): boolean {
  return metMsAgo(one, other) < Number.POSITIVE_INFINITY;
}

/** How long ago two last met; not lately: infinity. */
export function metMsAgo(one: Candidate, other: Candidate): number {
  return one.met[other.playerId] ?? other.met[one.playerId] ?? Number.POSITIVE_INFINITY;
}
