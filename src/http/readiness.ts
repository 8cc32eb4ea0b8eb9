import { setTimeout as sleep } from 'node:timers/promises';
import type { Store } from '../store/contract/store.ts';

type Phase = 'starting' | 'serving' | 'stopping';

const ANSWER_MS = 1_000;

/** What keeps the service from serving. */
export type Hindrance = 'starting' | 'stopping' | 'database' | 'clock';

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
  #asked: Promise<boolean> | null = null;

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
    if (this.#phase === 'serving' && !(await this.#databaseAnswers())) return 'database';
    if (this.#phase !== 'serving') return this.#phase;
    return this.#clockwork.isRunning ? null : 'clock';
  }

  /** However many ask, the database is asked once at a time: one that hangs is not given more to do. */
  async #databaseAnswers(): Promise<boolean> {
    this.#asked ??= this.#store
      .ping()
      .then(
        () => true,
        () => false,
      )
      .finally(() => {
        this.#asked = null;
      });
    return Promise.race([this.#asked, sleep(ANSWER_MS, false, { ref: false })]);
  }
}
