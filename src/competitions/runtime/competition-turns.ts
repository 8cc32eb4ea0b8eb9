/** Who waits for the turn of one competition, and is called when it comes. */
interface Queue {
  /** the house: what it does no number of commands can hold up */
  house: (() => void)[];
  commands: (() => void)[];
}

/**
 * One change of a competition at a time within a process, so that none is worked out in vain. The house goes first, then
 * who came first.
 */
export class CompetitionTurns {
  readonly #queues = new Map<string, Queue>();

  async pass<T>(id: string, who: keyof Queue, work: () => Promise<T>): Promise<T> {
    const queue = this.#queues.get(id);
    if (queue === undefined) this.#queues.set(id, { house: [], commands: [] });
    else await new Promise<void>((resolve) => queue[who].push(resolve));
    try {
      return await work();
    } finally {
      this.#next(id);
    }
  }

  #next(id: string): void {
    const queue = this.#queues.get(id);
    const next = queue?.house.shift() ?? queue?.commands.shift();
    if (next === undefined) this.#queues.delete(id);
    else next();
  }
}
