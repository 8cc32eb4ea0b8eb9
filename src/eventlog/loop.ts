import { StoreUnavailable } from '../store/failures.ts';

interface LoopParts {
  name: string;
  /** does one round of work; returns the milliseconds until the next round */
  round(): Promise<number>;
  everyMs: number;
  onError(error: unknown): void;
  /** returns the start (`performance.now()`) of the oldest work that rounds start but do not await; infinity: none */
  oldestWork?(): number;
  failedItems?: FailedItems;
}

const SILENT_MS = 30_000;
const LEFT_ALONE_MS = 60_000;

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

  /** Stops the loop. Waits for the running round. */
  async stop(): Promise<void> {
    this.#isOn = false;
    clearTimeout(this.#timer);
    await this.#running;
  }

  /** Makes the next round begin within `inMs`, but never while another round is running. */
  wake(inMs = 0): void {
    const at = performance.now() + inMs;
    if (at >= this.#nextAt) return;
    this.#nextAt = at;
    this.#setTimer();
  }

  get name(): string {
    return this.#parts.name;
  }

  get isOn(): boolean {
    return this.#isOn;
  }

  /** True while the loop works: false before `start`, after `stop`, or if `lagMs` reaches 30 s. */
  get isRunning(): boolean {
    return this.#isOn && this.lagMs < SILENT_MS;
  }

  /** Milliseconds since the last successful round, or since the oldest work began if that was earlier; 0 while off. */
  get lagMs(): number {
    if (!this.#isOn) return 0;
    return performance.now() - Math.min(this.#succeededAt, this.#parts.oldestWork?.() ?? Number.POSITIVE_INFINITY);
  }

  /** The reason why the loop does not work; null: it works, or is off. `silent`: `lagMs` has reached 30 s. */
  get failure(): 'database' | 'failed' | 'silent' | null {
    if (!this.#isOn) return null;
    if (this.#error !== null) return this.#error instanceof StoreUnavailable ? 'database' : 'failed';
    return this.isRunning ? null : 'silent';
  }

  get stuck(): number {
    return this.#parts.failedItems?.size ?? 0;
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
    this.#nextAt = Number.POSITIVE_INFINITY; // `wake` may set this during the round
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

/** Returns a handler that ignores an unreachable database, because the work is repeated, but reports other errors. */
export function unlessAway(onError: (error: unknown) => void): (error: unknown) => void {
  return (error) => {
    if (!(error instanceof StoreUnavailable)) onError(error);
  };
}

interface Rest {
  ms?: number;
  version?: number | null;
}

/** Holds items to skip for some time after a failure, so that one broken game does not keep the server busy. */
export class FailedItems {
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

  releaseUnlessAt(id: string, version: number): void {
    if ((this.#left.get(id)?.version ?? version) !== version) this.release(id);
  }

  has(id: string): boolean {
    return (this.#left.get(id)?.until ?? 0) > this.#now();
  }

  get size(): number {
    return this.ids.size;
  }

  get ids(): ReadonlySet<string> {
    const now = this.#now();
    for (const [id, { until }] of this.#left) if (until <= now) this.#left.delete(id);
    return new Set(this.#left.keys());
  }

  /** The milliseconds until the first item may be tried again; infinity: there is none. */
  get firstMs(): number {
    return Math.min(...[...this.#left.values()].map(({ until }) => until)) - this.#now();
  }
}
