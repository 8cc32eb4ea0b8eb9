export interface Share {
  owner: string;
  withPeople: boolean;
  isLowPriority?: boolean;
}

/** Returns work for games with people first, then for games of bots, then low-priority work. Owners take turns. */
export class FairQueue<T> {
  /** by lane (people, bots, low priority) and owner: items, oldest first; the owner whose turn is next comes first */
  readonly #lanes = [new Map<string, T[]>(), new Map<string, T[]>(), new Map<string, T[]>()] as const;

  add(item: T, { owner, withPeople, isLowPriority = false }: Share): void {
    const [people, bots, leisure] = this.#lanes;
    const lane = isLowPriority ? leisure : withPeople ? people : bots;
    const waiting = lane.get(owner);
    if (waiting === undefined) lane.set(owner, [item]);
    else waiting.push(item);
  }

  get isEmpty(): boolean {
    return this.#lanes.every((lane) => lane.size === 0);
  }

  next(): T | undefined {
    const lane = this.#lanes.find(({ size }) => size > 0);
    return lane && takeFrom(lane);
  }

  *drain(): Generator<T> {
    for (let item = this.next(); item !== undefined; item = this.next()) yield item;
  }
}

function takeFrom<T>(lane: Map<string, T[]>): T | undefined {
  const [first] = lane;
  if (first === undefined) return undefined;
  const [owner, waiting] = first;
  const item = waiting.shift();
  lane.delete(owner);
  if (waiting.length > 0) lane.set(owner, waiting);
  return item;
}

const STRETCH_MS = 0.5;

/** Lets long work pause between steps. Only one paused task continues at a time: hundreds would block the server. */
export class TimeSlicer {
  #until = 0;
  readonly #waiting: (() => void)[] = [];

  async pause(): Promise<void> {
    if (performance.now() < this.#until) return;
    await new Promise<void>((resolve) => {
      this.#waiting.push(resolve);
      if (this.#waiting.length === 1) setImmediate(() => this.#goOn());
    });
  }

  #goOn(): void {
    this.#until = performance.now() + STRETCH_MS;
    this.#waiting.shift()?.();
    if (this.#waiting.length > 0) setImmediate(() => this.#goOn());
  }
}

export class Semaphore {
  readonly #waiting: (() => void)[] = [];
  #places: number;

  constructor(places: number) {
    this.#places = places;
  }

  async pass<T>(work: () => Promise<T>): Promise<T> {
    if (this.#places === 0) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#places--;
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#places++;
      else next();
    }
  }
}

/** Rejects when the signal aborts. The work itself continues. */
export function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
    if (signal.aborted) abort();
  });
}
