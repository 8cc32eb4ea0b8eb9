/** Lets those who ask for the same name go one after another, first come, first served. */
export class Turns {
  readonly #queues = new Map<string, Promise<void>>();

  /** Resolves when all earlier turns of the name have ended. The turn is to be ended with the returned function. */
  async take(name: string): Promise<() => void> {
    const before = this.#queues.get(name);
    let end = () => {};
    const mine = new Promise<void>((resolve) => {
      end = resolve;
    });
    this.#queues.set(name, mine);
    await before;
    return () => {
      if (this.#queues.get(name) === mine) this.#queues.delete(name);
      end();
    };
  }
}
