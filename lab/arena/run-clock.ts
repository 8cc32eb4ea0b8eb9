import type { HouseClock } from '../../src/store/contract/event-log.ts';

/** The time of a competition, which stands still while nothing runs: a run goes on where the last one was ended. */
export class RunClock implements HouseClock {
  readonly #from: number;
  readonly #start = performance.now();

  constructor(from: Date) {
    this.#from = from.getTime();
  }

  now(): Date {
    return new Date(this.#from + performance.now() - this.#start);
  }
}
