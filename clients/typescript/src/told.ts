/** Tells one thing after another until the signal aborts or there is nothing left to tell. Resolves then. */
type Teller<T> = (tell: (item: T) => void, signal: AbortSignal) => Promise<void>;

/**
 * What is told, one thing after another. It ends with the teller, or quietly when the signal aborts; what the teller throws is
 * thrown once all that came before it is taken. Whoever leaves the loop ends the teller.
 */
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
  telling.catch(() => {}); // thrown below, and nobody's when the loop was left
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
