// After an upgrade of the service an open page asks for parts that are gone. The new page has them.
const KEY = 'croupier reloaded';
/** Two servers of different versions behind one address would make it reload for ever. */
const AGAIN_MS = 30_000;

/** Loads the page anew, once, when a part of it cannot be loaded because the service has a newer page. */
export function reloadAfterUpgrade(): void {
  addEventListener('vite:preloadError', (event) => {
    const last = Number(sessionStorage.getItem(KEY) ?? 0);
    if (Date.now() - last < AGAIN_MS) return;
    event.preventDefault(); // whoever waits for the part goes on waiting while this is found out
    void isOld().then((old) => {
      if (!old) return;
      sessionStorage.setItem(KEY, String(Date.now()));
      location.reload();
    });
  });
}

/** Whether the service has another page than this one; false when it does not say. */
async function isOld(): Promise<boolean> {
  const mine = document.querySelector<HTMLScriptElement>('script[type=module]')?.src.split('/').at(-1) ?? '';
  try {
    const answer = await fetch('./', { headers: { accept: 'text/html' }, cache: 'no-store' });
    return answer.ok && !(await answer.text()).includes(mine);
  } catch {
    return false;
  }
}
