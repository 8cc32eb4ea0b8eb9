import type { ServerClock } from '../../src/store/game-rows.ts';

/** The clock of all servers. Each reading is different, so that each change has its own time. */
export class Calendar implements ServerClock {
  #aheadMs: number;
  #lastMs = 0;

  constructor(start: Date) {
    this.#aheadMs = start.getTime() - performance.now();
  }

  now(): Date {
    this.#lastMs = Math.max(this.#lastMs + 1, Math.floor(performance.now() + this.#aheadMs));
    return new Date(this.#lastMs);
  }

  moveBy(ms: number): void {
    this.#aheadMs += ms;
  }
}
