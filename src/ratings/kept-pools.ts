import { LRUCache } from 'lru-cache';
import { Semaphore } from '../eventlog/queue.ts';
import { done, type Result, refused } from '../eventlog/result.ts';
import { Threads } from '../eventlog/threads.ts';
import { threadFile } from '../places.ts';
import type { RatedResult } from '../statistics/rated-games.ts';
import type { RatingRow } from '../statistics/rating-table.ts';
import type { RatedGame, RatingStore } from '../store/ratings.ts';
import type { RatingAnswer, RatingQuestion } from './rating-worker.ts';

/** The ratings of a pool, computed from its first `version` games. */
export interface FittedTable {
  /** number of games that count, in the order in which they were stored; equal numbers mean equal games on every
   * server */
  version: number;
  /** the last of these games, from `tailOf` */
  tail: string | null;
  /** the best first */
  rows: readonly RatingRow[];
}

export type FittedBy = Pick<FittedTable, 'version' | 'tail'>;

interface KeptPool {
  /** how many of its games the thread has */
  games: number;
  /** the last of these games, from `tailOf` */
  tail: string | null;
  participants: number;
  table: FittedTable | null;
  fitMs: number;
  /** value of `performance.now()` before which the ratings are not computed again */
  restsUntil: number;
}

const nothingKept = (): KeptPool => ({ games: 0, tail: null, participants: 0, table: null, fitMs: 0, restsUntil: 0 });

export interface PoolBounds {
  /** games in the memory of the thread, for all pools together */
  games: number;
  /** how many participants a pool may have: the time grows with their third power, memory with the second */
  participants: number;
  /** if computing took longer than `longMs`, it is not repeated for this multiple of its time (the rest) */
  rest: number;
  longMs: number;
  /** false: if a player is missing in the last ratings, they are computed again despite the rest */
  restsForAll: boolean;
}

const BOUNDS: PoolBounds = { games: 200_000, participants: 2_000, rest: 4, longMs: 50, restsForAll: false };
/** The memory of a pool besides its games, counted in games. */
const POOL_TAKES = 50;
/** How many games are read and sent to the thread at once. */
const PAGE = 2_000;
/** After this time, computing a history pauses for other requests, but not before one step. */
const TURN_MS = 200;
/** Tables that were replaced stay available to read further pages: this many rows for all pools together, for this
 * time. */
const ROWS_KEPT = 100_000;
const KEPT_MS = 10 * 60 * 1000;

/** Computes ratings in one thread, one after another. Callers share the results. */
export class KeptPools {
  readonly #ratings: RatingStore;
  readonly #bounds: PoolBounds;
  /** computing takes seconds; if the thread dies, it has lost all games */
  readonly #thread = new Threads<RatingQuestion, RatingAnswer[RatingQuestion['ask']]>({
    file: threadFile('ratings'),
    what: 'ratings',
    onLoss: () => this.#kept.clear(),
  });
  readonly #turns = new Semaphore(1);
  /** by id; the pool that was used least recently comes first */
  readonly #kept = new Map<string, KeptPool>();
  readonly #tables = new LRUCache<string, readonly RatingRow[]>({ maxSize: ROWS_KEPT, ttl: KEPT_MS });
  /** Milliseconds that the last computation took; 0: there was none yet. */
  fitMs = 0;

  constructor(ratings: RatingStore, bounds: Partial<PoolBounds> = {}) {
    this.#ratings = ratings;
    this.#bounds = { ...BOUNDS, ...bounds };
  }

  stop(): Promise<void> {
    return this.#thread.stop();
  }

  get games(): number {
    return [...this.#kept.values()].reduce((sum, { games }) => sum + games, 0);
  }

  /** Milliseconds until the ratings may be computed again; 0: they are computed when needed. */
  restOf(poolId: string): number {
    return Math.max(0, (this.#kept.get(poolId)?.restsUntil ?? 0) - performance.now());
  }

  /** Returns the size when the pool was last used; if it is not in memory, its size now. */
  async sizeOf(poolId: string): Promise<Pick<KeptPool, 'participants' | 'fitMs'>> {
    return this.#kept.get(poolId) ?? this.#turns.pass(() => this.#filled(poolId));
  }

  async leave(poolId: string): Promise<void> {
    await this.#turns.pass(() => this.#forget(poolId));
  }

  /** Returns ratings from at least `counted` games. During the rest they may be from fewer, but include the players in
   * `needs` unless `restsForAll`. */
  async table(poolId: string, counted: number, needs: readonly string[] = []): Promise<Result<FittedTable>> {
    const known = await this.#restingTable(poolId, counted, needs);
    return known === null ? this.#turns.pass(() => this.#fitted(poolId, counted, needs)) : done(known);
  }

  /** Returns an earlier table if it is still cached and the store still has its games. */
  async earlier(poolId: string, version: number): Promise<FittedTable | null> {
    const tail = await this.tail(poolId, version);
    const rows = this.#tables.get(`${poolId} ${version} ${tail}`);
    return rows === undefined ? null : { version, tail, rows };
  }

  /** Returns the last of the first `version` games in the store; null: there are fewer. A restored database may have
   * the same number of other games, so caches compare this too. */
  async tail(poolId: string, version: number): Promise<string | null> {
    if (version < 1) return null;
    const [game] = await this.#ratings.games(poolId, version - 1, 1);
    return tailOf(game);
  }

  /** Answers a question from at least `counted` games, including those of the players in `needs`. */
  answer<Q extends RatingQuestion>(counted: number, needs: readonly string[], question: Q) {
    return this.#turns.pass(async (): Promise<Result<FittedBy & { found: RatingAnswer[Q['ask']] }>> => {
      const fitted = await this.#fitted(question.poolId, counted, needs);
      if (!fitted.ok) return fitted;
      const { version, tail } = fitted.value;
      return done({ version, tail, found: await this.#ask(question) });
    });
  }

  /** Returns how a rating developed. Empty: the player has no game in the pool. Needs many computations, so other
   * requests run in between. */
  async history(poolId: string, counted: number, participant: string) {
    for (;;) {
      const question = { ask: 'history', poolId, participant, ms: TURN_MS } as const;
      const told = await this.answer(counted, [participant], question);
      if (!told.ok) return told;
      const { found: points, ...fitted } = told.value;
      if (points !== null) return done({ ...fitted, points });
    }
  }

  /** Returns the table to answer with; null: the ratings must be computed again. */
  async #restingTable(poolId: string, counted: number, needs: readonly string[]): Promise<FittedTable | null> {
    const kept = this.#kept.get(poolId);
    const table = kept?.table ?? null;
    if (kept === undefined || table === null || table.version > counted) return null;
    const isIn = needs.every((participant) => table.rows.some(({ player }) => player === participant));
    const rests = this.restOf(poolId) > 0 && (isIn || this.#bounds.restsForAll);
    if (!rests && table.version !== counted) return null;
    return (await this.tail(poolId, table.version)) === table.tail ? table : null;
  }

  /** Call it one at a time: afterwards the thread has exactly the games of the returned table. */
  async #fitted(poolId: string, counted: number, needs: readonly string[]): Promise<Result<FittedTable>> {
    const known = await this.#restingTable(poolId, counted, needs);
    if (known !== null) return done(known);
    const kept = await this.#filled(poolId);
    const { participants, rest, longMs } = this.#bounds;
    if (kept.participants > participants)
      return refused('pool-too-large', `More than ${participants} have played in pool ${poolId}.`);
    if (kept.table?.version === kept.games) return done(kept.table);
    const { rows, ms } = await this.#ask({ ask: 'table', poolId });
    this.fitMs = ms;
    kept.table = { version: kept.games, tail: kept.tail, rows };
    kept.fitMs = ms;
    kept.restsUntil = ms < longMs ? 0 : performance.now() + rest * ms;
    this.#tables.set(`${poolId} ${kept.games} ${kept.tail}`, rows, { size: rows.length + 1 });
    return done(kept.table);
  }

  async #filled(poolId: string): Promise<KeptPool> {
    let kept = this.#kept.get(poolId) ?? nothingKept();
    this.#kept.delete(poolId); // puts it at the end, as the one used last
    this.#kept.set(poolId, kept);
    for (;;) {
      // reads the last known game again: if the database was restored, it is missing or another one
      const page = await this.#ratings.games(poolId, Math.max(0, kept.games - 1), PAGE);
      if (kept.tail !== null && tailOf(page[0]) !== kept.tail) {
        await this.#forget(poolId);
        kept = nothingKept();
        this.#kept.set(poolId, kept);
        continue;
      }
      Object.assign(kept, await this.#ask({ ask: 'add', poolId, results: page.map(resultOf) }));
      kept.tail = tailOf(page.at(-1));
      if (page.length < PAGE) break;
    }
    await this.#makeRoom();
    return kept;
  }

  /** Asks the thread; it answers one question at a time. */
  #ask<Q extends RatingQuestion>(question: Q): Promise<RatingAnswer[Q['ask']]> {
    return this.#thread.ask(() => question);
  }

  async #forget(poolId: string): Promise<void> {
    this.#kept.delete(poolId);
    await this.#ask({ ask: 'forget', poolId });
  }

  /** Drops the pools that were used least recently, but never the last one. */
  async #makeRoom(): Promise<void> {
    while (this.games + POOL_TAKES * this.#kept.size > this.#bounds.games && this.#kept.size > 1) {
      const [poolId] = this.#kept.keys();
      if (poolId !== undefined) await this.#forget(poolId);
    }
  }
}

/** Returns a text that no two games share. */
function tailOf(game: RatedGame | undefined): string | null {
  return game === undefined ? null : `${game.gameId} ${game.at.getTime()}`;
}

function resultOf({ gameId, board, players, shares, at }: RatedGame): RatedResult {
  return { gameId, board, players, shares, at: at.getTime() };
}

/** If a pool exceeds one of these, it is large. */
const LARGE = { participants: 300, ms: 500 };
const REMEMBERED = 10_000;

/** Computes ratings in two threads, so that requests for small pools do not wait for large ones. */
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

  /** Milliseconds that the last computation took, in the slower of both threads; 0: there was none yet. */
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

  /** Once its size or its last computation shows that a pool is large, it moves to the thread of the large ones and
   * stays there. */
  async of(poolId: string): Promise<KeptPools> {
    if (this.#known.get(poolId) === true) return this.#large;
    const { participants, fitMs } = await this.#small.sizeOf(poolId);
    if (participants <= this.#most.participants && fitMs <= this.#most.ms) return this.#small;
    this.#known.set(poolId, true);
    await this.#small.leave(poolId);
    return this.#large;
  }
}
