import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { Nullable } from '#rules/kernel/schema.ts';

export function interval<T extends TSchema>(bound: T, description: string) {
  return Type.Object(
    {
      low: { ...bound, description: 'The lower end.' },
      high: { ...bound, description: 'The upper end.' },
    },
    { description },
  );
}

export const Strength = Type.Object(
  {
    rating: Type.Number({
      description:
        'How strong it is by all games that were played, whoever met whom: 1500 is random play, and 173.7 more is e ≈ 2.72 times ' +
        'the odds to win.',
    }),
    interval: interval(Type.Number(), 'Where the rating lies with 95 % certainty, in points of rating.'),
    rankInterval: Nullable(interval(Type.Integer({ minimum: 1 }), 'The ranks by rating that are not excluded.'), {
      description: 'The ranks by rating that are not excluded with 95 % certainty; null for who is disqualified.',
    }),
    provisional: Type.Boolean({ description: 'Whether it rests on too little to rely on.' }),
  },
  {
    $id: 'EntryStrength',
    description: 'How strong an entry is, with the certainty of it. Random play is the fixed point.',
  },
);
export type Strength = Static<typeof Strength>;

/** `walkover` gives points but does not affect strength; `void` counts for nothing. */
export type CountedAs = 'played' | 'walkover' | 'void';

export interface Result {
  round: number;
  table: number;
  board: number;
  copy: number;
  /** by seat; null is the house, which plays at random */
  entries: readonly (number | null)[];
  counted: CountedAs;
  /** of the win, by seat; their sum is 1, or for one seat it is 1 or 0 */
  shares: readonly number[];
  scores: readonly number[];
  /** zero-based seats that never acted */
  noShows: readonly number[];
}

export interface RankedEntry {
  entry: number;
  /** plays at random on every seat; its strength is fixed at 0, so ratings cannot drift */
  anchor: boolean;
  /** its results count, and it ranks last */
  disqualified: boolean;
}

/** Mean shares by seat if random play has every seat. */
export interface BoardPar {
  board: number;
  par: { shares: readonly number[] } | null;
}

/** The order of each list is irrelevant. */
export interface StandingsInput {
  format: 'roundRobin' | 'swiss' | 'ladder' | 'match' | 'cup';
  scoring: 'share' | 'matchpoints';
  /** which scores are better */
  direction: 'highest' | 'lowest';
  /** games per table and round, every copy of every board; a bye is worth this number of wins */
  games: number;
  entries: readonly RankedEntry[];
  results: readonly Result[];
  /** byes: entries that sat out and get the points of a win */
  rounds: readonly { round: number; byes: readonly number[] }[];
  /** of boards that are played once; null or a missing line: the board's luck is unknown */
  pars: readonly BoardPar[];
}

export interface Interval {
  low: number;
  high: number;
}

/** In a solo game: what the entry scores on the average board. */
export interface FittedScore {
  value: number;
  /** null while the spread of the scores is unknown */
  interval: Interval | null;
}

export interface Standing {
  rank: number;
  entry: number;
  disqualified: boolean;
  points: number;
  /** counted games, including walkovers */
  games: number;
  walkovers: number;
  byes: number;
  /** Swiss only: sum of the opponents' points */
  buchholz: number | null;
  /** round robin only: sum of the beaten opponents' points */
  sonnebornBerger: number | null;
  /** 0 to 100, compared with the same seat of other copies; null without such a copy */
  matchpoints: number | null;
  /** mean share without the luck of its boards; null if their luck is unknown */
  adjustedShare: number | null;
  score: FittedScore | null;
  /** null in a cup and before its first played game */
  strength: Strength | null;
}

/** A seat that never acted has earned nothing: its share is divided equally among the seats that acted. */
export function earnedShares({ shares, noShows }: Result): number[] {
  const acted = shares.length - noShows.length;
  if (acted === 0) return shares.map(() => 0);
  const given = noShows.reduce((sum, seat) => sum + (shares[seat] ?? 0), 0) / acted;
  return shares.map((share, seat) => (noShows.includes(seat) ? 0 : share + given));
}

/** Sums of fractions depend on the order of addition: in this order equal results give equal bits. */
export function inScheduleOrder(results: readonly Result[]): Result[] {
  return results
    .filter(({ counted }) => counted !== 'void')
    .sort((a, b) => a.round - b.round || a.table - b.table || a.board - b.board || a.copy - b.copy);
}
