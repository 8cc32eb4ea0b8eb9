// After an upgrade of the service an open page asks for parts that are gone, which the new page has; and while the service is away
// for parts that do not come.
import { choicesUnderWay } from './api.ts';
import { isInMemoryOnly } from './session.ts';
import { tabStorage } from './storage.ts';
import { Store } from './store.ts';

const KEY = 'croupier reloaded';
/** Two servers of different versions behind one address would make it reload for ever. */
const AGAIN_MS = 30_000;
const PAUSE_MS = 2_000;

/** Whether a part of the page cannot be had, and the page is loaded anew as soon as the service answers. */
export const waitsForPart = new Store(false);

/** Loads the page anew, once, when a part of it cannot be loaded. */
export function reloadAfterUpgrade(): void {
  addEventListener('vite:preloadError', (event) => {
    const last = Number(tabStorage.read(KEY));
    // a page that is kept nowhere would forget its player, and how often it was loaded
    if (!tabStorage.keeps || isInMemoryOnly() || Date.now() - last < AGAIN_MS) return;
    event.preventDefault(); // whoever waits for the part goes on waiting until the page is loaded anew
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

/** A choice that is being sent would be lost with the page. */
function untilSent(): Promise<void> {
  return new Promise((resolve) => {
    const look = () => choicesUnderWay.value === 0 && resolve();
    choicesUnderWay.watch(look);
    look();
  });
}

/** The service gives its page again: the same one after it was away, or a newer one. */
async function untilAnswered(): Promise<void> {
  for (;;) {
    const answer = await fetch('./', { headers: { accept: 'text/html' }, cache: 'no-store' }).catch(() => null);
    if (answer?.ok === true) return;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}
