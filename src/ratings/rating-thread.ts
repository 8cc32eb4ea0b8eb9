import { Worker } from 'node:worker_threads';
import type { Comparison, HistoryPoint, RatedResult, RatingRow } from '../standings/rating-fit.ts';

/** A thread cannot run TypeScript: when this runs from source, the worker is that of the last build. */
const WORKER = new URL(
  import.meta.url.endsWith('.ts') ? '../../dist/ratings/rating-worker.js' : './rating-worker.js',
  import.meta.url,
);

/** What is asked of the thread, which keeps the results of the pools that it was told of. */
export type RatingQuestion =
  | { ask: 'add'; poolId: string; results: readonly RatedResult[] }
  | { ask: 'table'; poolId: string }
  | { ask: 'comparison'; poolId: string; one: string; other: string }
  | { ask: 'history'; poolId: string; participant: string; ms: number }
  | { ask: 'forget'; poolId: string };

/** What is answered to each. */
export interface RatingAnswer {
  /** how many games of the pool are kept, and how many play in them */
  add: { games: number; participants: number };
  /** the best first, and how long the fit took */
  table: { rows: RatingRow[]; ms: number };
  /** null: one of them has no game in the pool */
  comparison: Comparison | null;
  /** null: it takes longer than `ms`; asking again goes on from there */
  history: HistoryPoint[] | null;
  /** whether the pool was kept */
  forget: boolean;
}

/** The thread in which ratings are fitted: it may take seconds. To be asked one question after another. */
export class RatingThread {
  readonly #onLoss: () => void;
  #worker: Worker | null = null;
  #stopped = false;

  /** `onLoss` is called when the thread has ended by itself, and with it all that it kept. */
  constructor(onLoss: () => void) {
    this.#onLoss = onLoss;
  }

  ask<Q extends RatingQuestion>(question: Q): Promise<RatingAnswer[Q['ask']]> {
    if (this.#stopped) return Promise.reject(new Error('the thread for ratings has stopped'));
    const worker = this.#worker ?? new Worker(WORKER, { execArgv: [] });
    this.#worker = worker;
    worker.unref();
    return new Promise((resolve, reject) => {
      const settle = (done: () => void) => {
        worker.off('message', answer).off('error', fail).off('exit', fail);
        done();
      };
      const answer = (found: RatingAnswer[Q['ask']]) => settle(() => resolve(found));
      const fail = (reason: unknown) => {
        settle(() => {
          this.#worker = null;
          this.#onLoss();
          reject(reason instanceof Error ? reason : new Error('the thread for ratings ended at work'));
        });
      };
      worker.on('message', answer).on('error', fail).on('exit', fail);
      worker.postMessage(question);
    });
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#worker?.terminate();
  }
}
