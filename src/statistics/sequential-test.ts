import { type Static, Type } from '@sinclair/typebox';
import { rounded } from './numbers.ts';
import { earnedShares, type Interval, inScheduleOrder, type Result } from './results.ts';

export type Verdict = 'firstBetter' | 'secondBetter' | 'equal';

/** When the two of a match are told apart, or found to be as good. */
export const SequentialStop = Type.Object(
  {
    margin: Type.Number({
      exclusiveMinimum: 0,
      exclusiveMaximum: 0.5,
      description: 'A difference in the share of wins that does not matter: 0.05 is five games in a hundred.',
    }),
    alpha: Type.Number({
      exclusiveMinimum: 0,
      exclusiveMaximum: 0.5,
      description: 'How often, at most, entries that are equal may be told apart: 0.05 is one match in twenty.',
    }),
    beta: Type.Number({
      exclusiveMinimum: 0,
      exclusiveMaximum: 0.5,
      description: 'How often, at most, a difference as large as `margin` may be missed.',
    }),
  },
  {
    $id: 'SequentialStop',
    additionalProperties: false,
    description:
      'A match ends as soon as its closed boards, in the order of the schedule, show that one is better, or that both are equal ' +
      'within the margin.',
  },
);

export type SequentialStop = Static<typeof SequentialStop>;

/** The match so far. */
export interface Match {
  first: number;
  second: number;
  stop: SequentialStop;
  /** in schedule order */
  boards: readonly { board: number; closed: boolean }[];
  results: readonly Result[];
}

/** What can be said, and after how many boards: those on which it rests, or, without a verdict, those that were looked at. */
export interface Finding {
  verdict: Verdict | null;
  boards: number;
}

/**
 * Tells which of two entries is better, as soon as it can be told. It looks at boards in schedule order and stops at the first that is
 * not closed, so that it does not matter which games finish first; of each board it takes the mean difference of the two shares
 * over the games that were played.
 */
export function sequentialTest(match: Match): Finding {
  const test = new SequentialTest(match.stop);
  for (const difference of differencesOf(match)) {
    const verdict = test.settle(difference);
    if (verdict !== null) return { verdict, boards: test.boards };
  }
  return { verdict: null, boards: test.boards };
}

/**
 * Four bets run along, each of which cannot gain in the long run where its claim is wrong: that the first is better (against a
 * difference of 0 or less), that the second is, that the first is not better by the margin, and that the second is not. A bet that has
 * multiplied its stake by 2/alpha, or 1/beta for the last two, has shown its claim; `equal` needs both of the last two. By Ville's
 * inequality a wrong claim gets there at most that rarely, however often one looks, whatever the distribution of the shares.
 */
export class SequentialTest {
  readonly #stop: SequentialStop;
  readonly #first: Bet;
  readonly #second: Bet;
  readonly #notFirst: Bet;
  readonly #notSecond: Bet;
  #boards = 0;

  constructor(stop: SequentialStop) {
    this.#stop = stop;
    this.#first = new Bet(0, stop.margin);
    this.#second = new Bet(0, stop.margin);
    this.#notFirst = new Bet(-stop.margin, stop.margin);
    this.#notSecond = new Bet(-stop.margin, stop.margin);
  }

  /** That were settled. */
  get boards(): number {
    return this.#boards;
  }

  /** The next board, with what the first won more on it than the second, −1 to 1; what can be said by now. */
  settle(difference: number): Verdict | null {
    this.#boards++;
    this.#first.settle(difference);
    this.#second.settle(-difference);
    this.#notFirst.settle(-difference);
    this.#notSecond.settle(difference);
    const { alpha, beta } = this.#stop;
    if (this.#first.reached(2 / alpha)) return 'firstBetter';
    if (this.#second.reached(2 / alpha)) return 'secondBetter';
    return this.#notFirst.reached(1 / beta) && this.#notSecond.reached(1 / beta) ? 'equal' : null;
  }
}

/** By board, up to the first that is not closed, leaving out those on which the two played no game. */
function differencesOf({ first, second, boards, results }: Match): number[] {
  const open = boards.findIndex(({ closed }) => !closed);
  const played = new Map<number, number[]>();
  for (const result of inScheduleOrder(results)) {
    const [one, two] = [result.entries.indexOf(first), result.entries.indexOf(second)];
    if (result.counted !== 'played' || one < 0 || two < 0) continue;
    const shares = earnedShares(result);
    const difference = (shares[one] ?? 0) - (shares[two] ?? 0);
    played.set(result.board, [...(played.get(result.board) ?? []), difference]);
  }
  return boards.slice(0, open < 0 ? boards.length : open).flatMap(({ board }) => {
    const games = played.get(board);
    return games === undefined ? [] : [games.reduce((sum, game) => sum + game, 0) / games.length];
  });
}

/** Of the evidence that could be lost by one board, at most so much is put at risk. */
const MOST_AT_RISK = 0.5;

/**
 * A bet that the mean of what comes is above a number. The part that is put at risk follows from what came before alone; it is the one
 * that lets the stake grow fastest if the rest is like that, and at least the one for an edge of the margin.
 */
class Bet {
  readonly #against: number;
  readonly #margin: number;
  #stake = 1;
  #highest = 1;
  // a few boards that nobody has seen, so that the first ones do not carry it away
  #boards = 5;
  #gains: number;
  #squares = 2.5;

  constructor(against: number, margin: number) {
    this.#against = against;
    this.#margin = margin;
    this.#gains = this.#boards * margin;
  }

  /** `difference`: −1 to 1. */
  settle(difference: number): void {
    const edge = Math.max(this.#margin, this.#gains / this.#boards);
    const risk = Math.min(MOST_AT_RISK, (edge * this.#boards) / this.#squares);
    const gain = difference - this.#against;
    this.#stake *= 1 + risk * gain;
    this.#highest = Math.max(this.#highest, this.#stake);
    this.#boards++;
    this.#gains += gain;
    this.#squares += gain * gain;
  }

  reached(multiple: number): boolean {
    return this.#highest >= multiple;
  }
}

/** Ends of an interval are multiples of one part of so many. */
const STEPS = 500;

/**
 * The mean differences that are left after these boards: each against which the bets of the sequential test do not reach 2/alpha, on
 * neither side. The true one is among them but for a part of alpha, however often one looks; 0 is not where one is shown to be better.
 */
export function differenceInterval(differences: readonly number[], { alpha, margin }: SequentialStop): Interval {
  const left = (step: number) => !isExcluded(step / STEPS, differences, alpha, margin);
  let [low, high] = [-STEPS, STEPS];
  while (low < STEPS && !left(low)) low++;
  while (high > low && !left(high)) high--;
  return { low: rounded(low / STEPS, 3), high: rounded(high / STEPS, 3) };
}

function isExcluded(mean: number, differences: readonly number[], alpha: number, margin: number): boolean {
  const [above, below] = [new Bet(mean, margin), new Bet(-mean, margin)];
  for (const difference of differences) {
    above.settle(difference);
    below.settle(-difference);
    if (above.reached(2 / alpha) || below.reached(2 / alpha)) return true;
  }
  return false;
}
