import { FastChance } from '#rules/kernel/search/fast-chance.ts';
import type { Result } from '../../src/statistics/results.ts';
import { type Finding, type SequentialStop, sequentialTest } from '../../src/statistics/sequential-test.ts';
import { luckOf, sharesOf } from './synthetic-league.ts';

export interface SyntheticMatch {
  strength: number;
  stop: SequentialStop;
  permuted: boolean;
  concurrency: number;
  boards: number;
  every: number;
  seed: string;
}

/** Plays a match. Boards that the first entry wins take three times as long, so the finished boards always show too few
 * of its wins. */
export function playMatch(match: SyntheticMatch): Finding {
  const dealt = boardsOf(match);
  const ends = endsOf(dealt, match.concurrency);
  const order = ends.map((_, i) => i).sort((a, b) => (ends[a] ?? 0) - (ends[b] ?? 0));
  const closed = new Set<number>();
  let finding: Finding = { verdict: null, boards: 0 };
  for (const [count, ended] of order.entries()) {
    closed.add(ended);
    if ((count + 1) % match.every > 0 && count + 1 < match.boards) continue;
    finding = sequentialTest({
      first: 1,
      second: 2,
      stop: match.stop,
      boards: dealt.map((_, i) => ({ board: i + 1, closed: closed.has(i) })),
      results: [...closed].flatMap((i) => dealt[i] ?? []),
    });
    if (finding.verdict !== null) return finding;
  }
  return finding;
}

function boardsOf({ strength, permuted, boards, seed }: SyntheticMatch): Result[][] {
  const chance = new FastChance(seed);
  return Array.from({ length: boards }, (_, i) => {
    const luck = luckOf(2, chance);
    return (permuted ? [1, 2] : [1]).map((copy) => {
      const turned = permuted ? copy === 2 : i % 2 === 1;
      const shares = sharesOf(turned ? [0, strength] : [strength, 0], luck, chance);
      const place = { round: i + 1, table: 1, board: i + 1, copy };
      return { ...place, entries: turned ? [2, 1] : [1, 2], counted: 'played', shares, scores: shares, noShows: [] };
    });
  });
}

function endsOf(dealt: readonly Result[][], concurrency: number): number[] {
  const free = Array.from({ length: concurrency }, () => 0);
  return dealt.map((games) => {
    const next = free.indexOf(Math.min(...free));
    const won = games.reduce((sum, { entries, shares }) => sum + (shares[entries.indexOf(1)] ?? 0), 0) / games.length;
    free[next] = (free[next] ?? 0) + 1 + 2 * won;
    return free[next];
  });
}
