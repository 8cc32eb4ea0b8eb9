// The only module that touches the storage of the browser, which may be full, blocked or absent. Nothing here throws: a value that
// the browser does not keep stays in memory until the page is closed.

interface Keeper {
  /** False: it kept nothing when the page was loaded. */
  keeps: boolean;
  /** The value that was written last; null if there is none, or what lies there was not written by a page of ours. */
  read(key: string): unknown;
  write(key: string, value: unknown): void;
  remove(key: string): void;
  /** True: the value is lost when the page is closed. */
  isInMemoryOnly(key: string): boolean;
}

/** As long as what a session takes. */
const PROBE = 'x'.repeat(500);

/** For all tabs of a browser. */
export const browserStorage = keeperIn(() => localStorage);

/** For one tab, also after it is loaded anew. */
export const tabStorage = keeperIn(() => sessionStorage);

/** `area`: throws where the storage is blocked. */
function keeperIn(area: () => Storage): Keeper {
  const memory = new Map<string, string>();
  const keeper: Keeper = {
    keeps: true,
    read(key) {
      try {
        return JSON.parse(memory.get(key) ?? area().getItem(key) ?? 'null');
      } catch {
        return null;
      }
    },
    write(key, value) {
      const text = JSON.stringify(value);
      try {
        area().setItem(key, text);
        memory.delete(key);
      } catch {
        keeper.remove(key); // the old value must not outlive the new one
        memory.set(key, text);
      }
    },
    remove(key) {
      memory.delete(key);
      try {
        area().removeItem(key);
      } catch {
        // there is none
      }
    },
    isInMemoryOnly: (key) => memory.has(key),
  };
  keeper.write('croupier probe', PROBE);
  keeper.keeps = !keeper.isInMemoryOnly('croupier probe');
  keeper.remove('croupier probe');
  return keeper;
}
