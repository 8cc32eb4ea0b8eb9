// After an upgrade of the service, an open page may request chunks that no longer exist. The page then reloads.
import { choicesUnderWay } from './api.ts';
import { isInMemoryOnly } from './session.ts';
import { tabStorage } from './storage.ts';
import { Store } from './store.ts';

const KEY = 'croupier reloaded';
/** The least time between two reloads. It prevents endless reloads if servers of two versions share an address. */
const AGAIN_MS = 30_000;
const PAUSE_MS = 2_000;

export const waitsForPart = new Store(false);

export function reloadAfterUpgrade(): void {
  addEventListener('vite:preloadError', (event) => {
    const last = Number(tabStorage.read(KEY));
    // without storage, a reload would lose the player and the time of the last reload
    if (!tabStorage.keeps || isInMemoryOnly() || Date.now() - last < AGAIN_MS) return;
    event.preventDefault(); // otherwise the code that waits for the chunk would fail before the reload
    if (waitsForPart.value) return;
    waitsForPart.set(true);
    void untilAnswered()
      .then(untilSent)
      .then(() => {
        tabStorage.write(KEY, Date.now());
        location.reload();
      });
  });
}

/** Waits until no choice is being sent, because a reload would lose it. */
function untilSent(): Promise<void> {
  return new Promise((resolve) => {
    const look = () => choicesUnderWay.value === 0 && resolve();
    choicesUnderWay.watch(look);
    look();
  });
}

async function untilAnswered(): Promise<void> {
  for (;;) {
    const answer = await fetch('./', { headers: { accept: 'text/html' }, cache: 'no-store' }).catch(() => null);
    if (answer?.ok === true) return;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}
