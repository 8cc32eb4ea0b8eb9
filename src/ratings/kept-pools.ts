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
  /** how many of the pool's games count, oldest first; on each server, the same number means the same games */
  version: number;
  /** a text that identifies the last of these games (see `tailOf`); null: there is none */
  tail: string | null;
  /** best first */
  rows: readonly RatingRow[];
}

export type FittedBy = Pick<FittedTable, 'version' | 'tail'>;

interface KeptPool {
  /** the number of the pool's games that the thread has */
  games: number;
  /** a text that identifies the last of these games (see `tailOf`); null: there is none */
  tail: string | null;
  participants: number;
  table: FittedTable | null;
  fitMs: number;
  /** the time, by `performance.now()`, before which the ratings are not computed again */
  restsUntil: number;
}

const nothingKept = (): KeptPool => ({ games: 0, tail: null, participants: 0, table: null, fitMs: 0, restsUntil: 0 });

export interface PoolBounds {
  /** the number of games in the thread's memory, for all pools together */
  games: number;
  /** the number of participants that a pool may have; time grows with its third power, memory with its square */
  participants: number;
  /** after a computation of at least `longMs`, the pool is not computed again for `rest` times as long (it rests) */
  rest: number;
  longMs: number;
  /** true: no request makes a resting pool be computed again; false: a request for a player without a rating does */
  restsForAll: boolean;
}

const BOUNDS: PoolBounds = { games: 200_000, participants: 2_000, rest: 4, longMs: 50, restsForAll: false };
/** A pool needs as much memory as this many games, in addition to its own games. */
const POOL_TAKES = 50;
/** The number of games that are read and sent to the thread at once. */
const PAGE = 2_000;
/** After this time, the computation of a rating history pauses for other requests, when its current point is done. */
const TURN_MS = 200;
/** Old ratings stay cached for `KEPT_MS`, so that readers can fetch further pages of them; at most this many rows. */
const ROWS_KEPT = 100_000;
const KEPT_MS = 10 * 60 * 1000;

/** Computes ratings in a thread, one pool after another. Callers share the results. */
export class KeptPools {
  readonly #ratings: RatingStore;
  readonly #bounds: PoolBounds;
  /** runs the computations, which take seconds; if the thread crashes, it loses all games */
  readonly #thread = new Threads<RatingQuestion, RatingAnswer[RatingQuestion['ask']]>({
    file: threadFile('ratings'),
    what: 'ratings',
    onLoss: () => this.#kept.clear(),
  });
  readonly #turns = new Semaphore(1);
  /** by id of the pool; the least recently used pool is first */
  readonly #kept = new Map<string, KeptPool>();
  readonly #tables = new LRUCache<string, readonly RatingRow[]>({ maxSize: ROWS_KEPT, ttl: KEPT_MS });
  /** The milliseconds of the last computation; 0: there was none yet. */
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

  /** Returns the milliseconds until the pool may be computed again; 0: it is computed when needed. */
  restOf(poolId: string): number {
    return Math.max(0, (this.#kept.get(poolId)?.restsUntil ?? 0) - performance.now());
  }

  /** Returns the size of a pool when it was last used; if it is not in memory, its present size. */
  async sizeOf(poolId: string): Promise<Pick<KeptPool, 'participants' | 'fitMs'>> {
    return this.#kept.get(poolId) ?? this.#turns.pass(() => this.#filled(poolId));
  }

  async leave(poolId: string): Promise<void> {
    await this.#turns.pass(() => this.#forget(poolId));
  }

  /** Returns ratings from at least `counted` games. For some time after a long computation (while the pool rests),
   * returns the last ratings instead if they include the players in `needs`, or if `restsForAll` is true. */
  async table(poolId: string, counted: number, needs: readonly string[] = []): Promise<Result<FittedTable>> {
    const known = await this.#restingTable(poolId, counted, needs);
    return known === null ? this.#turns.pass(() => this.#fitted(poolId, counted, needs)) : done(known);
  }

  /** Returns the ratings from the first `version` games; null: they are not cached, or the database has lost games. */
  async earlier(poolId: string, version: number): Promise<FittedTable | null> {
    const tail = await this.tail(poolId, version);
    const rows = this.#tables.get(`${poolId} ${version} ${tail}`);
    return rows === undefined ? null : { version, tail, rows };
  }

  /** Returns a text that identifies the last of the first `version` games; null: there are fewer. Caches compare it,
   * because a restored database may have as many games, but other ones. */
  async tail(poolId: string, version: number): Promise<string | null> {
    if (version < 1) return null;
    const [game] = await this.#ratings.games(poolId, version - 1, 1);
    return tailOf(game);
  }

  /** Answers a question from the games that `table` would count for the same `counted` and `needs`. */
  answer<Q extends RatingQuestion>(counted: number, needs: readonly string[], question: Q) {
    return this.#turns.pass(async (): Promise<Result<FittedBy & { found: RatingAnswer[Q['ask']] }>> => {
      const fitted = await this.#fitted(question.poolId, counted, needs);
      if (!fitted.ok) return fitted;
      const { version, tail } = fitted.value;
      return done({ version, tail, found: await this.#ask(question) });
    });
  }

  /** Returns the history of a rating; empty: the player has no game in the pool. A history needs many computations, so
   * other requests run between them. */
  async history(poolId: string, counted: number, participant: string) {
    for (;;) {
      const question = { ask: 'history', poolId, participant, ms: TURN_MS } as const;
      const told = await this.answer(counted, [participant], question);
      if (!told.ok) return told;
      const { found: points, ...fitted } = told.value;
      if (points !== null) return done({ ...fitted, points });
    }
  }

  /** Returns the last computed ratings if they may be used; null: they must be computed again. */
  async #restingTable(poolId: string, counted: number, needs: readonly string[]): Promise<FittedTable | null> {
    const kept = this.#kept.get(poolId);
    const table = kept?.table ?? null;
    if (kept === undefined || table === null || table.version > counted) return null;
    const isIn = needs.every((participant) => table.rows.some(({ player }) => player === participant));
    const rests = this.restOf(poolId) > 0 && (isIn || this.#bounds.restsForAll);
    if (!rests && table.version !== counted) return null;
    return (await this.tail(poolId, table.version)) === table.tail ? table : null;
  }

  /** Returns ratings, computed if necessary. Call it inside `#turns`: no other call then changes the thread's games. */
  async #fitted(poolId: string, counted: number, needs: readonly string[]): Promise<Result<FittedTable>> {
    const known = await this.#restingTable(poolId, counted, needs);
    if (known !== null) return done(known);
    const kept = await this.#filled(poolId);
    const { participants, rest, longMs } = this.#bounds;
    if (kept.participants > participants)
      return refused('pool-too-large', `More than ${participants} players and bots have played in pool ${poolId}.`);
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
    this.#kept.delete(poolId); // moves the pool to the end, as the one used last
    this.#kept.set(poolId, kept);
    for (;;) {
      // reads the last known game again: if the database was restored, that game is missing or different
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

  #ask<Q extends RatingQuestion>(question: Q): Promise<RatingAnswer[Q['ask']]> {
    return this.#thread.ask(() => question);
  }

  async #forget(poolId: string): Promise<void> {
    this.#kept.delete(poolId);
    await this.#ask({ ask: 'forget', poolId });
  }

  /** Drops the least recently used pools until the others fit into the memory limit. Keeps at least one. */
  async #makeRoom(): Promise<void> {
    while (this.games + POOL_TAKES * this.#kept.size > this.#bounds.games && this.#kept.size > 1) {
      const [poolId] = this.#kept.keys();
      if (poolId !== undefined) await this.#forget(poolId);
    }
  }
}

/** Returns a text that identifies a game and when it was counted. */
function tailOf(game: RatedGame | undefined): string | null {
  return game === undefined ? null : `${game.gameId} ${game.at.getTime()}`;
}

function resultOf({ gameId, board, players, shares, at }: RatedGame): RatedResult {
  return { gameId, board, players, shares, at: at.getTime() };
}

/** A pool with more participants, or whose last computation took more ms, is large. */
const LARGE = { participants: 300, ms: 500 };
const REMEMBERED = 10_000;

/** Computes ratings in two threads, so that requests for small pools never wait for large ones. */
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

  /** The milliseconds that the last computation took, in the thread where it took longer; 0: there was none yet. */
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

  /** Returns `#small` or `#large`, where this pool is computed. If its size or its last computation shows that it
   * is large, it moves to `#large` and stays there. */
  async of(poolId: string): Promise<KeptPools> {
    if (this.#known.get(poolId) === true) return this.#large;
    const { participants, fitMs } = await this.#small.sizeOf(poolId);
    if (participants <= this.#most.participants && fitMs <= this.#most.ms) return this.#small;
    this.#known.set(poolId, true);
    await this.#small.leave(poolId);
    return this.#large;
  }
}
