import { earnedShares } from './earned-shares.ts';
import type { Result } from './results.ts';
import { rounded } from './rounded.ts';
import { inScheduleOrder } from './schedule-order.ts';

/** What one entry did against another. */
export interface CrossTableCell {
  entry: number;
  opponent: number;
  games: number;
  /** the mean over their games of what `entry` won of what the two won, 0 to 1; seen from the other side it is the rest to 1 */
  share: number;
}

/** Every ordered pair of entries that sat at a table in a game that counts, by number. */
export function crossTable(results: readonly Result[]): CrossTableCell[] {
  const cells = new Map<string, CrossTableCell>();
  for (const result of inScheduleOrder(results)) {
    result.entries.forEach((entry, seat) => {
      if (entry === null) return;
      result.entries.forEach((opponent, other) => {
        if (opponent === null || other === seat) return;
        const key = `${entry} ${opponent}`;
        const cell = cells.get(key) ?? { entry, opponent, games: 0, share: 0 };
        cells.set(key, { ...cell, games: cell.games + 1, share: cell.share + shareAgainst(result, seat, other) });
      });
    });
  }
  return [...cells.values()]
    .map((cell) => ({ ...cell, share: rounded(cell.share / cell.games, 4) }))
    .sort((a, b) => a.entry - b.entry || a.opponent - b.opponent);
}

/** Of what two seats won of a game, the part of the first; half where a third took it all. */
export function shareAgainst(result: Result, seat: number, other: number): number {
  const shares = earnedShares(result);
  const [own, theirs] = [shares[seat] ?? 0, shares[other] ?? 0];
  return own + theirs === 0 ? 0.5 : own / (own + theirs);
}
