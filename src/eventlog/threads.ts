import { Worker } from 'node:worker_threads';
import { FairQueue, type Share } from './queue.ts';

/** Thrown if the threads have stopped. The caller should ask another server, or this one after its next start. */
export class ThreadStopped extends Error {
  override name = 'ThreadStopped';
}

interface ThreadsParts {
  /** the program that a thread runs; it answers each message with one message */
  file: URL;
  what: string;
  /** the largest number of threads; 1 for a program that keeps state */
  most?: number;
  /** called when a thread has crashed and has lost its state */
  onLoss?: (() => void) | undefined;
}

interface Waiting<Question> {
  ask(): Question;
  resolve(answer: unknown): void;
  reject(error: unknown): void;
}

const OF_ALL: Share = { owner: '', withPeople: true };

/** Threads for work that takes seconds. They start when needed and are replaced after a crash. A thread answers one
 * question at a time. */
export class Threads<Question, Answers> {
  readonly #parts: ThreadsParts;
  readonly #waiting = new FairQueue<Waiting<Question>>();
  readonly #idle: Worker[] = [];
  readonly #all = new Set<Worker>();
  #stopped = false;

  constructor(parts: ThreadsParts) {
    this.#parts = parts;
  }

  /** Asks a thread. Calls `ask` for the question only when a thread is free, because questions may be large. Rejects
   * with `ThreadStopped` if `stop` is called before the answer. */
  ask<Answer extends Answers>(ask: () => Question, share = OF_ALL): Promise<Answer> {
    if (this.#stopped) return Promise.reject(this.#hasStopped());
    return new Promise((resolve, reject) => {
      this.#waiting.add({ ask, resolve: resolve as Waiting<Question>['resolve'], reject }, share);
      this.#next();
    });
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    for (const { reject } of this.#waiting.drain()) reject(this.#hasStopped());
    await Promise.all([...this.#all].map((worker) => worker.terminate()));
  }

  #next(): void {
    if (this.#waiting.isEmpty) return;
    const worker = this.#idle.pop() ?? this.#another();
    if (worker === null) return;
    const { ask, resolve, reject } = this.#waiting.next() as Waiting<Question>;
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
        if (this.#stopped) return reject(this.#hasStopped());
        this.#parts.onLoss?.();
        reject(reason instanceof Error ? reason : new Error(`the thread for ${this.#parts.what} ended at work`));
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

  #another(): Worker | null {
    const { file, most = 1 } = this.#parts;
    if (this.#all.size >= most) return null;
    const worker = new Worker(file, { execArgv: [] });
    worker.unref();
    this.#all.add(worker);
    return worker;
  }

  #hasStopped(): ThreadStopped {
    return new ThreadStopped(`the thread for ${this.#parts.what} has stopped`);
  }
}
