import { rounded } from './numbers.ts';
import type { BoardPar, Result } from './results.ts';

interface Sums {
  /** the sum of (par − mean of the pars) · share */
  both: number;
  /** the sum of (par − mean of the pars)² */
  par: number;
}

/** Corrects shares of the win for luck: share − β·(par − mean), averaged over games on boards with a par. The par is
 * what random play wins on that seat. β is the slope of shares over pars on all other boards, so that the results of a
 * board do not decide how they are corrected. */
export function adjustedSharesOf(results: readonly Result[], pars: readonly BoardPar[]): Map<number, number> {
  const byBoard = new Map(pars.map(({ board, par }) => [board, par?.shares ?? null]));
  const played = results.filter(({ board, counted }) => counted === 'played' && (byBoard.get(board) ?? null) !== null);
  const boards = new Map<number, Sums>();
  const all: Sums = { both: 0, par: 0 };
  for (const result of played) {
    const sums = sumsOf(result, byBoard.get(result.board) ?? []);
    const { both, par } = boards.get(result.board) ?? { both: 0, par: 0 };
    boards.set(result.board, { both: both + sums.both, par: par + sums.par });
    all.both += sums.both;
    all.par += sums.par;
  }
  const found = new Map<number, { sum: number; games: number }>();
  for (const { board, entries, shares } of played) {
    const slope = slopeWithout(all, boards.get(board) as Sums);
    const par = byBoard.get(board) ?? [];
    entries.forEach((entry, seat) => {
      if (entry === null) return;
      const { sum, games } = found.get(entry) ?? { sum: 0, games: 0 };
      const adjusted = (shares[seat] ?? 0) - slope * ((par[seat] ?? 0) - 1 / entries.length);
      found.set(entry, { sum: sum + adjusted, games: games + 1 });
    });
  }
  return new Map([...found].map(([entry, { sum, games }]) => [entry, rounded(sum / games, 4)]));
}

function sumsOf({ shares }: Result, par: readonly number[]): Sums {
  const mean = 1 / shares.length;
  const luck = shares.map((_, seat) => (par[seat] ?? mean) - mean);
  return {
    both: luck.reduce((sum, above, seat) => sum + above * ((shares[seat] ?? 0) - mean), 0),
    par: luck.reduce((sum, above) => sum + above * above, 0),
  };
}

function slopeWithout(all: Sums, own: Sums): number {
  const par = all.par - own.par;
  return par < 1e-9 ? 0 : (all.both - own.both) / par;
}
