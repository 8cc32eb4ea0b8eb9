/** For whom work is done. */
export interface Share {
  /** whoever has it done: work of one owner waits behind their own */
  owner: string;
  /** whether people sit in the game; their work comes first */
  withPeople: boolean;
  /** whether it is done only when nothing else waits */
  atLeisure?: boolean;
}

/** Work that waits: of games with people first, what has time last, and of each owner in turn, however much of it one has waiting. */
export class FairQueue<T> {
  /** the owners in the order of their turns, each with what waits, oldest first */
  readonly #withPeople = new Map<string, T[]>();
  readonly #ofBots = new Map<string, T[]>();
  readonly #atLeisure = new Map<string, T[]>();

  add(item: T, { owner, withPeople, atLeisure = false }: Share): void {
    const lane = atLeisure ? this.#atLeisure : withPeople ? this.#withPeople : this.#ofBots;
    const waiting = lane.get(owner);
    if (waiting === undefined) lane.set(owner, [item]);
    else waiting.push(item);
  }

  get isEmpty(): boolean {
    return this.#withPeople.size + this.#ofBots.size + this.#atLeisure.size === 0;
  }

  /** Takes what is next; undefined: nothing waits. */
  next(): T | undefined {
    return takeFrom(this.#withPeople) ?? takeFrom(this.#ofBots) ?? takeFrom(this.#atLeisure);
  }

  /** Takes all that waits. */
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
  if (waiting.length > 0) lane.set(owner, waiting); // behind all other owners
  return item;
}

/** So long may work go on before everything else has its turn. */
const STRETCH_MS = 0.5;

/**
 * Lets long work give way: whoever is at it pauses between two steps, and goes on at once or, when the stretch is
 * over, after whatever else the server has to do. Of all who wait then one goes on at a time: if hundreds began
 * together, the server would stand still for as long as all of their stretches take.
 */
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

/** Lets so many through at a time; the others wait for their turn, first come, first served. */
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
