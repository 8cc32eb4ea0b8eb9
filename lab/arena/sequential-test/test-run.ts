import { Worker } from 'node:worker_threads';
import { threadFile } from '../../../src/places.ts';
import { rounded } from '../../../src/statistics/numbers.ts';
import type { Interval } from '../../../src/statistics/results.ts';
import {
  differenceInterval,
  type SequentialStop,
  SequentialTest,
  type Verdict,
} from '../../../src/statistics/sequential-test.ts';
import type { TestedBoard } from './test-board.ts';
import type { TestBatch, TestShare } from './test-worker.ts';

export interface TestFinding {
  /** null: the test has not decided yet which policy is better */
  verdict: Verdict | null;
  boards: number;
  games: number;
  actions: number;
  /** the mean share of the win of each policy, 0 to 1 */
  shares: { first: number; second: number };
  /** the share of the first policy minus that of the second */
  difference: number;
  /** confidence interval of the difference: wrong with probability alpha at most, even if checked after each board */
  interval: Interval;
}

/** Accepts boards in any order and evaluates them in order of their numbers. Stops at the board that decides. */
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

  get boards(): number {
    return this.#settled.length;
  }

  /** The mean share of the win of the first policy minus that of the second, over all evaluated boards. */
  get meanDifference(): number {
    return this.#sum / Math.max(1, this.#settled.length);
  }

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

export interface PolicyTest extends Omit<TestShare, 'from'> {
  stop: SequentialStop;
}

/** Plays until the test decides, all boards are played, or `signal` aborts. More threads do not change the result. */
export async function testPolicies(
  { stop, ...share }: PolicyTest,
  signal: AbortSignal,
  looked: (run: TestRun) => void,
): Promise<TestFinding> {
  const run = new TestRun(stop);
  const threads = Array.from({ length: share.workers }, (_, i) => {
    return new Worker(threadFile('policyTest'), { workerData: { ...share, from: i + 1 } satisfies TestShare });
  });
  const stopAll = () => threads.map((thread) => thread.terminate());
  signal.addEventListener('abort', stopAll);
  if (signal.aborted) stopAll();
  const ends = threads.map((thread) => {
    return new Promise<void>((resolve, reject) => {
      thread.on('message', (batch: TestBatch) => {
        for (const [board, tested] of batch) run.take(board, tested);
        looked(run);
        if (run.verdict !== null) stopAll();
      });
      thread.on('error', reject);
      thread.on('exit', () => resolve());
    });
  });
  await Promise.all(ends).finally(stopAll);
  signal.removeEventListener('abort', stopAll);
  return run.finding();
}
