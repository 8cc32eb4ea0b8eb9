import { LRUCache } from 'lru-cache';
import type { RatingStore } from '../store/ratings.ts';
import { type FittedTable, KeptPools, type PoolBounds } from './kept-pools.ts';

/** Which pools are fitted apart from the others. */
export interface LargePools {
  /** with more than so many who play in them */
  participants: number;
  /** whose last fit took longer than so many milliseconds */
  ms: number;
}

const LARGE: LargePools = { participants: 300, ms: 500 };
const REMEMBERED = 10_000;

/**
 * The ratings of the pools that somebody asks for, fitted in two threads: large pools wait for each other in one of them, so that
 * nobody who asks for a small one has to wait for a large one.
 */
export class FittedPools {
  readonly #small: KeptPools;
  readonly #large: KeptPools;
  readonly #most: LargePools;
  /** the ids of those that were found to be large */
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

  /** How long the last fit took, the longer of both threads, in milliseconds; 0: there was none. */
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

  /** The thread that fits a pool. How large it is shows once its games are read, or when it has been fitted: then it moves, and stays. */
  async of(poolId: string): Promise<KeptPools> {
    if (this.#known.get(poolId) === true) return this.#large;
    const { participants, fitMs } = await this.#small.sizeOf(poolId);
    if (participants <= this.#most.participants && fitMs <= this.#most.ms) return this.#small;
    this.#known.set(poolId, true);
    await this.#small.leave(poolId);
    return this.#large;
  }
}
