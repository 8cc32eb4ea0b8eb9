import { rounded } from './numbers.ts';
import { earnedShares, inScheduleOrder, type Result } from './results.ts';

export interface CrossTableCell {
  entry: number;
  opponent: number;
  games: number;
  /** what `entry` won, divided by what both won (0 to 1), averaged over their games; the opponent has 1 − share */
  share: number;
}

/** Returns a cell for each ordered pair of entries that played together in a game that counts. */
export function crossTable(results: readonly Result[]): CrossTableCell[] {
  const rows = new Map<number, Map<number, CrossTableCell>>();
  for (const result of inScheduleOrder(results)) {
    const shares = earnedShares(result);
    for (const [seat, entry] of result.entries.entries()) {
      if (entry === null) continue;
      const row = rows.get(entry) ?? new Map<number, CrossTableCell>();
      rows.set(entry, row);
      for (const [other, opponent] of result.entries.entries()) {
        if (opponent === null || other === seat) continue;
        const cell = row.get(opponent) ?? { entry, opponent, games: 0, share: 0 };
        row.set(opponent, cell);
        cell.games++;
        cell.share += partOf(shares[seat] ?? 0, shares[other] ?? 0);
      }
    }
  }
  const cells = [...rows.values()].flatMap((row) => [...row.values()]);
  for (const cell of cells) cell.share = rounded(cell.share / cell.games, 4);
  return cells.sort((a, b) => a.entry - b.entry || a.opponent - b.opponent);
}

const NUMBERS_OF_A_CELL = 4;

/** Packs cells into one array of numbers, because hundreds of thousands of them go from thread to thread. */
export function packedCells(cells: readonly CrossTableCell[]): Float64Array<ArrayBuffer> {
  const packed = new Float64Array(cells.length * NUMBERS_OF_A_CELL);
  for (const [i, { entry, opponent, games, share }] of cells.entries()) {
    packed.set([entry, opponent, games, share], i * NUMBERS_OF_A_CELL);
  }
  return packed;
}

export function cellsOf(packed: Float64Array, first: number, last: number): CrossTableCell[] {
  const cells: CrossTableCell[] = [];
  for (let i = 0; i < packed.length; i += NUMBERS_OF_A_CELL) {
    const entry = packed[i] ?? 0;
    if (entry < first || entry > last) continue;
    const [opponent = 0, games = 0, share = 0] = packed.subarray(i + 1, i + NUMBERS_OF_A_CELL);
    cells.push({ entry, opponent, games, share });
  }
  return cells;
}

/** Returns what `seat` won, divided by what both seats won in the game; one half if neither won anything. */
export function shareAgainst(result: Result, seat: number, other: number): number {
  const shares = earnedShares(result);
  return partOf(shares[seat] ?? 0, shares[other] ?? 0);
}

function partOf(own: number, theirs: number): number {
  return own + theirs === 0 ? 0.5 : own / (own + theirs);
}
