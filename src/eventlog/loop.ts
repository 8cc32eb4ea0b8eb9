import { StoreUnavailable } from '../store/failures.ts';

interface LoopParts {
  /** as metrics and `/readyz` name it */
  name: string;
  /** Returns in how many milliseconds the next round begins if nothing wakes the loop; `everyMs` is the most. */
  round(): Promise<number>;
  everyMs: number;
  /** called for each round that fails */
  onError(error: unknown): void;
  /** when the oldest work began that no round waits for, by `performance.now()`; infinity: there is none */
  oldestWork?(): number;
  leftAlone?: LeftAlone;
}

/** Without a successful round for this long, a loop does not run. */
const SILENT_MS = 30_000;
const LEFT_ALONE_MS = 60_000;

/** Runs one round after another: in time, when it is woken, and again after one that fails. */
export class Loop {
  readonly #parts: LoopParts;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | null = null;
  #nextAt = Number.POSITIVE_INFINITY;
  #succeededAt = 0;
  #error: unknown = null;
  #isOn = false;

  constructor(parts: LoopParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#isOn = true;
    this.#error = null;
    this.#succeededAt = performance.now();
    this.#nextAt = this.#succeededAt;
    this.#setTimer();
  }

  /** Begins no other round, and waits for the one that is under way. */
  async stop(): Promise<void> {
    this.#isOn = false;
    clearTimeout(this.#timer);
    await this.#running;
  }

  /** The next round begins in this time at the latest; after the round that is under way, if there is one. */
  wake(inMs = 0): void {
    const at = performance.now() + inMs;
    if (at >= this.#nextAt) return;
    this.#nextAt = at;
    this.#setTimer();
  }

  get name(): string {
    return this.#parts.name;
  }

  /** False before `start` and from `stop` on. */
  get isOn(): boolean {
    return this.#isOn;
  }

  /** True while the loop runs: false before `start`, after `stop`, or if no round has succeeded for 30 s. */
  get isRunning(): boolean {
    return this.#isOn && this.lagMs < SILENT_MS;
  }

  /** For how long no round has succeeded, or how long the oldest work has lasted; 0 while the loop is off. */
  get lagMs(): number {
    if (!this.#isOn) return 0;
    return performance.now() - Math.min(this.#succeededAt, this.#parts.oldestWork?.() ?? Number.POSITIVE_INFINITY);
  }

  /** Why the last round failed, or `silent` if none has succeeded for 30 s; null: all is well, or the loop is off. */
  get failure(): 'database' | 'failed' | 'silent' | null {
    if (!this.#isOn) return null;
    if (this.#error !== null) return this.#error instanceof StoreUnavailable ? 'database' : 'failed';
    return this.isRunning ? null : 'silent';
  }

  /** How many things are left alone because work on them failed. */
  get stuck(): number {
    return this.#parts.leftAlone?.size ?? 0;
  }

  #setTimer(): void {
    if (!this.#isOn || this.#running !== null) return;
    clearTimeout(this.#timer);
    const ms = Math.max(0, this.#nextAt - performance.now());
    this.#timer = setTimeout(() => {
      this.#running = this.#runOnce();
    }, ms).unref();
  }

  async #runOnce(): Promise<void> {
    const { round, everyMs, onError } = this.#parts;
    this.#nextAt = Number.POSITIVE_INFINITY; // what wakes the loop from here on leads to another round
    let nextMs = everyMs;
    try {
      nextMs = Math.min(everyMs, await round());
      this.#succeededAt = performance.now();
      this.#error = null;
    } catch (error) {
      this.#error = error;
      onError(error);
    }
    this.#running = null;
    this.#nextAt = Math.min(this.#nextAt, performance.now() + nextMs);
    this.#setTimer();
  }
}

/** Passes errors on, but for those of a database that is away: what failed with it is tried again. */
export function unlessAway(onError: (error: unknown) => void): (error: unknown) => void {
  return (error) => {
    if (!(error instanceof StoreUnavailable)) onError(error);
  };
}

interface Rest {
  ms?: number;
  /** of the thing when work on it failed, if it is known */
  version?: number | null;
}

/** What failed rests for a while: one broken game does not keep the server busy. */
export class LeftAlone {
  readonly #left = new Map<string, { until: number; version: number | null }>();
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  leave(id: string, { ms = LEFT_ALONE_MS, version = null }: Rest = {}): void {
    this.#left.set(id, { until: this.#now() + ms, version });
  }

  release(id: string): void {
    this.#left.delete(id);
  }

  /** What has changed since work on it failed may go on. */
  releaseUnlessAt(id: string, version: number): void {
    if ((this.#left.get(id)?.version ?? version) !== version) this.release(id);
  }

  has(id: string): boolean {
    return (this.#left.get(id)?.until ?? 0) > this.#now();
  }

  get size(): number {
    return this.ids.size;
  }

  /** Those that still rest. */
  get ids(): ReadonlySet<string> {
    const now = this.#now();
    for (const [id, { until }] of this.#left) if (until <= now) this.#left.delete(id);
    return new Set(this.#left.keys());
  }

  /** In how many milliseconds the first one has rested; never: infinity. */
  get firstMs(): number {
    return Math.min(...[...this.#left.values()].map(({ until }) => until)) - this.#now();
  }
}
