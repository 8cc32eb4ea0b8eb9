import { LRUCache } from 'lru-cache';
import { LogDamaged } from './failures.ts';

const MOST_KEPT = 10_000;

/** Reports each damaged log once, until it is read well again. */
export class DamagedLogs {
  readonly #what: LogDamaged['what'];
  readonly #onDamage: (error: LogDamaged) => void;
  readonly #reported = new LRUCache<string, true>({ max: MOST_KEPT });

  constructor(what: LogDamaged['what'], onDamage: (error: LogDamaged) => void = () => {}) {
    this.#what = what;
    this.#onDamage = onDamage;
  }

  /** The error to throw. */
  found(id: string, how: string): LogDamaged {
    const error = new LogDamaged(this.#what, id, how);
    if (!this.#reported.has(id)) this.#onDamage(error);
    this.#reported.set(id, true);
    return error;
  }

  readWell(id: string): void {
    this.#reported.delete(id);
  }
}
