import type { Candidate } from './candidate.ts';
import { GATHERING_MS, KEPT_APART_MS } from './pair.ts';

/** In how many milliseconds one of those who wait may be paired though nobody else comes or goes; never: infinity. */
export function nextTurningPoint(waiting: readonly Pick<Candidate, 'waitedMs' | 'patienceMs'>[]): number {
  const left = waiting.flatMap(({ waitedMs, patienceMs }) => {
    return [GATHERING_MS, patienceMs, patienceMs + KEPT_APART_MS].map((time) => time - waitedMs);
  });
  return left.reduce((least, ms) => (ms > 0 && ms < least ? ms : least), Number.POSITIVE_INFINITY);
}
