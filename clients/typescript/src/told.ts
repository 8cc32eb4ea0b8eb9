/** A function that calls `tell` for each item. It resolves when the signal aborts or nothing is left. */
type Teller<T> = (tell: (item: T) => void, signal: AbortSignal) => Promise<void>;

/** Turns a teller into a generator. It ends when the teller ends, or without an error when the signal aborts. An error
 * is thrown after the items before it. Leaving the loop stops the teller. */
export async function* told<T>(teller: Teller<T>, signal?: AbortSignal): AsyncGenerator<T, void, undefined> {
  const ended = new AbortController();
  let items: T[] = [];
  let isOver = false;
  let wake = () => {};
  const end = () => {
    ended.abort();
    wake();
  };
  if (signal?.aborted) return;
  signal?.addEventListener('abort', end, { once: true });
  const telling = teller((item) => {
    items.push(item);
    wake();
  }, ended.signal).finally(() => {
    isOver = true;
    wake();
  });
  telling.catch(() => {}); // the error is thrown below, or ignored if the loop was left
  try {
    while (!signal?.aborted) {
      const now = items;
      items = [];
      for (const item of now) {
        yield item;
        if (signal?.aborted) return;
      }
      if (items.length > 0) continue;
      if (isOver) return await telling;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  } finally {
    signal?.removeEventListener('abort', end);
    ended.abort();
  }
}
