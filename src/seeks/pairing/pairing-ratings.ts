import { setTimeout as delay } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { AnyRuleset } from '#rules/kernel/ruleset.ts';
import { botNames, isSearch, playoutsOf } from '#rules/kernel/search/policy.ts';
import type { Ratings } from '../../ratings/ratings.ts';

/** The points of all who are rated in a pool: by a player's id, or `bot:` and a policy. */
type PoolPoints = ReadonlyMap<string, number>;

interface KnownPool {
  points: PoolPoints;
  /** the points to go by: while the pool is asked for, those that come in time, else the last ones */
  soon: Promise<PoolPoints>;
  /** as `performance.now()` has it; infinite while the pool is asked for */
  askAgainAt: number;
}

const NOBODY: PoolPoints = new Map();
const MIDDLE = 1500;
const RANDOM = 'bot:random';
/** So many ratings are kept, over all pools. */
const POINTS_KEPT = 100_000;
const ASK_EVERY_MS = 5_000;
/** Pairing waits so long at most each time that it asks: the fit of a large pool takes longer. */
const WAIT_MS = 1_000;

/** How good players are, for pairing: their published ratings, of some seconds ago. */
export class PairingRatings {
  readonly #ratings: Pick<Ratings, 'points'>;
  readonly #pools = new LRUCache<string, KnownPool>({
    maxSize: POINTS_KEPT,
    sizeCalculation: ({ points }) => points.size + 1,
  });

  constructor(ratings: Pick<Ratings, 'points'>) {
    this.#ratings = ratings;
  }

  /** Gives the rating points of a player's id, or of `bot:` and a policy; a guess where they are not rated. Throws `StoreUnavailable`. */
  async of(poolId: string): Promise<(participant: string) => number> {
    const points = await this.#points(poolId);
    const random = points.get(RANDOM);
    const newcomer = random === undefined ? MIDDLE : random - expectedPoints(RANDOM);
    return (participant) => points.get(participant) ?? newcomer + expectedPoints(participant);
  }

  async #points(poolId: string): Promise<PoolPoints> {
    const known = this.#pools.get(poolId);
    if (known !== undefined && performance.now() < known.askAgainAt) return known.soon;
    const points = known?.points ?? NOBODY;
    const asked = this.#ask(poolId);
    asked.catch(() => {}); // whoever asks next is told
    const soon = Promise.race([asked, delay(WAIT_MS, points, { ref: false })]);
    this.#pools.set(poolId, { points, soon, askAgainAt: Number.POSITIVE_INFINITY });
    return soon;
  }

  async #ask(poolId: string): Promise<PoolPoints> {
    try {
      const points = await this.#ratings.points(poolId);
      this.#pools.set(poolId, { points, soon: Promise.resolve(points), askAgainAt: performance.now() + ASK_EVERY_MS });
      return points;
    } catch (error) {
      this.#pools.delete(poolId);
      throw error;
    }
  }
}

/** The bots that fill up tables: those of fixed strength, weakest first as far as that can be known before they play. */
export function houseBots(ruleset: AnyRuleset): string[] {
  return botNames(ruleset)
    .filter((policy) => !isSearch(policy) || playoutsOf(policy) !== null)
    .toSorted((one, other) => expectedPoints(`bot:${one}`) - expectedPoints(`bot:${other}`));
}

/** How many points above a player whom nobody knows somebody is before they have played: a guess of bots, which their games soon correct. */
function expectedPoints(participant: string): number {
  if (!participant.startsWith('bot:')) return 0;
  const policy = participant.slice('bot:'.length);
  if (policy === 'random') return -150;
  const playouts = playoutsOf(policy);
  return playouts === null ? 0 : 60 * Math.log10(playouts) - 30;
}
