import { LRUCache } from 'lru-cache';
import type { TimeSlicer } from '../../games/runtime/time-slicer.ts';
import type { RatedGame, RatingStore } from '../../store/contract/ratings.ts';
import { expectedStrength } from './house-bots.ts';

interface Strength {
  mu: number;
  sigma: number;
}

/** What is known of a pool so far. */
interface KnownPool {
  strengths: Map<string, Strength>;
  /** the last game that is in them, and its id */
  nth: number;
  last: string | null;
  askedAt: number;
}

/** What a newcomer is expected to be, and how little that says. */
const NEWCOMER: Strength = { mu: 25, sigma: 25 / 3 };
/** The spread of a single performance, in the units of the strengths. */
const BETA = 25 / 6;
const ANCHOR = 'bot:random';
const ANCHOR_RATING = 1500;
const POINTS = 173.7;
/** So many pools are kept beside those in which several seek. */
const POOLS_KEPT = 100;
const AT_ONCE = 500;
const ASK_EVERY_MS = 1_000;

/**
 * How good players are, for pairing alone: by Plackett–Luce, game after game, in the memory of the process that pairs. They
 * are worked out anew from the rated games whenever they are not there. Their points are about those of the official
 * ratings, and they follow a player faster.
 */
export class PairingRatings {
  readonly #store: Pick<RatingStore, 'games'>;
  readonly #timeSlicer: TimeSlicer;
  /** those in which several seek */
  #kept = new Map<string, KnownPool>();
  readonly #others = new LRUCache<string, KnownPool>({ max: POOLS_KEPT });

  constructor(store: Pick<RatingStore, 'games'>, timeSlicer: TimeSlicer) {
    this.#store = store;
    this.#timeSlicer = timeSlicer;
  }

  /** From now on these pools are forgotten for no other; of the rest, those that were asked for least lately make room. */
  keep(poolIds: ReadonlySet<string>): void {
    for (const [id, pool] of this.#kept) if (!poolIds.has(id)) this.#others.set(id, pool);
    const kept = [...poolIds].map((id) => [id, this.#known(id) ?? nothingKnown()] as const);
    this.#kept = new Map(kept);
    for (const id of poolIds) this.#others.delete(id);
  }

  /** Takes in the next games of a pool, a bounded number: nobody waits for all of a long history. Throws `StoreUnavailable`. */
  async refresh(poolId: string): Promise<void> {
    const pool = this.#known(poolId) ?? this.#begun(poolId);
    if (performance.now() < pool.askedAt + ASK_EVERY_MS) return;
    // the last known one is read again: where the database was put back, it is gone, and all is worked out anew
    const read = await this.#store.games(poolId, Math.max(0, pool.nth - 1), AT_ONCE);
    if (pool.last !== null && read[0]?.gameId !== pool.last) {
      this.#begun(poolId);
      return this.refresh(poolId);
    }
    const games = pool.last === null ? read : read.slice(1);
    const { rate } = await import('openskill'); // takes a moment: whoever never seeks does without
    for (const game of games) {
      await this.#timeSlicer.pause();
      learn(pool, game, (teams, score) => rate(teams, { score }));
    }
    if (read.length < AT_ONCE) pool.askedAt = performance.now();
  }

  /** In rating points; of a player's id, or `bot:` and a policy. */
  of(poolId: string, player: string): number {
    const strengths = this.#known(poolId)?.strengths;
    const anchor = strengths?.get(ANCHOR) ?? newcomer(ANCHOR);
    const { mu } = strengths?.get(player) ?? newcomer(player);
    return ANCHOR_RATING + (POINTS * (mu - anchor.mu)) / (Math.SQRT2 * BETA);
  }

  #known(poolId: string): KnownPool | undefined {
    return this.#kept.get(poolId) ?? this.#others.get(poolId);
  }

  /** A pool of which all is to be read. */
  #begun(poolId: string): KnownPool {
    const pool = nothingKnown();
    if (this.#kept.has(poolId)) this.#kept.set(poolId, pool);
    else this.#others.set(poolId, pool);
    return pool;
  }
}

function nothingKnown(): KnownPool {
  return { strengths: new Map(), nth: 0, last: null, askedAt: Number.NEGATIVE_INFINITY };
}

function newcomer(player: string): Strength {
  return player.startsWith('bot:') ? { ...NEWCOMER, mu: expectedStrength(player.slice('bot:'.length)) } : NEWCOMER;
}

/** Takes one game in. Who holds several seats is as good as these have shown it on average. */
function learn(
  pool: KnownPool,
  { nth, gameId, players, shares }: RatedGame,
  rate: (teams: [Strength][], score: number[]) => Strength[][],
): void {
  const before = players.map((player): [Strength] => [pool.strengths.get(player) ?? newcomer(player)]);
  const after = rate(before, shares);
  for (const player of new Set(players)) {
    const shown = after.flatMap((team, seat) => (players[seat] === player ? team : []));
    const mean = (of: (strength: Strength) => number) => shown.reduce((sum, each) => sum + of(each), 0) / shown.length;
    pool.strengths.set(player, { mu: mean(({ mu }) => mu), sigma: mean(({ sigma }) => sigma) });
  }
  pool.nth = nth;
  pool.last = gameId;
}
