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

/** How strong an entry is, by all games that were played. */
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

/** How a game counts: `walkover` gives points and says nothing of strength; `void` counts for nothing. */
export type CountedAs = 'played' | 'walkover' | 'void';

/** A game that is over, as far as standings look at it. */
export interface Result {
  round: number;
  table: number;
  board: number;
  copy: number;
  /** in order of seats; null is a seat of the house, which plays at random */
  entries: readonly (number | null)[];
  counted: CountedAs;
  /** of the win, in order of seats; they add up to 1, or in a game for one seat are 1 or 0 */
  shares: readonly number[];
  scores: readonly number[];
  /** the seats, from 0, that never acted */
  noShows: readonly number[];
}

/** Who is ranked. */
export interface RankedEntry {
  entry: number;
  /** plays at random on every seat: its strength is 0 by definition, so that ratings cannot drift */
  anchor: boolean;
  /** its results stay, and it ranks after all others */
  disqualified: boolean;
}

/** What random play on every seat makes of the chance of a board: the shares by seat, on average. */
export interface BoardPar {
  board: number;
  par: { shares: readonly number[] } | null;
}

/** All that standings are computed from; the order of nothing in it matters. */
export interface StandingsInput {
  format: 'roundRobin' | 'swiss' | 'ladder' | 'match' | 'cup';
  scoring: 'share' | 'matchpoints';
  /** which scores are the better ones */
  direction: 'highest' | 'lowest';
  /** that a table plays in a round, every copy of every board: so many wins is a bye worth */
  games: number;
  entries: readonly RankedEntry[];
  results: readonly Result[];
  /** entries that sat out and got the points of a win */
  rounds: readonly { round: number; byes: readonly number[] }[];
  /** of boards that are played once; null, or no line: nothing is known of the board's luck */
  pars: readonly BoardPar[];
}

/** 95 %. */
export interface Interval {
  low: number;
  high: number;
}

/** Of a solo game: what the entry scores on the average board. */
export interface FittedScore {
  value: number;
  /** null while it cannot be told how far scores scatter */
  interval: Interval | null;
}

/** A row of the standings. */
export interface Standing {
  /** who is as good has the same rank */
  rank: number;
  entry: number;
  disqualified: boolean;
  points: number;
  /** that count, walkovers among them */
  games: number;
  walkovers: number;
  byes: number;
  /** of Swiss: the points of those whom it met */
  buchholz: number | null;
  /** of a round robin: the points of those whom it beat */
  sonnebornBerger: number | null;
  /** 0 to 100: how it did beside the same seat of other copies; null where nobody else had its seat of its boards */
  matchpoints: number | null;
  /** its mean share after the luck of its boards is taken out; null where nothing is known of their luck */
  adjustedShare: number | null;
  /** of a cup */
  score: FittedScore | null;
  /** null in a cup, and before its first game that was played */
  strength: Strength | null;
}

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

/**
 * The results that count, as they stand in the schedule. Sums of fractions depend on the order in which they are added up:
 * whoever adds up goes by this one, and so the same results give the same bits in whatever order they arrive.
 */
export function inScheduleOrder(results: readonly Result[]): Result[] {
  return results
    .filter(({ counted }) => counted !== 'void')
    .sort((a, b) => a.round - b.round || a.table - b.table || a.board - b.board || a.copy - b.copy);
}
