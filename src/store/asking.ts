import { asStoreError, isUnavailable, withoutValues } from './failures.ts';
import { StoreUnavailable } from './store.ts';

const MOST_AT_ONCE = 512;

/** The one way to the database: every question is counted, so that closing waits for those that are under way. */
export class Asking {
  /** how questions of a kind travel together */
  readonly gathering = { most: MOST_AT_ONCE, mayBlameOne: (error: unknown) => !isUnavailable(error) };
  readonly #unanswered = new Set<Promise<unknown>>();
  #closed = false;

  async ask<T>(question: () => Promise<T>): Promise<T> {
    if (this.#closed) throw new StoreUnavailable('the store is closed');
    const answer = answered(question);
    this.#unanswered.add(answer);
    return answer.finally(() => this.#unanswered.delete(answer));
  }

  /** Takes no more questions, and resolves when the last one is answered. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.allSettled(this.#unanswered);
  }
}

async function answered<T>(question: () => Promise<T>): Promise<T> {
  try {
    return await question();
  } catch (error) {
    throw withoutValues(asStoreError(error));
  }
}
