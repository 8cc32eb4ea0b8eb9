import type { SeekChange, SeekEnd, SeekRow, SeekState, WaitingBecause } from '../../store/seeks.ts';

/** A seek pauses when its player has not acted in this many games in a row. */
export const NEVER_ACTED_MOST = 3;

export function roomOf({ status, games, concurrency, played, running }: SeekRow): number {
  return status === 'open' ? Math.max(0, Math.min(concurrency, games - played) - running) : 0;
}

export function playersIn(seeks: readonly Pick<SeekRow, 'opponents' | 'playerId'>[]): number {
  return new Set(seeks.flatMap(({ opponents, playerId }) => (opponents === 'house' ? [] : [playerId]))).size;
}

export interface EndedGame {
  gameId: string;
  /** false: the game was aborted, so another game replaces it */
  counts: boolean;
  /** true: the player's time ran out before any action; null: the player never had to act */
  neverActed: boolean | null;
  at: Date;
}

/** Returns how a seek changes when some of its games have ended. `ended` is in the order in which they ended. */
export function settled(seek: SeekRow, ended: readonly EndedGame[], now: Date): SeekChange {
  const played = seek.played + ended.filter(({ counts }) => counts).length;
  const running = seek.running - ended.length;
  const neverActed = ended.reduce((before, { neverActed: never }) => {
    return never === null ? before : never ? before + 1 : 0;
  }, seek.neverActed);
  const seenAt = ended.findLast(({ neverActed: never }) => never === false)?.at ?? seek.seenAt;
  // keeps the waiting time of a seek that was already waiting for another game
  const waitingSince = roomOf(seek) > 0 ? seek.waitingSince : (ended[0]?.at ?? now);
  const after = { played, running, neverActed, seenAt, waitingSince, waitingBecause: null };
  const end = seek.status === 'open' ? endOf(seek, after) : null;
  const gamesOver = ended.map(({ gameId }) => gameId);
  return { ...changed(seek, { ...after, ...(end === null ? {} : closed(end)) }, now), gamesOver };
}

function endOf({ games }: SeekRow, { played, neverActed }: Pick<SeekState, 'played' | 'neverActed'>): SeekEnd | null {
  if (played >= games) return 'allPlayed';
  return neverActed >= NEVER_ACTED_MOST ? 'neverActed' : null;
}

export function ended(seek: SeekRow, because: SeekEnd, now: Date): SeekChange {
  return changed(seek, closed(because), now);
}

export function begun(seek: SeekRow, gameId: string, now: Date): SeekChange {
  const running = seek.running + 1;
  const hasRoom = roomOf({ ...seek, running }) > 0;
  const waitingBecause = hasRoom ? null : 'ownGames';
  return changed(seek, { running, lastGameId: gameId, waitingBecause, waitingSince: now }, now);
}

/** Returns the change that records why a seek waits; null: the reason has not changed. */
export function waiting(seek: SeekRow, because: WaitingBecause, now: Date): SeekChange | null {
  return seek.waitingBecause === because ? null : changed(seek, { waitingBecause: because }, now);
}

function closed(because: SeekEnd): Pick<SeekState, 'status' | 'endedBecause' | 'waitingBecause'> {
  return { status: STATUS_AFTER[because], endedBecause: because, waitingBecause: null };
}

const STATUS_AFTER: Record<SeekEnd, SeekState['status']> = {
  allPlayed: 'done',
  cancelled: 'cancelled',
  neverActed: 'paused',
  notLookedAt: 'expired',
  newRules: 'expired',
};

function changed(seek: SeekRow, changes: Partial<SeekState>, now: Date): SeekChange {
  const { status, endedBecause, played, running, neverActed, lastGameId, waitingBecause, waitingSince, seenAt } = seek;
  const state = { status, endedBecause, played, running, neverActed, lastGameId, waitingBecause, waitingSince, seenAt };
  const updatedAt = now > seek.updatedAt ? now : seek.updatedAt;
  return {
    id: seek.id,
    base: seek.version,
    state: { ...state, ...changes, version: seek.version + 1, updatedAt },
    gamesOver: [],
  };
}
