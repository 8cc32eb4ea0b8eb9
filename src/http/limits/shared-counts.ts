import type { Neighbours } from '../neighbours.ts';

/** How long what has changed waits to be told with whatever else changes. */
const TELL_MS = 100;

/**
 * Counts what is open, by name, in this process and in those beside it. What those have is known a moment late, so that
 * callers who come to several at once may get a few places more than there are.
 */
export class SharedCounts {
  readonly #own = new Map<string, number>();
  readonly #elsewhere = new Map<number, Map<string, number>>();
  readonly #untold = new Set<string>();
  readonly #topic: string;
  readonly #neighbours: Neighbours | null;

  constructor(topic: string, neighbours: Neighbours | null) {
    this.#topic = topic;
    this.#neighbours = neighbours;
    neighbours?.listen(topic, {
      hear: (counts, from) => this.#hear(counts as [string, number][], from),
      come: () => this.#tell(this.#own.keys()),
      go: (from) => this.#elsewhere.delete(from),
    });
  }

  at(name: string): number {
    let open = this.#own.get(name) ?? 0;
    for (const counts of this.#elsewhere.values()) open += counts.get(name) ?? 0;
    return open;
  }

  add(name: string, by: 1 | -1): void {
    set(this.#own, name, (this.#own.get(name) ?? 0) + by);
    if (this.#neighbours !== null) this.#tell([name]);
  }

  #hear(counts: [string, number][], from: number): void {
    const theirs = this.#elsewhere.get(from) ?? new Map<string, number>();
    for (const [name, open] of counts) set(theirs, name, open);
    this.#elsewhere.set(from, theirs);
  }

  #tell(names: Iterable<string>): void {
    const isFirst = this.#untold.size === 0;
    for (const name of names) this.#untold.add(name);
    if (!isFirst || this.#untold.size === 0) return;
    setTimeout(() => {
      this.#neighbours?.say(
        this.#topic,
        [...this.#untold].map((name) => [name, this.#own.get(name) ?? 0]),
      );
      this.#untold.clear();
    }, TELL_MS).unref();
  }
}

function set(counts: Map<string, number>, name: string, open: number): void {
  if (open === 0) counts.delete(name);
  else counts.set(name, open);
}
