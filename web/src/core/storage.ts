// The only module that uses the browser's storage. If the storage is full, blocked or missing, values stay in memory,
// and no call throws.

interface Keeper {
  /** false: storage could not be used when the page was loaded */
  keeps: boolean;
  /** Returns the last value written; null: there is none, or another application wrote it. */
  read(key: string): unknown;
  write(key: string, value: unknown): void;
  remove(key: string): void;
  /** True if the value will be lost when the page is closed. */
  isInMemoryOnly(key: string): boolean;
}

/** This text is written to test the storage. It is about as long as a stored session. */
const PROBE = 'x'.repeat(500);

export const browserStorage = keeperIn(() => localStorage);

export const tabStorage = keeperIn(() => sessionStorage);

/** Wraps a storage of the browser. `area` throws if the browser blocks it. */
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
        keeper.remove(key); // the old value must not be read in place of the new one
        memory.set(key, text);
      }
    },
    remove(key) {
      memory.delete(key);
      try {
        area().removeItem(key);
      } catch {
        // there is no storage
      }
    },
    isInMemoryOnly: (key) => memory.has(key),
  };
  keeper.write('croupier probe', PROBE);
  keeper.keeps = !keeper.isInMemoryOnly('croupier probe');
  keeper.remove('croupier probe');
  return keeper;
}
