import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { ActionShape } from '../../kernel/ruleset.ts';
import type { Thought } from './worker.ts';

/** A thread cannot run TypeScript: when this runs from source, the worker is that of the last build. */
const WORKER = new URL(
  import.meta.url.endsWith('.ts') ? '../../../dist/games/search/worker.js' : './worker.js',
  import.meta.url,
);

interface Waiting {
  thought: Thought;
  resolve(action: ActionShape): void;
  reject(error: unknown): void;
}

/** Threads in which bots think at length, so that nobody waits for them who has only a question. */
export class SearchWorkerPool {
  readonly #most: number;
  readonly #waiting: Waiting[] = [];
  readonly #idle: Worker[] = [];
  readonly #all = new Set<Worker>();
  #stopped = false;

  /** One core is left for those who call. */
  constructor(most = Math.max(1, availableParallelism() - 1)) {
    this.#most = most;
  }

  /** The action that a search chooses; questions wait their turn when every thread is busy. */
  think(thought: Thought): Promise<ActionShape> {
    if (this.#stopped) return Promise.reject(new Error('the search workers have stopped'));
    return new Promise((resolve, reject) => {
      this.#waiting.push({ thought, resolve, reject });
      this.#next();
    });
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    for (const { reject } of this.#waiting.splice(0)) reject(new Error('the search workers have stopped'));
    await Promise.all([...this.#all].map((worker) => worker.terminate()));
  }

  #next(): void {
    if (this.#waiting.length === 0) return;
    const worker = this.#idle.pop() ?? this.#another();
    if (worker === null) return;
    const { thought, resolve, reject } = this.#waiting.shift() as Waiting;
    const settle = (done: () => void) => {
      worker.off('message', answer).off('error', fail).off('exit', fail);
      done();
      this.#next();
    };
    const answer = (action: ActionShape) => {
      settle(() => {
        this.#idle.push(worker);
        resolve(action);
      });
    };
    const fail = (reason: unknown) => {
      settle(() => {
        this.#all.delete(worker);
        reject(reason instanceof Error ? reason : new Error('a thinker ended in the middle of a thought'));
      });
    };
    worker.on('message', answer).on('error', fail).on('exit', fail);
    worker.postMessage(thought);
  }

  /** Null: there are as many as may be. */
  #another(): Worker | null {
    if (this.#all.size >= this.#most) return null;
    const worker = new Worker(WORKER, { execArgv: [] });
    worker.unref();
    this.#all.add(worker);
    return worker;
  }
}
