import { setImmediate } from 'node:timers/promises';

interface Waiting<Ask, Answer> {
  ask: Ask;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

export interface BatcherOptions<Ask, Answer> {
  /** Answers all, in the order of the asks. */
  send(asks: Ask[]): Promise<Answer[]>;
  /** Whether an error may be the fault of a single ask, so that the others deserve another try without it. */
  mayBlameOne(error: unknown): boolean;
  /** Told of each batch that was answered: how many asks, how many milliseconds. */
  onSent?(size: number, ms: number): void;
  most: number;
}

/**
 * Many callers, one statement at a time: while one is in flight the next asks gather, and all of them travel together.
 * No timer adds to anybody's wait, and each ask is answered by a statement that was sent after it was made.
 */
export class Batcher<Ask, Answer> {
  readonly #options: BatcherOptions<Ask, Answer>;
  #waiting: Waiting<Ask, Answer>[] = [];
  #sending = false;

  constructor(options: BatcherOptions<Ask, Answer>) {
    this.#options = options;
  }

  ask(ask: Ask): Promise<Answer> {
    const { promise, resolve, reject } = withResolvers<Answer>();
    this.#waiting.push({ ask, resolve, reject });
    if (!this.#sending) this.#sendAll();
    return promise;
  }

  async #sendAll(): Promise<void> {
    this.#sending = true;
    await setImmediate(); // whatever is asked in this turn of the event loop travels together
    while (this.#waiting.length > 0) await this.#send(this.#waiting.splice(0, this.#options.most));
    this.#sending = false;
  }

  async #send(batch: Waiting<Ask, Answer>[]): Promise<void> {
    const start = performance.now();
    try {
      const answers = await this.#options.send(batch.map(({ ask }) => ask));
      this.#options.onSent?.(batch.length, performance.now() - start);
      if (answers.length !== batch.length) throw new Error(`${answers.length} answers to ${batch.length} asks`);
      for (const [i, { resolve }] of batch.entries()) resolve(answers[i] as Answer);
    } catch (error) {
      if (batch.length === 1 || !this.#options.mayBlameOne(error)) {
        for (const { reject } of batch) reject(error);
        return;
      }
      const half = Math.ceil(batch.length / 2);
      await this.#send(batch.slice(0, half));
      await this.#send(batch.slice(half));
    }
  }
}

function withResolvers<T>() {
  let resolve!: (value: T) => void;
  let reject!: (error: unknown) => void;
  const promise = new Promise<T>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  return { promise, resolve, reject };
}
