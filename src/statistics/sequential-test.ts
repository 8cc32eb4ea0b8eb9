import { type Static, Type } from '@sinclair/typebox';
import { rounded } from './numbers.ts';
import { earnedShares, type Interval, inScheduleOrder, type Result } from './results.ts';

export type Verdict = 'firstBetter' | 'secondBetter' | 'equal';

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
      description: 'The accepted risk of finding a difference between equal entries: 0.05 is one match in twenty.',
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

export interface Match {
  first: number;
  second: number;
  stop: SequentialStop;
  boards: readonly { board: number; closed: boolean }[];
  results: readonly Result[];
}

/** The finding of a test. `boards` is the number of boards tested until the decision, or until now. */
export interface Finding {
  verdict: Verdict | null;
  boards: number;
}

/** Tests the boards in the order of the schedule up to the first that is still open, so the order in which games end
 * makes no difference. A board counts with the mean difference of the shares in its games. */
export function sequentialTest(match: Match): Finding {
  const test = new SequentialTest(match.stop);
  for (const difference of differencesOf(match)) {
    const verdict = test.settle(difference);
    if (verdict !== null) return { verdict, boards: test.boards };
  }
  return { verdict: null, boards: test.boards };
}

/** Runs a bet on each of four claims: the first is better, the second is better, the first is not better by `margin`,
 * the second is not better by `margin`. Each of the first two claims is proved when its bet has multiplied its stake by
 * 2/alpha, each of the last two by 1/beta. A wrong claim is proved with at most the probability alpha/2 (or beta), no
 * matter how often the test is checked (Ville's inequality). */
export class SequentialTest {
  readonly #stop: SequentialStop;
  readonly #first: Bet;
  readonly #second: Bet;
  readonly #notFirst: Bet;
  readonly #notSecond: Bet;
  boards = 0;

  constructor(stop: SequentialStop) {
    this.#stop = stop;
    this.#first = new Bet(0, stop.margin);
    this.#second = new Bet(0, stop.margin);
    this.#notFirst = new Bet(-stop.margin, stop.margin);
    this.#notSecond = new Bet(-stop.margin, stop.margin);
  }

  /** Adds a board and returns the verdict if there is one. `difference`: first share minus second, −1 to 1. */
  settle(difference: number): Verdict | null {
    this.boards++;
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

/** The largest part of its stake that a bet can lose on one board. */
const MOST_AT_RISK = 0.5;

/** A bet uses earlier boards to choose which part of its stake to risk on the next board: the part that lets the stake
 * grow fastest if further boards are like them, but at least the part that suits a mean gain of `margin`. */
class Bet {
  readonly #against: number;
  readonly #margin: number;
  #stake = 1;
  #highest = 1;
  // begins as if there had been five boards, so that the first real ones do not count too much
  #boards = 5;
  #gains: number;
  #squares = 2.5;

  constructor(against: number, margin: number) {
    this.#against = against;
    this.#margin = margin;
    this.#gains = this.#boards * margin;
  }

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

/** The ends of an interval are multiples of 1/500. */
const STEPS = 500;

/** Returns the range of the differences that no bet has excluded by multiplying its stake by 2/alpha. With probability
 * 1 − alpha the range contains the true difference, no matter how often the range is computed. */
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
