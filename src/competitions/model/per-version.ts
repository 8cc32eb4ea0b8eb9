import type { Competition } from './competition.ts';

/**
 * Works something out once for each version of a competition, which never changes: what a step follows from is asked for
 * again and again, and a competition may have 20,000 games.
 */
export function perVersion<T>(workOut: (competition: Competition) => T): (competition: Competition) => T {
  const known = new WeakMap<Competition, { found: T }>();
  return (competition) => {
    const before = known.get(competition);
    if (before !== undefined) return before.found;
    const found = workOut(competition);
    known.set(competition, { found });
    return found;
  };
}
