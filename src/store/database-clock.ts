import { setTimeout as sleep } from 'node:timers/promises';

const EVERY_MS = 5_000;
/** The clock uses the fastest of this many latest comparisons: its error is at most half of its round trip. */
const COMPARISONS = 6;
const AT_FIRST = 3;

interface Comparison {
  aheadMs: number;
  roundTripMs: number;
}

/** Tells the database's time: the monotonic clock of this process plus an offset that is measured every few seconds. */
export class DatabaseClock {
  readonly #ask: () => Promise<number>;
  readonly #stopping = new AbortController();
  #comparisons: Comparison[] = [];
  #running: Promise<void> | null = null;
  /** The database's time minus `performance.now()`, in milliseconds. A plain field, because each log entry reads it. */
  aheadMs = Date.now() - performance.now();

  constructor(ask: () => Promise<number>) {
    this.#ask = ask;
  }

  async start(): Promise<void> {
    for (let n = 0; n < AT_FIRST; n++) await this.#compare();
    this.#running = this.#goOn();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  get wallAheadMs(): number {
    return Date.now() - (performance.now() + this.aheadMs);
  }

  async #goOn(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await sleep(EVERY_MS, undefined, { ref: false, signal }).catch(() => {});
      // keeps the last offset while the database is unavailable
      if (!signal.aborted) await this.#compare().catch(() => {});
    }
  }

  async #compare(): Promise<void> {
    const asked = performance.now();
    const there = await this.#ask();
    const answered = performance.now();
    const comparison = { aheadMs: there - (asked + answered) / 2, roundTripMs: answered - asked };
    if (this.#isSetAnew(comparison)) this.#comparisons = [];
    this.#comparisons = [...this.#comparisons, comparison].slice(-COMPARISONS);
    const quickest = this.#comparisons.reduce((best, each) => (each.roundTripMs < best.roundTripMs ? each : best));
    this.aheadMs = quickest.aheadMs;
  }

  /** True if two offsets differ by more than the round trips explain: a clock was set, or another database answers. */
  #isSetAnew({ aheadMs, roundTripMs }: Comparison): boolean {
    return this.#comparisons.some(
      (known) => Math.abs(known.aheadMs - aheadMs) > (known.roundTripMs + roundTripMs) / 2 + 1,
    );
  }
}
