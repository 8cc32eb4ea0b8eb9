import { type Static, Type } from '@sinclair/typebox';
import { earnedShares } from './earned-shares.ts';
import type { Result } from './results.ts';
import { inScheduleOrder } from './schedule-order.ts';
import { Bet } from './sequential-bet.ts';

export type Verdict = 'firstBetter' | 'secondBetter' | 'equal';

/** What may go wrong how often, and what counts as a difference. */
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
