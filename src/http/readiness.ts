import { setTimeout as sleep } from 'node:timers/promises';
import { type StoreTrouble, StoreUnavailable } from '../store/contract/failures.ts';
import type { Store } from '../store/contract/store.ts';

type Phase = 'starting' | 'serving' | 'stopping';

const ANSWER_MS = 1_000;

/** What keeps the service from serving. */
export type Hindrance = 'starting' | 'stopping' | 'clock' | StoreTrouble;

/** What looks after deadlines. */
interface Clockwork {
  readonly isRunning: boolean;
}

/**
 * Whether the service can serve: it has started, does not stop, its clocks run, and its database answers within a second
 * and takes changes.
 */
export class Readiness {
  readonly #store: Store;
  readonly #clockwork: Clockwork;
  #phase: Phase = 'starting';
  #asked: Promise<StoreTrouble | null> | null = null;

  constructor(store: Store, clockwork: Clockwork) {
    this.#store = store;
    this.#clockwork = clockwork;
  }

  /** The phases come in this order, and none comes back. */
  enter(phase: Exclude<Phase, 'starting'>): void {
    if (this.#phase !== 'stopping') this.#phase = phase;
  }

  get stopping(): boolean {
    return this.#phase === 'stopping';
  }

  /** What is in the way, or null. */
  async hindrance(): Promise<Hindrance | null> {
    const trouble = this.#phase === 'serving' ? await this.#databaseTrouble() : null;
    if (this.#phase !== 'serving') return this.#phase;
    if (trouble !== null) return trouble;
    return this.#clockwork.isRunning ? null : 'clock';
  }

  /** However many ask, the database is asked once at a time: one that hangs is not given more to do. */
  async #databaseTrouble(): Promise<StoreTrouble | null> {
    this.#asked ??= this.#store
      .ping()
      .then(
        () => null,
        (error) => (error instanceof StoreUnavailable ? error.trouble : 'unreachable'),
      )
      .finally(() => {
        this.#asked = null;
      });
    return Promise.race([this.#asked, sleep(ANSWER_MS, 'unreachable' as const, { ref: false })]);
  }
}
