/** Browsers allow six connections to a server, so hidden tabs close their streams after this time. */
const HIDDEN_MS = 3_000;

interface Sight {
  /** also called at once if the page is visible */
  onShown(): void;
  onHidden(): void;
}

/** Watches until the returned function is called. After a change of the network it calls `onHidden` and `onShown`,
 * because an old stream may be dead without an error. */
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

/** Calls `run` each time the page becomes visible. The signal aborts when the page is hidden. */
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
