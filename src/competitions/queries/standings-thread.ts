import { Worker } from 'node:worker_threads';
import { Semaphore } from '../../games/runtime/semaphore.ts';
import type { Standing, StandingsInput } from '../../standings/results.ts';
import { standings } from '../../standings/standings.ts';

/** A thread cannot run TypeScript: when this runs from source, the worker is that of the last build. */
const WORKER = new URL(
  import.meta.url.endsWith('.ts') ? '../../../dist/competitions/queries/standings-worker.js' : './standings-worker.js',
  import.meta.url,
);

/** So few entries and results are worked out at once, in a few milliseconds. */
const FEW = { entries: 32, results: 300 };

/** Works out standings; those of many entries in a thread of its own, one after another, since they may take seconds. */
export class StandingsThread {
  readonly #turns = new Semaphore(1);
  #worker: Worker | null = null;
  #stopped = false;

  async standings(input: StandingsInput): Promise<Standing[]> {
    if (input.entries.length <= FEW.entries && input.results.length <= FEW.results) return standings(input);
    return this.#turns.pass(() => this.#ask(input));
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#worker?.terminate();
  }

  #ask(input: StandingsInput): Promise<Standing[]> {
    if (this.#stopped) return Promise.reject(new Error('the thread for standings has stopped'));
    const worker = this.#worker ?? new Worker(WORKER, { execArgv: [] });
    this.#worker = worker;
    worker.unref();
    return new Promise((resolve, reject) => {
      const settle = (done: () => void) => {
        worker.off('message', answer).off('error', fail).off('exit', fail);
        done();
      };
      const answer = (rows: Standing[]) => settle(() => resolve(rows));
      const fail = (reason: unknown) => {
        settle(() => {
          this.#worker = null;
          reject(reason instanceof Error ? reason : new Error('the thread for standings ended at work'));
        });
      };
      worker.on('message', answer).on('error', fail).on('exit', fail);
      worker.postMessage(input);
    });
  }
}
