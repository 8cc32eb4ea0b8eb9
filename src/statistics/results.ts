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
      description: 'The ranks by rating that are not excluded with 95 % certainty; null for a disqualified entry.',
    }),
    provisional: Type.Boolean({ description: 'Whether it rests on too little to rely on.' }),
  },
  {
    $id: 'EntryStrength',
    description: 'The strength of an entry and its certainty. Random play has a fixed rating.',
  },
);
export type Strength = Static<typeof Strength>;

export interface Result {
  round: number;
  table: number;
  board: number;
  copy: number;
  /** by seat: the number of the entry; null: a bot of the service, which plays at random */
  entries: readonly (number | null)[];
  /** `walkover` gives points but says nothing about strength; `void` counts for nothing */
  counted: 'played' | 'walkover' | 'void';
  /** by seat: the share of the win; the sum is 1, but in games with one seat it is 1 or 0 */
  shares: readonly number[];
  scores: readonly number[];
  /** the seats, from 0, whose players never acted */
  noShows: readonly number[];
}

export interface RankedEntry {
  entry: number;
  /** true: the entry plays at random on every seat; its strength is fixed at 0, so that ratings cannot drift */
  anchor: boolean;
  /** true: the entry's results count, but it ranks last */
  disqualified: boolean;
}

/** The par of a board: each seat's mean share of the win if all seats play at random. */
export interface BoardPar {
  board: number;
  par: { shares: readonly number[] } | null;
}

/** All that the standings are computed from. The lists may be in any order. */
export interface StandingsInput {
  format: 'roundRobin' | 'swiss' | 'ladder' | 'match' | 'cup';
  scoring: 'share' | 'matchpoints';
  /** which scores are better */
  direction: 'highest' | 'lowest';
  /** the number of games of a table in a round, on all its boards; a bye is worth this number of wins */
  games: number;
  entries: readonly RankedEntry[];
  results: readonly Result[];
  /** `byes` are entries without a table in the round; they get the points of wins */
  rounds: readonly { round: number; byes: readonly number[] }[];
  /** only for boards that are played once; without a par (null or no item), the luck on a board is unknown */
  pars: readonly BoardPar[];
}

export interface Interval {
  low: number;
  high: number;
}

const Score = Type.Object({
  value: Type.Number({ description: 'The score, in points of the game.' }),
  interval: Nullable(interval(Type.Number(), 'Where it lies with 95 % certainty.'), {
    description:
      'The interval that contains the score with 95 % certainty, in points of the game; null after too few games.',
  }),
});
export type FittedScore = Static<typeof Score>;

/** Fields with the results of an entry. */
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
    description: 'In Swiss: the points of its opponents, which rank entries with equal points. Null in other formats.',
  }),
  sonnebornBerger: Nullable(Type.Number(), {
    description:
      'Of a round robin: the points of those whom it beat, and of those with whom it shared in part. Ranks those of equal ' +
      'points. Null in other formats.',
  }),
  matchpoints: Nullable(Type.Number({ minimum: 0, maximum: 100 }), {
    description:
      'In percent, 0 to 100: the mean of its `matchpoints` (0 to 1) on the boards, which compare it with the same seat of ' +
      'other games; 50 is the average. Null if no other entry had its seats.',
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
  strength: Nullable(Ref(Strength), {
    description: 'Null in a cup, and before its first played game.',
  }),
};

export interface Standing extends Static<TObject<typeof REACHED>> {
  rank: number;
  entry: number;
  disqualified: boolean;
}

/** Returns what the seats earned. A seat that never acted earns nothing; the others divide its share equally. */
export function earnedShares({ shares, noShows }: Result): number[] {
  const acted = shares.length - noShows.length;
  if (acted === 0) return shares.map(() => 0);
  const given = noShows.reduce((sum, seat) => sum + (shares[seat] ?? 0), 0) / acted;
  return shares.map((share, seat) => (noShows.includes(seat) ? 0 : share + given));
}

/** Returns the results that count, sorted, because the last bits of a sum of fractions depend on the order. */
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

/** Matchpoints by seat, 0 to 1. Null for bots of the service, and if no other entry had the same seat. */
export type Matchpoints = (number | null)[];

interface Mark {
  share: number;
  /** the score, negated if low scores are better, so that a higher merit is always better */
  merit: number;
}

/** Computes matchpoints. An entry is compared with the entries that had the same seat in other games on the board, if
 * those games were played. Its matchpoints are the share of these entries that did worse: by share of the win, and if
 * that is equal, by score. A tie counts one half. A seat that never acted gets 0. */
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

/** Returns the matchpoints of each entry in percent. */
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

/** Returns how the entries on this seat did in the played games of a board, worst first. */
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

/** Counts the marks for which `isTrue` is true. They must come first in the list. */
function countWhile(marks: readonly Mark[], isTrue: (mark: Mark) => boolean): number {
  let [from, to] = [0, marks.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (isTrue(marks[middle] as Mark)) from = middle + 1;
    else to = middle;
  }
  return from;
}
