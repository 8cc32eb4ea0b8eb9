import { earnedShares } from './earned-shares.ts';
import type { Result, StandingsInput } from './results.ts';
import { rounded } from './rounded.ts';

type Direction = StandingsInput['direction'];

/** By seat, 0 to 1; null where nobody else had the seat, and for the house. */
export type Matchpoints = (number | null)[];

/**
 * How every seat did beside the same seat of the other copies of its board: the part of them that it beat, a tie counting
 * half. The share of the win decides, then the score. Compared with are entries in games that were played: what the house
 * makes of a seat, or an entry against nobody, is no measure. A seat that never acted has 0.
 */
export function matchpointsOf(results: readonly Result[], direction: Direction): Map<Result, Matchpoints> {
  const compared = new Map<Result, Matchpoints>();
  for (const copies of byBoard(results).values()) {
    const played = copies.filter(({ counted }) => counted === 'played');
    for (const copy of copies) {
      compared.set(
        copy,
        copy.entries.map((_, seat) => besideOthers(copy, seat, played, direction)),
      );
    }
  }
  return compared;
}

/** The mean matchpoints of every entry, in percent; none for those who cannot be compared. */
export function matchpointPercentages(compared: ReadonlyMap<Result, Matchpoints>): Map<number, number> {
  const sums = new Map<number, { sum: number; count: number }>();
  for (const [{ entries }, points] of compared) {
    entries.forEach((entry, seat) => {
      const won = points[seat] ?? null;
      if (entry === null || won === null) return;
      const { sum, count } = sums.get(entry) ?? { sum: 0, count: 0 };
      sums.set(entry, { sum: sum + won, count: count + 1 });
    });
  }
  return new Map([...sums].map(([entry, { sum, count }]) => [entry, rounded((100 * sum) / count, 2)]));
}

function besideOthers(copy: Result, seat: number, played: readonly Result[], direction: Direction): number | null {
  const entry = copy.entries[seat] ?? null;
  if (entry === null) return null;
  if (copy.noShows.includes(seat)) return 0;
  const others = played.filter(({ entries }) => (entries[seat] ?? null) !== null && entries[seat] !== entry);
  if (others.length === 0) return null;
  const won = others.reduce((sum, other) => sum + (1 + compare(copy, other, seat, direction)) / 2, 0);
  return won / others.length;
}

/** 1: better at this seat, 0: as good, -1: worse. */
function compare(one: Result, other: Result, seat: number, direction: Direction): number {
  const share = rounded((earnedShares(one)[seat] ?? 0) - (earnedShares(other)[seat] ?? 0), 6);
  if (share !== 0) return Math.sign(share);
  const score = (one.scores[seat] ?? 0) - (other.scores[seat] ?? 0);
  return Math.sign(direction === 'highest' ? score : -score) + 0;
}

function byBoard(results: readonly Result[]): Map<number, Result[]> {
  const boards = new Map<number, Result[]>();
  for (const result of results) {
    const copies = boards.get(result.board);
    if (copies === undefined) boards.set(result.board, [result]);
    else copies.push(result);
  }
  return boards;
}
