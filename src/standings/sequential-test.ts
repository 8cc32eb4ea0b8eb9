import { earnedShares } from './earned-shares.ts';
import type { Result } from './results.ts';
import { inScheduleOrder } from './schedule-order.ts';

export type Verdict = 'firstBetter' | 'secondBetter' | 'equal';

/** What may go wrong how often, and what counts as a difference. */
export interface SequentialStop {
  /** a difference of mean shares that does not matter, above 0 and below 0.5 */
  margin: number;
  /** how often two who are equal may be told apart, above 0 and below 1 */
  alpha: number;
  /** how often two who differ by the margin or more may be called equal */
  beta: number;
}

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

/** Of the evidence that could be lost by one board, at most so much is put at risk. */
const MOST_AT_RISK = 0.5;

/**
 * Tells which of two entries is better, as soon as it can be told. It looks at boards in schedule order and stops at the first that is
 * not closed, so that it does not matter which games finish first; of each board it takes the mean difference of the two shares
 * over the games that were played.
 *
 * Four bets run along, each of which cannot gain in the long run where its claim is wrong: that the first is better (against a
 * difference of 0 or less), that the second is, that the first is not better by the margin, and that the second is not. A bet that has
 * multiplied its stake by 2/alpha, or 1/beta for the last two, has shown its claim; `equal` needs both of the last two. By Ville's
 * inequality a wrong claim gets there at most that rarely, however often one looks, whatever the distribution of the shares.
 */
export function sequentialTest(match: Match): Finding {
  const { alpha, beta, margin } = match.stop;
  const first = new Bet(0, margin);
  const second = new Bet(0, margin);
  const notFirst = new Bet(-margin, margin);
  const notSecond = new Bet(-margin, margin);
  let looked = 0;
  for (const difference of differencesOf(match)) {
    looked++;
    first.settle(difference);
    second.settle(-difference);
    notFirst.settle(-difference);
    notSecond.settle(difference);
    if (first.reached(2 / alpha)) return { verdict: 'firstBetter', boards: looked };
    if (second.reached(2 / alpha)) return { verdict: 'secondBetter', boards: looked };
    if (notFirst.reached(1 / beta) && notSecond.reached(1 / beta)) return { verdict: 'equal', boards: looked };
  }
  return { verdict: null, boards: looked };
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
