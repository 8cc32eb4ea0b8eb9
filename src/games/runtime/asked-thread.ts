import { Worker } from 'node:worker_threads';

/** The thread has stopped with the service: who asked should ask another server, or this one when it is back. */
export class ThreadStopped extends Error {
  override name = 'ThreadStopped';
}

/**
 * A thread for what takes seconds: begun when it is first asked, again when it has ended by itself, and to be asked one
 * question after another.
 */
export class AskedThread<Question, Answers> {
  readonly #file: URL;
  readonly #what: string;
  readonly #onLoss: () => void;
  #worker: Worker | null = null;
  #stopped = false;

  /**
   * `file`: the worker, beside the module that asks it; `what` it does, for messages. `onLoss` is called when the thread has ended by
   * itself, and with it all that it kept.
   */
  constructor(file: URL, what: string, onLoss: () => void = () => {}) {
    this.#file = file;
    this.#what = what;
    this.#onLoss = onLoss;
  }

  /** Rejects with `ThreadStopped` once it has been stopped, also for what it was asked before. */
  ask<Answer extends Answers>(question: Question): Promise<Answer> {
    if (this.#stopped) return Promise.reject(this.#hasStopped());
    const worker = this.#worker ?? new Worker(this.#file, { execArgv: [] });
    this.#worker = worker;
    worker.unref();
    return new Promise((resolve, reject) => {
      const settle = (done: () => void) => {
        worker.off('message', answer).off('error', fail).off('exit', fail);
        done();
      };
      const answer = (found: Answer) => settle(() => resolve(found));
      const fail = (reason: unknown) => {
        settle(() => {
          this.#worker = null;
          if (this.#stopped) return reject(this.#hasStopped());
          this.#onLoss();
          reject(reason instanceof Error ? reason : new Error(`the thread for ${this.#what} ended at work`));
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

  #hasStopped(): ThreadStopped {
    return new ThreadStopped(`the thread for ${this.#what} has stopped`);
  }
}
