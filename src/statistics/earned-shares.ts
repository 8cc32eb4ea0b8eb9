import type { Result } from './results.ts';

/**
 * The shares of the win as they count. A seat that never acted has earned nothing, whatever became of it in other hands:
 * its share goes to those who acted, in equal parts.
 */
export function earnedShares({ shares, noShows }: Result): number[] {
  const acted = shares.length - noShows.length;
  if (acted === 0) return shares.map(() => 0);
  const given = noShows.reduce((sum, seat) => sum + (shares[seat] ?? 0), 0) / acted;
  return shares.map((share, seat) => (noShows.includes(seat) ? 0 : share + given));
}
