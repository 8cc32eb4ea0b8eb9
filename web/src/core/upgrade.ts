// After an upgrade of the service, an open page requests chunks that no longer exist. Then the page is loaded again.
import { choicesUnderWay } from './api.ts';
import { isInMemoryOnly } from './session.ts';
import { tabStorage } from './storage.ts';
import { Store } from './store.ts';

const KEY = 'croupier reloaded';
/** Prevents endless reloads if two versions of the server have one address. */
const AGAIN_MS = 30_000;
const PAUSE_MS = 2_000;

export const waitsForPart = new Store(false);

export function reloadAfterUpgrade(): void {
  addEventListener('vite:preloadError', (event) => {
    const last = Number(tabStorage.read(KEY));
    // without storage, a reload would lose the player and the time of the last reload
    if (!tabStorage.keeps || isInMemoryOnly() || Date.now() - last < AGAIN_MS) return;
    event.preventDefault(); // the code that waits for the chunk waits until the reload
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

/** Waits, because a reload would lose a choice that is being sent. */
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
