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
  /** Whether the very same asks may succeed when they are sent again; never, when it is left out. */
  mayRetry?(error: unknown): boolean;
  /** What to tell who asked; the error as it is, when it is left out. */
  failure?(error: unknown): unknown;
  /** What to tell who asks after the end. */
  closed?(): Error;
  /** Told of each batch that was answered: how many asks, how many milliseconds. */
  onSent?(size: number, ms: number): void;
  most: number;
}

const MOST_TRIES = 5;

/**
 * Many callers, one statement at a time: while one is in flight the next asks gather, and all of them travel together.
 * No timer adds to anybody's wait, and each ask is answered by a statement that was sent after it was made.
 */
export class Batcher<Ask, Answer> {
  readonly #options: BatcherOptions<Ask, Answer>;
  #waiting: Waiting<Ask, Answer>[] = [];
  #sending: Promise<void> | null = null;
  #closed = false;

  constructor(options: BatcherOptions<Ask, Answer>) {
    this.#options = options;
  }

  ask(ask: Ask): Promise<Answer> {
    const { promise, resolve, reject } = withResolvers<Answer>();
    if (this.#closed) {
      reject(this.#options.closed?.() ?? new Error('nothing is sent any more'));
      return promise;
    }
    this.#waiting.push({ ask, resolve, reject });
    this.#sending ??= this.#sendAll();
    return promise;
  }

  /** Takes no more asks, and resolves when the last one is answered. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#sending;
  }

  async #sendAll(): Promise<void> {
    await setImmediate(); // whatever is asked in this turn of the event loop travels together
    while (this.#waiting.length > 0) await this.#send(this.#waiting.splice(0, this.#options.most));
    this.#sending = null;
  }

  async #send(batch: Waiting<Ask, Answer>[], tries = 1): Promise<void> {
    const { send, onSent, mayBlameOne, mayRetry, failure } = this.#options;
    const start = performance.now();
    try {
      const answers = await send(batch.map(({ ask }) => ask));
      onSent?.(batch.length, performance.now() - start);
      if (answers.length !== batch.length) throw new Error(`${answers.length} answers to ${batch.length} asks`);
      for (const [i, { resolve }] of batch.entries()) resolve(answers[i] as Answer);
    } catch (error) {
      if (tries < MOST_TRIES && mayRetry?.(error)) return this.#send(batch, tries + 1);
      if (batch.length === 1 || !mayBlameOne(error)) {
        const told = failure === undefined ? error : failure(error);
        for (const { reject } of batch) reject(told);
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
