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
