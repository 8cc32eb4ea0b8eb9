import type { Settings } from '../model/settings.ts';

/** By ruleset, what `npm run bench:luck` found; see docs/competitions.md. */
const SHARES: Record<string, Record<number, number>> = {
  'folly-and-fortune': { 2: 0.66, 5: 0.82 },
};
const SCORES: Record<string, number> = { pascal: 0.95, 'pokers-rogue-reckoning': 0.56 };

/**
 * What part of the variance of results is left where boards are shared as the settings say, by measurement. 1, all of it, wherever
 * nothing less was measured: games decided by dice, other numbers of seats, and boards that tables of other players play.
 */
export function luckLeft({ ruleset, seats, format, duplicate }: Settings): number {
  if (format === 'cup') return duplicate === 'none' ? 1 : (SCORES[ruleset] ?? 1);
  return duplicate === 'permuted' ? (SHARES[ruleset]?.[seats] ?? 1) : 1;
}
