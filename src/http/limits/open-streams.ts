/** Counts the open streams of each caller, so that nobody takes them all. */
export class OpenStreams {
  readonly #most: number;
  readonly #open = new Map<string, number>();
  #size = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get size(): number {
    return this.#size;
  }

  /** Takes a place; to be given back with the returned function. Null: the caller has as many as they may. */
  take(caller: string): (() => void) | null {
    const open = this.#open.get(caller) ?? 0;
    if (open >= this.#most) return null;
    this.#open.set(caller, open + 1);
    this.#size++;
    return () => {
      const now = (this.#open.get(caller) ?? 1) - 1;
      if (now === 0) this.#open.delete(caller);
      else this.#open.set(caller, now);
      this.#size--;
    };
  }
}
