import { StoreUnavailable } from '../contract/store.ts';
import { asStoreError, isUnavailable, withoutValues } from './failures.ts';

const MOST_AT_ONCE = 512;

/** The one way to the database: every question is counted, so that closing waits for those that are under way. */
export class QueryTracker {
  /** how questions of a kind travel together */
  readonly batching = { most: MOST_AT_ONCE, mayBlameOne: (error: unknown) => !isUnavailable(error) };
  #unanswered = 0;
  #closed = false;
  #onLastAnswer: (() => void) | null = null;

  /** Every read and every move passes here: no more promises than it takes. */
  ask<T>(question: () => PromiseLike<T>): Promise<T> {
    if (this.#closed) return Promise.reject(new StoreUnavailable('the store is closed'));
    this.#unanswered++;
    return new Promise<T>((resolve) => resolve(question())).then(
      (answer) => {
        this.#answered();
        return answer;
      },
      (error) => {
        this.#answered();
        throw withoutValues(asStoreError(error));
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
