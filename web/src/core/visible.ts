/** Seven tabs with a stream each would stall a browser, which keeps six connections: what nobody looks at has none. */
const HIDDEN_MS = 3_000;

interface Sight {
  /** also right away, when the page is in sight */
  onShown(): void;
  onHidden(): void;
}

/**
 * Tells when the page comes into sight and when it has been out of it for a moment; until the function returned is called. When the
 * network goes or comes back it tells both at once: a stream of before may be dead without a sign.
 */
export function watchSight({ onShown, onHidden }: Sight): () => void {
  let isShown = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    clearTimeout(timer);
    if (document.visibilityState === 'visible') {
      if (!isShown) onShown();
      isShown = true;
    } else if (isShown) {
      timer = setTimeout(() => {
        isShown = false;
        onHidden();
      }, HIDDEN_MS);
    }
  };
  const lookAgain = () => {
    if (!isShown) return;
    onHidden();
    onShown();
  };
  document.addEventListener('visibilitychange', look);
  addEventListener('online', lookAgain);
  addEventListener('offline', lookAgain);
  look();
  return () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', look);
    removeEventListener('online', lookAgain);
    removeEventListener('offline', lookAgain);
  };
}

/** Runs something for as long as the page is in sight, and again when it comes back. What it waits for ends with the signal. */
export function whileVisible(run: (signal: AbortSignal) => Promise<void>): () => void {
  let running: AbortController | null = null;
  const stop = () => running?.abort();
  const stopWatching = watchSight({
    onShown() {
      running = new AbortController();
      const { signal } = running;
      run(signal).catch((error) => {
        if (!signal.aborted) throw error;
      });
    },
    onHidden: stop,
  });
  return () => {
    stopWatching();
    stop();
  };
}
