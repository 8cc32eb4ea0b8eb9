import type { SeekChange, SeekEnd, SeekRow, SeekState, WaitingBecause } from '../../store/seek-rows.ts';

/** So many games in a row in which its player never acted pause a seek. */
export const NEVER_ACTED_MOST = 3;

/** How many more games a seek could begin now; 0 where it is not open. */
export function roomOf({ status, games, concurrency, played, running }: SeekRow): number {
  return status === 'open' ? Math.max(0, Math.min(concurrency, games - played) - running) : 0;
}

/** How many players of these seeks could sit at one table. */
export function playersIn(seeks: readonly Pick<SeekRow, 'opponents' | 'playerId'>[]): number {
  return new Set(seeks.flatMap(({ opponents, playerId }) => (opponents === 'house' ? [] : [playerId]))).size;
}

/** How a game of a seek went. */
export interface EndedGame {
  gameId: string;
  /** false: it was aborted, and another takes its place */
  counts: boolean;
  /** whether its player ran out of time without having acted; null: they never had to */
  neverActed: boolean | null;
  at: Date;
}

/** The seek once these games of it are over, in the order in which they ended. */
export function settled(seek: SeekRow, ended: readonly EndedGame[], now: Date): SeekChange {
  const played = seek.played + ended.filter(({ counts }) => counts).length;
  const running = seek.running - ended.length;
  const neverActed = ended.reduce((before, { neverActed: never }) => {
    return never === null ? before : never ? before + 1 : 0;
  }, seek.neverActed);
  const seenAt = ended.findLast(({ neverActed: never }) => never === false)?.at ?? seek.seenAt;
  // who had room before has waited since then
  const waitingSince = roomOf(seek) > 0 ? seek.waitingSince : (ended[0]?.at ?? now);
  const after = { played, running, neverActed, seenAt, waitingSince, waitingBecause: null };
  const end = seek.status === 'open' ? endAfter(seek, after) : null;
  const gamesOver = ended.map(({ gameId }) => gameId);
  return { ...changed(seek, { ...after, ...(end === null ? {} : closed(end)) }, now), gamesOver };
}

function endAfter(
  { games }: SeekRow,
  { played, neverActed }: Pick<SeekState, 'played' | 'neverActed'>,
): SeekEnd | null {
  if (played >= games) return 'allPlayed';
  return neverActed >= NEVER_ACTED_MOST ? 'neverActed' : null;
}

/** The seek when it is no longer open for that reason. */
export function ended(seek: SeekRow, because: SeekEnd, now: Date): SeekChange {
  return changed(seek, closed(because), now);
}

/** The seek with one more game under way. */
export function begun(seek: SeekRow, gameId: string, now: Date): SeekChange {
  const running = seek.running + 1;
  const hasRoom = roomOf({ ...seek, running }) > 0;
  const waitingBecause = hasRoom ? null : 'ownGames';
  return changed(seek, { running, lastGameId: gameId, waitingBecause, waitingSince: now }, now);
}

/** The seek with why it waits; null: it says so already. */
export function waiting(seek: SeekRow, because: WaitingBecause, now: Date): SeekChange | null {
  return seek.waitingBecause === because ? null : changed(seek, { waitingBecause: because }, now);
}

function closed(because: SeekEnd): Pick<SeekState, 'status' | 'endedBecause' | 'waitingBecause'> {
  return { status: statusAfter(because), endedBecause: because, waitingBecause: null };
}

function statusAfter(because: SeekEnd): SeekState['status'] {
  switch (because) {
    case 'allPlayed':
      return 'done';
    case 'cancelled':
      return 'cancelled';
    case 'neverActed':
      return 'paused';
    case 'notLookedAt':
    case 'newRules':
      return 'expired';
    default:
      return because satisfies never;
  }
}

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
