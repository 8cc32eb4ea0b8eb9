import type { SeekRow } from '../../store/seeks.ts';
import { playersIn } from '../model/seek.ts';
import { nextTurningPoint } from '../pairing/pair.ts';

/** All open seeks with the same terms. Such a group is called a fit. */
export interface Fit {
  fit: string;
  seeks: readonly SeekRow[];
  free: readonly SeekRow[];
}

interface Known {
  /** in milliseconds */
  at: number;
  /** of the seeks that were free then: when the last of them became free */
  since: number;
}

/** Limits what one check reads: a player with a thousand different seeks must not delay others. */
const FITS_A_LOOK = 64;

/** Decides which fits are tried next: first those with a change or a deadline since they were last tried, then those
 * that have waited longest. */
export class FitTurns {
  #known = new Map<string, Known>();

  /** Forgets fits that are missing in `fits`. */
  take(fits: readonly Fit[], now: number) {
    const there = new Set(fits.map(({ fit }) => fit));
    const known = new Map([...this.#known].filter(([fit]) => there.has(fit)));
    const byTurn = fits
      .map((fit) => {
        const before = known.get(fit.fit);
        // a fit that was never tried counts from its newest seek
        return { fit, hasNews: hasNews(fit, before, now), at: before?.at ?? lastFreeSince(fit) };
      })
      .sort((one, other) => Number(other.hasNews) - Number(one.hasNews) || one.at - other.at)
      .map(({ fit }) => fit);
    const turn = byTurn.slice(0, FITS_A_LOOK);
    for (const fit of turn) known.set(fit.fit, { at: now, since: lastFreeSince(fit) });
    this.#known = known;
    return { now: turn, later: byTurn.slice(FITS_A_LOOK) };
  }
}

/** A cheap check, which reads nothing. */
export function isLive({ seeks, free }: Fit, now: number): boolean {
  return free.length > 0 && (playersIn(seeks) > 1 || free.some((seek) => isBotDue(seek, now)));
}

/** Works like `nextTurningPoint`. */
export function nextTurn({ free }: Fit, now: number): number {
  return nextTurningPoint(free.map(({ waitingSince, patienceMs }) => ({ waitedMs: now - +waitingSince, patienceMs })));
}

function isBotDue({ opponents, waitingSince, patienceMs }: SeekRow, now: number): boolean {
  return opponents === 'house' || (opponents === 'anyone' && now - waitingSince.getTime() >= patienceMs);
}

function hasNews(fit: Fit, known: Known | undefined, now: number): boolean {
  if (known === undefined || lastFreeSince(fit) !== known.since) return true;
  return nextTurn(fit, known.at) <= now - known.at;
}

function lastFreeSince({ free }: Fit): number {
  return free.reduce((last, { waitingSince }) => Math.max(last, waitingSince.getTime()), 0);
}
