import { type Static, type TObject, type TSchema, Type } from '@sinclair/typebox';
import { count, Nullable, Ref } from '#rules/kernel/schema.ts';
import { grouped } from './grouped.ts';
import { rounded } from './numbers.ts';

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
        'The strength, from all games that were played: 1500 is random play, and 173.7 more is e ≈ 2.72 times ' +
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

export interface Result {
  round: number;
  table: number;
  board: number;
  copy: number;
  /** by seat: the entry; null: a bot of the service, which plays at random */
  entries: readonly (number | null)[];
  /** `walkover` gives points but has no effect on strength; `void` counts for nothing */
  counted: 'played' | 'walkover' | 'void';
  /** shares of the win by seat; their sum is 1, or with one seat it is 1 or 0 */
  shares: readonly number[];
  scores: readonly number[];
  /** seats, from 0, whose players never acted */
  noShows: readonly number[];
}

export interface RankedEntry {
  entry: number;
  /** true: it plays at random on every seat. Its strength is fixed at 0, so that ratings cannot drift */
  anchor: boolean;
  /** true: its results count, and it ranks last */
  disqualified: boolean;
}

/** Each seat's mean share if all seats play at random. */
export interface BoardPar {
  board: number;
  par: { shares: readonly number[] } | null;
}

/** The lists may be in any order. */
export interface StandingsInput {
  format: 'roundRobin' | 'swiss' | 'ladder' | 'match' | 'cup';
  scoring: 'share' | 'matchpoints';
  /** which scores are better */
  direction: 'highest' | 'lowest';
  /** games of a table in a round, with all games on every board; a bye is worth this number of wins */
  games: number;
  entries: readonly RankedEntry[];
  results: readonly Result[];
  /** `byes` are the entries that sat out; they get the points of a win */
  rounds: readonly { round: number; byes: readonly number[] }[];
  /** for boards that are played once; null or a missing line: the luck of the board is unknown */
  pars: readonly BoardPar[];
}

export interface Interval {
  low: number;
  high: number;
}

const Score = Type.Object({
  value: Type.Number({ description: 'The score, in points of the game.' }),
  interval: Nullable(interval(Type.Number(), 'Where it lies with 95 % certainty.'), {
    description: 'Where it lies with 95 % certainty, in points of the game; null while too few games are over to say.',
  }),
});
export type FittedScore = Static<typeof Score>;

/** What an entry has reached. */
export const REACHED = {
  points: Type.Number({
    minimum: 0,
    description:
      'Its points by `scoring` of the competition; a bye counts as a win on every board of the round. They rank first in Swiss, ' +
      'round robins, matches and by matchpoints; else a ladder ranks by `strength.rating`, and a cup by `games`, then `score`.',
  }),
  games: count('Games that count, walkovers among them.'),
  walkovers: count('Of these, games to which a player did not come.'),
  byes: count('Rounds that it sat out with the points of a win.'),
  buchholz: Nullable(Type.Number(), {
    description: 'Of Swiss: the points of those whom it met. Ranks those of equal points. Null in other formats.',
  }),
  sonnebornBerger: Nullable(Type.Number(), {
    description:
      'Of a round robin: the points of those whom it beat, and of those with whom it shared in part. Ranks those of equal ' +
      'points. Null in other formats.',
  }),
  matchpoints: Nullable(Type.Number({ minimum: 0, maximum: 100 }), {
    description:
      'In per cent: how it did beside the same seat of other games on the same boards, 50 being the average. Null where no ' +
      'other entry had its seats.',
  }),
  adjustedShare: Nullable(Type.Number(), {
    description:
      'Its mean share of wins after the luck of its boards is taken out (see `par` of a board): it can pass 0 and 1. Null where ' +
      'nothing is known of their luck.',
  }),
  score: Nullable(Score, {
    description:
      'Of a cup: what it scores on the average board. Whether the highest or the lowest is best says `scoring` in `getState` of its games. Null ' +
      'in other formats.',
  }),
  strength: Nullable(Ref(Strength), { description: 'Null in a cup, and before its first game that was played.' }),
};

export interface Standing extends Static<TObject<typeof REACHED>> {
  rank: number;
  entry: number;
  disqualified: boolean;
}

/** A seat that never acted has earned nothing. Its share is divided equally among the seats that acted. */
export function earnedShares({ shares, noShows }: Result): number[] {
  const acted = shares.length - noShows.length;
  if (acted === 0) return shares.map(() => 0);
  const given = noShows.reduce((sum, seat) => sum + (shares[seat] ?? 0), 0) / acted;
  return shares.map((share, seat) => (noShows.includes(seat) ? 0 : share + given));
}

/** Sorts results: sums of fractions depend on the order of addition, and in this order equal results give equal
 * bits. */
export function inScheduleOrder(results: readonly Result[]): Result[] {
  return results
    .filter(({ counted }) => counted !== 'void')
    .sort((a, b) => a.round - b.round || a.table - b.table || a.board - b.board || a.copy - b.copy);
}

export interface Tally {
  points: number;
  games: number;
  walkovers: number;
  byes: number;
}

const AVERAGE = 0.5;

export function talliesOf(
  input: Pick<StandingsInput, 'scoring' | 'direction' | 'games' | 'entries' | 'rounds'>,
  results: readonly Result[],
): Map<number, Tally> {
  const tallies = new Map<number, Tally>(
    input.entries.map(({ entry }) => [entry, { points: 0, games: 0, walkovers: 0, byes: 0 }]),
  );
  const compared = input.scoring === 'matchpoints' ? matchpointsOf(results, input.direction) : null;
  for (const result of results) {
    const points = compared?.get(result) ?? earnedShares(result);
    result.entries.forEach((entry, seat) => {
      const tally = entry === null ? undefined : tallies.get(entry);
      if (tally === undefined) return;
      tally.points += points[seat] ?? AVERAGE;
      tally.games++;
      if (result.counted === 'walkover') tally.walkovers++;
    });
  }
  for (const { byes } of input.rounds) {
    for (const entry of byes) {
      const tally = tallies.get(entry);
      if (tally === undefined) continue;
      tally.points += input.games;
      tally.byes++;
    }
  }
  for (const tally of tallies.values()) tally.points = rounded(tally.points, 4);
  return tallies;
}

type Direction = StandingsInput['direction'];

/** Matchpoints by seat, 0 to 1; null for bots of the service, and if no other entry had the same seat. */
export type Matchpoints = (number | null)[];

interface Mark {
  share: number;
  /** the score, negated if low scores are better, so that more is always better */
  merit: number;
}

/** Matchpoints compare an entry with those that had the same seat in other games on the board. They are the part of
 * them that it beat, by share and then by score; a tie counts one half. Only entries in games that were played are
 * compared. A seat that never acted gets 0. */
export function matchpointsOf(results: readonly Result[], direction: Direction): Map<Result, Matchpoints> {
  const compared = new Map<Result, Matchpoints>();
  for (const copies of grouped(results, ({ board }) => board).values()) {
    const marks = new Map(copies.map((copy) => [copy, marksOf(copy, direction)]));
    const most = Math.max(...copies.map(({ entries }) => entries.length));
    const measures = Array.from({ length: most }, (_, seat) => measureOf(copies, marks, seat));
    for (const copy of copies) {
      const own = (marks.get(copy) ?? []).map((mark, seat) => besideOthers(copy, seat, mark, measures[seat] ?? []));
      compared.set(copy, own);
    }
  }
  return compared;
}

/** In percent. */
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

function marksOf(copy: Result, direction: Direction): Mark[] {
  return earnedShares(copy).map((share, seat) => {
    const score = copy.scores[seat] ?? 0;
    return { share: rounded(share, 6), merit: direction === 'highest' ? score : -score };
  });
}

/** Sorts the worst first. */
function measureOf(copies: readonly Result[], marks: ReadonlyMap<Result, Mark[]>, seat: number): Mark[] {
  return copies
    .filter(({ counted, entries }) => counted === 'played' && (entries[seat] ?? null) !== null)
    .flatMap((copy) => marks.get(copy)?.[seat] ?? [])
    .sort(compare);
}

function besideOthers(copy: Result, seat: number, own: Mark, measure: readonly Mark[]): number | null {
  if ((copy.entries[seat] ?? null) === null) return null;
  if (copy.noShows.includes(seat)) return 0;
  const itself = copy.counted === 'played' ? 1 : 0;
  const others = measure.length - itself;
  if (others === 0) return null;
  const below = countWhile(measure, (mark) => compare(mark, own) < 0);
  const asGood = countWhile(measure, (mark) => compare(mark, own) <= 0) - below - itself;
  return (below + asGood / 2) / others;
}

function compare(one: Mark, other: Mark): number {
  return one.share - other.share || one.merit - other.merit;
}

/** Counts the marks for which `isTrue` holds. They must come before all others. */
function countWhile(marks: readonly Mark[], isTrue: (mark: Mark) => boolean): number {
  let [from, to] = [0, marks.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (isTrue(marks[middle] as Mark)) from = middle + 1;
    else to = middle;
  }
  return from;
}
