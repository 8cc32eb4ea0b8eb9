import { StoreUnavailable } from '../contract/failures.ts';
import { asStoreError, isUnavailable, wasUndone, withoutValues } from './failures.ts';

const MOST_AT_ONCE = 512;

/** How asks of one kind travel together, whatever they ask. */
export const BATCHING = {
  most: MOST_AT_ONCE,
  mayBlameOne: (error: unknown) => !isUnavailable(error),
  mayRetry: wasUndone,
  failure: (error: unknown) => withoutValues(asStoreError(error)),
  closed: () => new StoreUnavailable('the store is closed'),
};

/** The way to the database of what does not travel together: every query is counted, so that closing waits for it. */
export class QueryTracker {
  #unanswered = 0;
  #closed = false;
  #onLastAnswer: (() => void) | null = null;

  ask<T>(question: () => PromiseLike<T>): Promise<T> {
    if (this.#closed) return Promise.reject(BATCHING.closed());
    this.#unanswered++;
    return new Promise<T>((resolve) => resolve(question())).then(
      (answer) => {
        this.#answered();
        return answer;
      },
      (error) => {
        this.#answered();
        throw BATCHING.failure(error);
      },
    );
  }

  /** Takes no more questions, and resolves when the last one is answered. */
  async close(): Promise<void> {
    this.#closed = true;
    if (this.#unanswered === 0) return;
    await new Promise<void>((resolve) => {
      this.#onLastAnswer = resolve;
    });
  }

  #answered(): void {
    this.#unanswered--;
    if (this.#unanswered === 0) this.#onLastAnswer?.();
  }
}
