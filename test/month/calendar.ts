import type { HouseClock } from '../../src/store/game-rows.ts';

/** One time for all houses, which the test puts on by days. No two looks at it are alike, so that each change has a moment of its own. */
export class Calendar implements HouseClock {
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
