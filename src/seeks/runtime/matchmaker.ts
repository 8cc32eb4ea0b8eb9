import { setTimeout as sleep } from 'node:timers/promises';
import { LISTS, SEEKS, type Subscriptions } from '../../games/runtime/subscriptions.ts';
import type { HouseClock } from '../../store/contract/event-log.ts';
import { StoreUnavailable } from '../../store/contract/failures.ts';
import type { SeekStore } from '../../store/contract/seeks.ts';
import type { LookedAt } from './pairing-look.ts';

interface MatchmakerParts {
  seeks: SeekStore;
  clock: HouseClock;
  subscriptions: Subscriptions;
  /** pairs who can be paired, but for seeks of these fits */
  look(leftAlone: ReadonlySet<string>): Promise<LookedAt>;
  onTrouble(error: unknown): void;
}

const LOOK_EVERY_MS = 1_000;
/** Between two looks there is as much time as the look took, within these bounds: others have to be served, too. */
const PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 200;
/** A fit in which something failed is left alone for so long, or one that is broken would keep the house busy. */
const LEFT_ALONE_MS = 60_000;
const FORGET_EVERY_MS = 60 * 60 * 1000;
/** So long seeks are kept that are over. */
const KEPT_MS = 7 * 24 * 60 * 60 * 1000;
const FORGOTTEN_AT_ONCE = 1_000;

/**
 * Pairs those who seek. All that is to be done follows from what the database holds, and what one server does the others
 * find done: it does not matter which of them pairs, nor whether two try at once.
 */
export class Matchmaker {
  readonly #parts: MatchmakerParts;
  readonly #leftAlone = new Map<string, number>();
  #running: Promise<void> | null = null;
  #stopped = false;
  /** ends the rest between two looks */
  #rest = new AbortController();
  #isAny = false;
  #waiting = 0;
  #lookedAt = 0;
  #forgetAt = 0;

  constructor(parts: MatchmakerParts) {
    this.#parts = parts;
    parts.subscriptions.listen(SEEKS, () => this.#rest.abort());
    // a game that is over makes room for another
    parts.subscriptions.listen(LISTS, () => this.#isAny && this.#rest.abort());
  }

  /** Pairs from now on. */
  direct(): void {
    this.#lookedAt = performance.now();
    this.#running ??= this.#lookOn();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#rest.abort();
    await this.#running;
  }

  /** To be called when pairing failed in a fit. */
  trouble(fit: string): void {
    this.#leftAlone.set(fit, performance.now() + LEFT_ALONE_MS);
  }

  /** How many fits are left alone, as pairing failed in them. */
  get stuck(): number {
    return this.#leftAlone.size;
  }

  /** How many seeks could play one more game when it was last looked; 0 where others pair. */
  get waiting(): number {
    return this.#waiting;
  }

  /** For how long nothing was looked at, in milliseconds; 0 where others pair. */
  get lagMs(): number {
    return this.#running === null || this.#stopped ? 0 : performance.now() - this.#lookedAt;
  }

  async #lookOn(): Promise<void> {
    while (!this.#stopped) {
      this.#rest = new AbortController(); // what happens while it is looked leads to another look
      const from = performance.now();
      const nextMs = await this.#look();
      const spent = performance.now() - from;
      if (!this.#stopped) await sleep(Math.min(LONGEST_PAUSE_MS, Math.max(PAUSE_MS, spent)));
      await sleep(Math.max(0, nextMs - spent), undefined, { signal: this.#rest.signal }).catch(() => {});
    }
  }

  /** In how many milliseconds to look again, whatever happens. */
  async #look(): Promise<number> {
    try {
      const now = performance.now();
      for (const [fit, until] of this.#leftAlone) if (until <= now) this.#leftAlone.delete(fit);
      const looked = await this.#parts.look(new Set(this.#leftAlone.keys()));
      this.#isAny = looked.isAny;
      this.#waiting = looked.withRoom;
      await this.#forget();
      this.#lookedAt = performance.now();
      return looked.begun > 0 ? 0 : Math.min(looked.nextMs, LOOK_EVERY_MS);
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) this.#parts.onTrouble(error);
      return LOOK_EVERY_MS;
    }
  }

  async #forget(): Promise<void> {
    if (performance.now() < this.#forgetAt) return;
    const { seeks, clock } = this.#parts;
    const before = new Date(clock.now().getTime() - KEPT_MS);
    const forgotten = await seeks.forget(before, FORGOTTEN_AT_ONCE);
    if (forgotten < FORGOTTEN_AT_ONCE) this.#forgetAt = performance.now() + FORGET_EVERY_MS;
  }
}
