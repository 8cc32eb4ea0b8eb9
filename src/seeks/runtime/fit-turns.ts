import type { SeekRow } from '../../store/seek-rows.ts';
import { playersIn } from '../model/seek.ts';
import { nextTurningPoint } from '../pairing/pair.ts';

/** All open seeks that fit each other. */
export interface Fit {
  fit: string;
  seeks: readonly SeekRow[];
  /** those that could play one more game */
  free: readonly SeekRow[];
}

interface Known {
  /** when it had its turn, in milliseconds */
  at: number;
  /** since when the last of those who were free then has been */
  since: number;
}

/** Whose turn it is at a look. */
export interface Turns {
  now: Fit[];
  /** those that have to wait for another look */
  later: Fit[];
}

/** Each fit costs reads: whoever seeks a thousand things holds up the others by no more than this. */
const FITS_A_LOOK = 64;

/**
 * Takes fits in turn, so many a look: first those in which something has happened since their last turn, or a time has
 * passed that matters to somebody, then those that were not looked at for longest.
 */
export class FitTurns {
  #known = new Map<string, Known>();

  /** Those that had a turn before and are not among `fits` are forgotten. */
  take(fits: readonly Fit[], now: number): Turns {
    const known = new Map(fits.flatMap(({ fit }) => [...this.#entry(fit)]));
    const byTurn = fits
      .map((fit) => ({ fit, hasNews: hasNews(fit, known.get(fit.fit), now), at: turnOf(fit, known.get(fit.fit)) }))
      .sort((one, other) => Number(other.hasNews) - Number(one.hasNews) || one.at - other.at)
      .map(({ fit }) => fit);
    const turn = byTurn.slice(0, FITS_A_LOOK);
    for (const fit of turn) known.set(fit.fit, { at: now, since: lastFreeSince(fit) });
    this.#known = known;
    return { now: turn, later: byTurn.slice(FITS_A_LOOK) };
  }

  #entry(fit: string): [string, Known][] {
    const known = this.#known.get(fit);
    return known === undefined ? [] : [[fit, known]];
  }
}

/** Whether somebody may get a game now, as far as that can be said without any read. */
export function isLive({ seeks, free }: Fit, now: number): boolean {
  return free.length > 0 && (playersIn(seeks) > 1 || free.some((seek) => isBotDue(seek, now)));
}

/** In how many milliseconds somebody of a fit may be paired though nobody else comes or goes; never: infinity. */
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

/** One that had no turn yet stands where its last seek came. */
function turnOf(fit: Fit, known: Known | undefined): number {
  return known?.at ?? lastFreeSince(fit);
}

function lastFreeSince({ free }: Fit): number {
  return free.reduce((last, { waitingSince }) => Math.max(last, waitingSince.getTime()), 0);
}
