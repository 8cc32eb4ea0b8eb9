import { LRUCache } from 'lru-cache';
import type { RatingStore } from '../store/ratings.ts';
import { type FittedTable, KeptPools, type PoolBounds } from './kept-pools.ts';

/** A pool that exceeds one of these is large. */
const LARGE = { participants: 300, ms: 500 };
const REMEMBERED = 10_000;

/** Fits ratings in two threads, so that requests for small pools do not wait for large ones. */
export class FittedPools {
  readonly #small: KeptPools;
  readonly #large: KeptPools;
  readonly #most: typeof LARGE;
  /** ids of the large pools */
  readonly #known = new LRUCache<string, true>({ max: REMEMBERED });

  constructor(ratings: RatingStore, bounds: Partial<PoolBounds> = {}, most = LARGE) {
    this.#small = new KeptPools(ratings, bounds);
    this.#large = new KeptPools(ratings, { ...bounds, restsForAll: true });
    this.#most = most;
  }

  async stop(): Promise<void> {
    await Promise.all([this.#small.stop(), this.#large.stop()]);
  }

  get games(): number {
    return this.#small.games + this.#large.games;
  }

  /** Of the last fit, the longer of both threads; 0: none yet. */
  get fitMs(): number {
    return Math.max(this.#small.fitMs, this.#large.fitMs);
  }

  async earlier(poolId: string, version: number): Promise<FittedTable | null> {
    return (await this.#large.earlier(poolId, version)) ?? this.#small.earlier(poolId, version);
  }

  tail(poolId: string, version: number): Promise<string | null> {
    return this.#small.tail(poolId, version);
  }

  restOf(poolId: string): number {
    return this.isLarge(poolId) ? this.#large.restOf(poolId) : 0;
  }

  isLarge(poolId: string): boolean {
    return this.#known.has(poolId);
  }

  /** A pool moves to the thread of the large ones once its size or its last fit shows that it is large, and stays
   * there. */
  async of(poolId: string): Promise<KeptPools> {
    if (this.#known.get(poolId) === true) return this.#large;
    const { participants, fitMs } = await this.#small.sizeOf(poolId);
    if (participants <= this.#most.participants && fitMs <= this.#most.ms) return this.#small;
    this.#known.set(poolId, true);
    await this.#small.leave(poolId);
    return this.#large;
  }
}
