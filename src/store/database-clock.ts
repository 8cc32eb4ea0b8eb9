import { setTimeout as sleep } from 'node:timers/promises';

/** How often a server compares its time with the database's. */
const EVERY_MS = 5_000;
/** So many comparisons count, of which the quickest is believed: it can be wrong by half its round trip at most. */
const COMPARISONS = 6;
const AT_FIRST = 3;

interface Comparison {
  aheadMs: number;
  roundTripMs: number;
}

/**
 * The time of the database, as far as it can be told without asking: how far it is ahead of a clock of this process that
 * nobody sets, compared at the start and every few seconds. All servers on one database so have one time.
 */
export class DatabaseClock {
  readonly #ask: () => Promise<number>;
  readonly #stopping = new AbortController();
  #comparisons: Comparison[] = [];
  #running: Promise<void> | null = null;
  /** how far the database is ahead of `performance.now()`: a bare number, since it is read for every entry of a log */
  aheadMs = Date.now() - performance.now();

  /** `ask`: the time of the database, in milliseconds since 1970. */
  constructor(ask: () => Promise<number>) {
    this.#ask = ask;
  }

  /** Compares a few times, then now and then until it is stopped. */
  async start(): Promise<void> {
    for (let n = 0; n < AT_FIRST; n++) await this.#compare();
    this.#running = this.#goOn();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  /** How far this machine's wall clock is ahead of the database's, in milliseconds. */
  get wallAheadMs(): number {
    return Date.now() - (performance.now() + this.aheadMs);
  }

  async #goOn(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await sleep(EVERY_MS, undefined, { ref: false, signal }).catch(() => {});
      // while the database is away, what was known of its clock goes on
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

  /** Whether the two differ by more than their round trips: the database's clock was set, or another database answers. */
  #isSetAnew({ aheadMs, roundTripMs }: Comparison): boolean {
    return this.#comparisons.some(
      (known) => Math.abs(known.aheadMs - aheadMs) > (known.roundTripMs + roundTripMs) / 2 + 1,
    );
  }
}
