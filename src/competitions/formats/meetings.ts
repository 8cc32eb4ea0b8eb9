import type { Candidate } from './format.ts';

/** In how many rounds two of these candidates have met. */
export function meetingsAmong(candidates: readonly Candidate[]): (one: Candidate, other: Candidate) => number {
  const times = new Map(candidates.map(({ entry, met }) => [entry, timesEach(met)]));
  return (one, other) => times.get(one.entry)?.get(other.entry) ?? 0;
}

function timesEach(entries: readonly number[]): Map<number, number> {
  const times = new Map<number, number>();
  for (const entry of entries) times.set(entry, (times.get(entry) ?? 0) + 1);
  return times;
}
