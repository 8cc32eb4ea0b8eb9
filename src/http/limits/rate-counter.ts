import { LRUCache } from 'lru-cache';

interface Window {
  calls: number;
  /** when the next one begins, in milliseconds since 1970 */
  end: number;
}

/** Where a caller stands after a call. */
export interface Counted {
  isAllowed: boolean;
  remaining: number;
  /** seconds until the count begins anew, at least 1 */
  renewed: number;
}

const CALLERS_REMEMBERED = 100_000;

/**
 * Counts calls by caller: so many in each window, which begins with the caller's first call. One that costs more than a whole
 * window allows is served as the first of it. Of more callers than it
 * remembers, those that have been silent longest begin anew.
 */
export class RateCounter {
  readonly max: number;
  readonly seconds: number;
  readonly #windows = new LRUCache<string, Window>({ max: CALLERS_REMEMBERED });

  constructor(max: number, seconds: number) {
    this.max = max;
    this.seconds = seconds;
  }

  /** `cost`: how many calls this one counts for. */
  count(caller: string, now: number = Date.now(), cost = 1): Counted {
    const window = this.#windowOf(caller, now);
    window.calls += Math.min(cost, this.max);
    return {
      isAllowed: window.calls <= this.max,
      remaining: Math.max(0, this.max - window.calls),
      renewed: Math.max(1, Math.ceil((window.end - now) / 1000)),
    };
  }

  #windowOf(caller: string, now: number): Window {
    const begun = this.#windows.get(caller);
    if (begun !== undefined && begun.end > now) return begun;
    const window = { calls: 0, end: now + this.seconds * 1000 };
    this.#windows.set(caller, window);
    return window;
  }
}
