import { useEffect, useState } from 'preact/hooks';

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

  patch(changes: Partial<T>): void {
    this.set({ ...this.#value, ...changes });
  }

  watch(watcher: () => void): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }
}

export function useStore<T>(store: Store<T>): T {
  const [, redraw] = useState({});
  useEffect(() => {
    redraw({}); // the value may have changed since the first render
    return store.watch(() => redraw({}));
  }, [store]);
  return store.value;
}
