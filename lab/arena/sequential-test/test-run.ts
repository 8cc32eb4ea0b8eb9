import { rounded } from '../../../src/statistics/numbers.ts';
import type { Interval } from '../../../src/statistics/results.ts';
import {
  differenceInterval,
  type SequentialStop,
  SequentialTest,
  type Verdict,
} from '../../../src/statistics/sequential-test.ts';
import type { TestedBoard } from './test-board.ts';

/** What a sequential test of two has shown, and how the estimate stands. */
export interface TestFinding {
  /** null: nothing yet */
  verdict: Verdict | null;
  /** on which it rests */
  boards: number;
  games: number;
  actions: number;
  /** mean shares of the win, 0 to 1 */
  shares: { first: number; second: number };
  /** of the shares of the first and the second */
  difference: number;
  /** of the difference; it holds but for a part of alpha, however often one looks */
  interval: Interval;
}

/** Takes boards as they come, looks at them by number, and at none behind the one that decides. */
export class TestRun {
  readonly #stop: SequentialStop;
  readonly #test: SequentialTest;
  readonly #ahead = new Map<number, TestedBoard>();
  readonly #settled: TestedBoard[] = [];
  #sum = 0;
  #verdict: Verdict | null = null;

  constructor(stop: SequentialStop) {
    this.#stop = stop;
    this.#test = new SequentialTest(stop);
  }

  get verdict(): Verdict | null {
    return this.#verdict;
  }

  /** How many boards have been looked at. */
  get boards(): number {
    return this.#settled.length;
  }

  /** Of the shares of the first and the second, on the boards that have been looked at. */
  get meanDifference(): number {
    return this.#sum / Math.max(1, this.#settled.length);
  }

  /** Boards are numbered from 1. */
  take(number: number, board: TestedBoard): void {
    this.#ahead.set(number, board);
    for (;;) {
      const next = this.#ahead.get(this.#settled.length + 1);
      if (next === undefined || this.#verdict !== null) return;
      this.#settled.push(next);
      this.#ahead.delete(this.#settled.length);
      this.#sum += next.first - next.second;
      this.#verdict = this.#test.settle(next.first - next.second);
    }
  }

  finding(): TestFinding {
    const sum = (of: (board: TestedBoard) => number) => this.#settled.reduce((all, board) => all + of(board), 0);
    const mean = (of: (board: TestedBoard) => number) => rounded(sum(of) / Math.max(1, this.#settled.length), 4);
    const differences = this.#settled.map(({ first, second }) => first - second);
    return {
      verdict: this.#verdict,
      boards: this.#settled.length,
      games: sum(({ games }) => games),
      actions: sum(({ actions }) => actions),
      shares: { first: mean(({ first }) => first), second: mean(({ second }) => second) },
      difference: rounded(this.meanDifference, 4),
      interval: differenceInterval(differences, this.#stop),
    };
  }
}
