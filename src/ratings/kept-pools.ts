import { LRUCache } from 'lru-cache';
import { done, type Result, refused } from '../games/model/result.ts';
import { Semaphore } from '../games/runtime/semaphore.ts';
import type { Comparison, HistoryPoint, RatedResult, RatingRow } from '../standings/rating-fit.ts';
import type { RatedGame, RatingStore } from '../store/contract/ratings.ts';
import { RatingThread } from './rating-thread.ts';

/** The ratings of a pool by so many of its games. */
export interface FittedTable {
  /** how many games count in it, in the order in which they were written: with the same number it is the same on every server */
  version: number;
  /** the best first */
  rows: readonly RatingRow[];
}

/** What is kept of a pool. */
interface KeptPool {
  /** how many of its games the thread has: the first so many */
  games: number;
  /** the id of the last of them */
  last: string | null;
  /** how many play in them */
  participants: number;
  table: FittedTable | null;
  /** the moment, as `performance.now()` has it, before which it is not fitted again */
  restsUntil: number;
}

const nothingKept = (): KeptPool => ({ games: 0, last: null, participants: 0, table: null, restsUntil: 0 });
/** What keeping and fitting may take. */
export interface PoolBounds {
  /** kept in the thread, over all pools */
  games: number;
  /** of more no pool is fitted: time goes with the third power of their number, and memory with the second */
  participants: number;
  /** after a fit that took longer than `longMs` there is none of the same pool for so many times as long */
  rest: number;
  longMs: number;
}

const BOUNDS: PoolBounds = { games: 400_000, participants: 2_000, rest: 4, longMs: 50 };
/** What a pool takes besides its games, in games. */
const POOL_TAKES = 50;
/** So many games are read and handed over at once. */
const PAGE = 2_000;
/** A history gives way to others after so long, and after one fit at least. */
const TURN_MS = 200;
/** Tables that were replaced are there for who is turning their pages: so many rows, over all pools, for so long. */
const ROWS_KEPT = 100_000;
const KEPT_MS = 10 * 60 * 1000;

/** The ratings of the pools that somebody asks for, fitted in one thread, one after another, and shared by all who ask. */
export class KeptPools {
  readonly #ratings: RatingStore;
  readonly #bounds: PoolBounds;
  readonly #thread = new RatingThread(() => this.#kept.clear());
  readonly #turns = new Semaphore(1);
  /** by id, those first that were asked for the longest time ago */
  readonly #kept = new Map<string, KeptPool>();
  readonly #tables = new LRUCache<string, readonly RatingRow[]>({ maxSize: ROWS_KEPT, ttl: KEPT_MS });

  constructor(ratings: RatingStore, bounds: Partial<PoolBounds> = {}) {
    this.#ratings = ratings;
    this.#bounds = { ...BOUNDS, ...bounds };
  }

  async stop(): Promise<void> {
    await this.#thread.stop();
  }

  /** How many games are kept in memory. */
  get games(): number {
    return [...this.#kept.values()].reduce((sum, { games }) => sum + games, 0);
  }

  /**
   * The ratings by the first `counted` games of a pool at least; by somewhat fewer where a fit takes long, but by enough that those
   * of `needs` are among them.
   */
  async table(poolId: string, counted: number, needs: readonly string[] = []): Promise<Result<FittedTable>> {
    const known = this.#restingTable(poolId, counted, needs);
    return known === null ? this.#turns.pass(() => this.#fitted(poolId, counted, needs)) : done(known);
  }

  /** A table that was answered with before, while it is kept. */
  earlier(poolId: string, version: number): FittedTable | null {
    const rows = this.#tables.get(`${poolId} ${version}`);
    return rows === undefined ? null : { version, rows };
  }

  /** Two who are rated, beside each other; null: one of them has no game in the pool. */
  comparison(poolId: string, counted: number, one: string, other: string) {
    return this.#turns.pass(async (): Promise<Result<{ version: number; found: Comparison | null }>> => {
      const fitted = await this.#fitted(poolId, counted, [one, other]);
      if (!fitted.ok) return fitted;
      const found = await this.#thread.ask({ ask: 'comparison', poolId, one, other });
      return done({ version: fitted.value.version, found });
    });
  }

  /** How a rating has come about; no points: there is none in the pool. It takes turns with others, as it is many fits. */
  async history(poolId: string, counted: number, participant: string) {
    const part = async (): Promise<Result<{ version: number; points: HistoryPoint[] | null }>> => {
      const fitted = await this.#fitted(poolId, counted, [participant]);
      if (!fitted.ok) return fitted;
      const points = await this.#thread.ask({ ask: 'history', poolId, participant, ms: TURN_MS });
      return done({ version: fitted.value.version, points });
    };
    for (;;) {
      const told = await this.#turns.pass(part);
      if (!told.ok) return told;
      const { version, points } = told.value;
      if (points !== null) return done({ version, points });
    }
  }

  /** What can be answered with as it is; null: there is a fit to be made. */
  #restingTable(poolId: string, counted: number, needs: readonly string[]): FittedTable | null {
    const kept = this.#kept.get(poolId);
    const table = kept?.table ?? null;
    if (kept === undefined || table === null || table.version > counted) return null;
    const rests = performance.now() < kept.restsUntil && needs.every((participant) => holds(table.rows, participant));
    return rests || table.version === counted ? table : null;
  }

  /** The ratings by so many games or more, or by fewer as above; the thread has just these. To be called in turn. */
  async #fitted(poolId: string, counted: number, needs: readonly string[]): Promise<Result<FittedTable>> {
    const known = this.#restingTable(poolId, counted, needs);
    if (known !== null) return done(known);
    const kept = await this.#filled(poolId, counted);
    const { participants, rest, longMs } = this.#bounds;
    if (kept.participants > participants) return tooLarge(poolId, participants);
    if (kept.table?.version === kept.games) return done(kept.table);
    const { rows, ms } = await this.#thread.ask({ ask: 'table', poolId });
    kept.table = { version: kept.games, rows };
    kept.restsUntil = ms < longMs ? 0 : performance.now() + rest * ms;
    this.#tables.set(`${poolId} ${kept.games}`, rows, { size: rows.length + 1 });
    return done(kept.table);
  }

  /** Hands the thread the games that it does not have, if there are other than so many. */
  async #filled(poolId: string, counted: number): Promise<KeptPool> {
    let kept = this.#kept.get(poolId) ?? nothingKept();
    this.#kept.delete(poolId); // to come last
    this.#kept.set(poolId, kept);
    while (kept.games !== counted) {
      // the last known one is read again: where the database was put back, it is no longer there, or another is
      const page = await this.#ratings.games(poolId, Math.max(0, kept.games - 1), PAGE);
      if (kept.last !== null && page[0]?.gameId !== kept.last) {
        await this.#forget(poolId);
        kept = nothingKept();
        this.#kept.set(poolId, kept);
        continue;
      }
      Object.assign(kept, await this.#thread.ask({ ask: 'add', poolId, results: page.map(resultOf) }));
      kept.last = page.at(-1)?.gameId ?? null;
      if (page.length < PAGE) break;
    }
    await this.#makeRoom();
    return kept;
  }

  async #forget(poolId: string): Promise<void> {
    this.#kept.delete(poolId);
    await this.#thread.ask({ ask: 'forget', poolId });
  }

  /** Forgets those that were not asked for the longest time, but never the last one. */
  async #makeRoom(): Promise<void> {
    while (this.games + POOL_TAKES * this.#kept.size > this.#bounds.games && this.#kept.size > 1) {
      const [poolId] = this.#kept.keys();
      if (poolId !== undefined) await this.#forget(poolId);
    }
  }
}

/** As the fit reads a game. */
function resultOf({ gameId, board, players, shares, at }: RatedGame): RatedResult {
  return { gameId, board, players, shares, at: at.getTime() };
}

function tooLarge(poolId: string, most: number): Result<never> {
  return refused('pool-too-large', `More than ${most} have played in pool ${poolId}.`);
}

function holds(rows: readonly RatingRow[], participant: string): boolean {
  return rows.some(({ player }) => player === participant);
}
