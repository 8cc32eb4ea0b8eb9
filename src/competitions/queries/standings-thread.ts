import { Worker } from 'node:worker_threads';
import { Semaphore } from '../../games/runtime/semaphore.ts';
import { crossTable, packedCells } from '../../standings/cross-table.ts';
import type { Result, Standing, StandingsInput } from '../../standings/results.ts';
import { standings } from '../../standings/standings.ts';

/** A thread cannot run TypeScript: when this runs from source, the worker is that of the last build. */
const WORKER = new URL(
  import.meta.url.endsWith('.ts') ? '../../../dist/competitions/queries/standings-worker.js' : './standings-worker.js',
  import.meta.url,
);

/** What is asked of the thread. */
export type StandingsQuestion = { standings: StandingsInput } | { crossTable: Result[] };

/** So few entries and results are worked out at once, in a few milliseconds. */
const FEW = { entries: 32, results: 300 };

/** Works out standings and cross tables; those of many entries in a thread of its own, one after another, since they may take seconds. */
export class StandingsThread {
  readonly #turns = new Semaphore(1);
  #worker: Worker | null = null;
  #stopped = false;

  async standings(input: StandingsInput): Promise<Standing[]> {
    if (input.entries.length <= FEW.entries && input.results.length <= FEW.results) return standings(input);
    return this.#turns.pass(() => this.#ask<Standing[]>({ standings: input }));
  }

  /** The cells of everyone against everyone, packed. */
  async crossTable(results: readonly Result[]): Promise<Float64Array> {
    if (results.length <= FEW.results) return packedCells(crossTable(results));
    return this.#turns.pass(() => this.#ask<Float64Array>({ crossTable: results.map(bare) }));
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#worker?.terminate();
  }

  #ask<T>(question: StandingsQuestion): Promise<T> {
    if (this.#stopped) return Promise.reject(new Error('the thread for standings has stopped'));
    const worker = this.#worker ?? new Worker(WORKER, { execArgv: [] });
    this.#worker = worker;
    worker.unref();
    return new Promise((resolve, reject) => {
      const settle = (done: () => void) => {
        worker.off('message', answer).off('error', fail).off('exit', fail);
        done();
      };
      const answer = (found: T) => settle(() => resolve(found));
      const fail = (reason: unknown) => {
        settle(() => {
          this.#worker = null;
          reject(reason instanceof Error ? reason : new Error('the thread for standings ended at work'));
        });
      };
      worker.on('message', answer).on('error', fail).on('exit', fail);
      worker.postMessage(question);
    });
  }
}

/** Without what no table says of a game: it would be copied into the thread for nothing. */
function bare({ round, table, board, copy, entries, counted, shares, scores, noShows }: Result): Result {
  return { round, table, board, copy, entries, counted, shares, scores, noShows };
}
