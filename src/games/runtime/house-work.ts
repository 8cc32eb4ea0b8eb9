import { FairQueue, type Share } from './fair-queue.ts';

/** What is under way waits mostly for the database; what begins takes the processor. */
const MOST_UNDER_WAY = 16;

/** Does the work of the house in fair order, beginning one piece in each turn of the event loop. */
export class HouseWork {
  readonly #queue = new FairQueue<() => Promise<void>>();
  #underWay = 0;
  #isBeginning = false;

  /** What comes of the work, when it is done; it must not reject. */
  do<T>(work: () => Promise<T>, share: Share): Promise<T> {
    return new Promise((resolve) => {
      this.#queue.add(async () => resolve(await work()), share);
      this.#beginSoon();
    });
  }

  #beginSoon(): void {
    if (this.#isBeginning || this.#underWay >= MOST_UNDER_WAY) return;
    this.#isBeginning = true;
    setImmediate(() => {
      this.#isBeginning = false;
      const work = this.#queue.next();
      if (work === undefined) return;
      this.#underWay++;
      void work().finally(() => {
        this.#underWay--;
        this.#beginSoon();
      });
      this.#beginSoon();
    });
  }
}
