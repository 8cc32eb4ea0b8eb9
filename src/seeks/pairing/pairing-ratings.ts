import { setTimeout as delay } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { AnyRuleset } from '#rules/kernel/ruleset.ts';
import { botNames, isSearch, playoutsOf } from '#rules/kernel/search/policy.ts';
import type { Ratings } from '../../ratings/ratings.ts';

/** Rating points by player id, or by `bot:` and a policy. */
type PoolPoints = ReadonlyMap<string, number>;

interface KnownPool {
  points: PoolPoints;
  /** the points to use: the result of the running query if that takes at most `WAIT_MS`, else the earlier points */
  soon: Promise<PoolPoints>;
  /** the time of the next query by `performance.now()`; infinity while a query runs */
  askAgainAt: number;
}

const NOBODY: PoolPoints = new Map();
const MIDDLE = 1500;
const RANDOM = 'bot:random';
const POINTS_KEPT = 100_000;
const ASK_EVERY_MS = 5_000;
/** Pairing waits for a query at most this long. Computing the ratings of a large pool takes longer. */
const WAIT_MS = 1_000;

export class PairingRatings {
  readonly #ratings: Pick<Ratings, 'points'>;
  readonly #pools = new LRUCache<string, KnownPool>({
    maxSize: POINTS_KEPT,
    sizeCalculation: ({ points }) => points.size + 1,
  });

  constructor(ratings: Pick<Ratings, 'points'>) {
    this.#ratings = ratings;
  }

  /** Returns a function that maps a player id, or `bot:` and a policy, to rating points. The function estimates the
   * points of participants without games. Throws `StoreUnavailable`. */
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
    asked.catch(() => {}); // without this, an error after the race would end the process
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

/** Returns bots of fixed strength, sorted by their expected strength, the weakest first. */
export function houseBots(ruleset: AnyRuleset): string[] {
  return botNames(ruleset)
    .filter((policy) => !isSearch(policy) || playoutsOf(policy) !== null)
    .toSorted((one, other) => expectedPoints(`bot:${one}`) - expectedPoints(`bot:${other}`));
}

/** Returns by how many points a bot is probably stronger than an unknown player. Used until the bot has played. */
function expectedPoints(participant: string): number {
  if (!participant.startsWith('bot:')) return 0;
  const policy = participant.slice('bot:'.length);
  if (policy === 'random') return -150;
  const playouts = playoutsOf(policy);
  return playouts === null ? 0 : 60 * Math.log10(playouts) - 30;
}
