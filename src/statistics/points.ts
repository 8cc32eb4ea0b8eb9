import { grouped } from './grouped.ts';
import { rounded } from './numbers.ts';
import { earnedShares, type Result, type StandingsInput } from './results.ts';

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

/** By seat, 0 to 1; null without another entry on the same seat, and for the house. */
export type Matchpoints = (number | null)[];

interface Mark {
  share: number;
  /** the score, with its sign set so that more is better */
  merit: number;
}

/** The part of the copies of the board whose same seat it beat, by share and then score; a tie counts one half. Only
 * entries in played games are compared, not the house. A seat that never acted gets 0. */
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

/** Worst first. */
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

/** `isTrue` must hold for a first part of the marks and for no later one. */
function countWhile(marks: readonly Mark[], isTrue: (mark: Mark) => boolean): number {
  let [from, to] = [0, marks.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (isTrue(marks[middle] as Mark)) from = middle + 1;
    else to = middle;
  }
  return from;
}
