import type { Candidate } from './candidate.ts';
import { GATHERING_MS } from './pair.ts';

/** In how many milliseconds one of those who wait may be paired though nobody else comes or goes; never: infinity. */
export function nextTurningPoint(waiting: readonly Pick<Candidate, 'waitedMs' | 'patienceMs'>[]): number {
  const left = waiting.flatMap(({ waitedMs, patienceMs }) => [GATHERING_MS - waitedMs, patienceMs - waitedMs]);
  return Math.min(...left.filter((ms) => ms > 0));
}
