import { useEffect, useState } from 'preact/hooks';

/** A value that is watched. */
export class Store<T> {
  #value: T;
  readonly #watchers = new Set<() => void>();

  constructor(value: T) {
    this.#value = value;
  }

  get value(): T {
    return this.#value;
  }

  set(value: T): void {
    if (Object.is(value, this.#value)) return;
    this.#value = value;
    for (const watcher of this.#watchers) watcher();
  }

  /** Some fields of a value that is a record. */
  patch(changes: Partial<T>): void {
    this.set({ ...this.#value, ...changes });
  }

  /** Calls `watcher` after each change, until the function that it returns is called. */
  watch(watcher: () => void): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }
}

/** The value as it is now; what is drawn with it is drawn again whenever it changes. */
export function useStore<T>(store: Store<T>): T {
  const [, redraw] = useState({});
  useEffect(() => {
    redraw({}); // it may have changed between the first drawing and now
    return store.watch(() => redraw({}));
  }, [store]);
  return store.value;
}
