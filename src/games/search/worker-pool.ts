import { Worker } from 'node:worker_threads';
import type { ActionShape } from '#rules/kernel/ruleset.ts';
import type { Par } from '#rules/kernel/search/par.ts';
import { threadFile } from '../../places.ts';
import { FairQueue, type Share } from '../runtime/fair-queue.ts';
import type { DealsAnswer, DealsQuestion, ParQuestion, Thought } from './worker.ts';

const WORKER = threadFile('search');

interface Waiting {
  /** made when a thread is free for it: it may be large */
  ask(): Thought | ParQuestion | DealsQuestion;
  resolve(answer: unknown): void;
  reject(error: unknown): void;
}

/** Threads in which bots think at length, and pars and the worth of options are worked out, so that nobody waits for them who has only a question. */
export class SearchWorkerPool {
  readonly #most: number;
  readonly #waiting = new FairQueue<Waiting>();
  readonly #idle: Worker[] = [];
  readonly #all = new Set<Worker>();
  #stopped = false;

  constructor(most: number) {
    this.#most = most;
  }

  /** The action that a search chooses; when every thread is busy, questions wait for the turn of whoever they are asked for. */
  think(ask: () => Thought, share: Share): Promise<ActionShape> {
    return this.#answerTo(ask, share) as Promise<ActionShape>;
  }

  /** The par of a game that its open seed gives, in turn with the questions above; null where it has none. */
  par(question: ParQuestion, share: Share): Promise<Par | null> {
    return this.#answerTo(() => question, share) as Promise<Par | null>;
  }

  /** What options are worth in some deals. Whoever asks at leisure waits until no other question does. */
  deals(question: DealsQuestion, share: Share): Promise<DealsAnswer> {
    return this.#answerTo(() => question, share) as Promise<DealsAnswer>;
  }

  #answerTo(ask: Waiting['ask'], share: Share): Promise<unknown> {
    if (this.#stopped) return Promise.reject(new Error('the search workers have stopped'));
    return new Promise((resolve, reject) => {
      this.#waiting.add({ ask, resolve, reject }, share);
      this.#next();
    });
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    for (const { reject } of this.#waiting.drain()) reject(new Error('the search workers have stopped'));
    await Promise.all([...this.#all].map((worker) => worker.terminate()));
  }

  #next(): void {
    if (this.#waiting.isEmpty) return;
    const worker = this.#idle.pop() ?? this.#another();
    if (worker === null) return;
    const { ask, resolve, reject } = this.#waiting.next() as Waiting;
    const settle = (done: () => void) => {
      worker.off('message', answer).off('error', fail).off('exit', fail);
      done();
      this.#next();
    };
    const answer = (answered: unknown) => {
      settle(() => {
        this.#idle.push(worker);
        resolve(answered);
      });
    };
    const fail = (reason: unknown) => {
      settle(() => {
        this.#all.delete(worker);
        reject(reason instanceof Error ? reason : new Error('a thinker ended in the middle of a thought'));
      });
    };
    worker.on('message', answer).on('error', fail).on('exit', fail);
    try {
      worker.postMessage(ask());
    } catch (error) {
      settle(() => {
        this.#idle.push(worker);
        reject(error);
      });
    }
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
