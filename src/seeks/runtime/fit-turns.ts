import type { SeekRow } from '../../store/seeks.ts';
import { playersIn } from '../model/seek.ts';
import { nextTurningPoint } from '../pairing/pair.ts';

/** All open seeks with the same terms. The code calls such a group a fit. */
export interface Fit {
  fit: string;
  seeks: readonly SeekRow[];
  free: readonly SeekRow[];
}

interface Known {
  /** the time of the last attempt to pair this group of seeks, in milliseconds */
  at: number;
  /** the time at which the newest seek of that attempt had become free, in milliseconds */
  since: number;
}

/** One check tries to pair this many groups, so that a player with a thousand different seeks cannot delay others. */
const FITS_A_LOOK = 64;

/** Decides which groups of seeks (fits) are paired next: first those with a change or a deadline since their last
 * attempt, then those that have waited longest. */
export class FitTurns {
  #known = new Map<string, Known>();

  /** Returns the groups to pair now and those to pair later. Forgets groups that are not in `fits`. */
  take(fits: readonly Fit[], now: number) {
    const there = new Set(fits.map(({ fit }) => fit));
    const known = new Map([...this.#known].filter(([fit]) => there.has(fit)));
    const byTurn = fits
      .map((fit) => {
        const before = known.get(fit.fit);
        // a group that was never tried counts as tried at the time when its newest seek became free
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

/** Returns false if the seeks of a group allow no game now. Reads nothing from the database. */
export function isLive({ seeks, free }: Fit, now: number): boolean {
  return free.length > 0 && (playersIn(seeks) > 1 || free.some((seek) => isBotDue(seek, now)));
}

/** Returns in how many milliseconds this group of seeks may allow a pairing although no seek changes. */
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
