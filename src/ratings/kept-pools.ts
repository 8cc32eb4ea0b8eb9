import { LRUCache } from 'lru-cache';
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
  table: FittedTable | null;
  /** the moment, as `performance.now()` has it, before which it is not fitted again */
  restsUntil: number;
}

const nothingKept = (): KeptPool => ({ games: 0, last: null, table: null, restsUntil: 0 });
/** So many games are kept in the thread, over all pools. */
const MOST_GAMES = 400_000;
/** What a pool takes besides its games, in games. */
const POOL_TAKES = 50;
/** So many games are read and handed over at once. */
const PAGE = 2_000;
/** After a fit that took long there is none of the same pool for so many times as long. */
const REST = 4;
const LONG_MS = 50;
/** Tables that were replaced are there for who is turning their pages: so many rows, over all pools, for so long. */
const ROWS_KEPT = 100_000;
const KEPT_MS = 10 * 60 * 1000;

/** The ratings of the pools that somebody asks for, fitted in one thread, one after another, and shared by all who ask. */
export class KeptPools {
  readonly #ratings: RatingStore;
  readonly #thread = new RatingThread(() => this.#kept.clear());
  readonly #turns = new Semaphore(1);
  /** by id, those first that were asked for the longest time ago */
  readonly #kept = new Map<string, KeptPool>();
  readonly #tables = new LRUCache<string, readonly RatingRow[]>({ maxSize: ROWS_KEPT, ttl: KEPT_MS });

  constructor(ratings: RatingStore) {
    this.#ratings = ratings;
  }

  async stop(): Promise<void> {
    await this.#thread.stop();
  }

  /** How many games are kept in memory. */
  get games(): number {
    return [...this.#kept.values()].reduce((sum, { games }) => sum + games, 0);
  }

  /** The ratings by the first `counted` games of a pool at least; by somewhat fewer where a fit takes long, but with those of `needs`. */
  async table(poolId: string, counted: number, needs?: string): Promise<FittedTable> {
    const kept = this.#kept.get(poolId);
    const table = kept?.table ?? null;
    if (kept !== undefined && table !== null && table.version <= counted) {
      const rests = performance.now() < kept.restsUntil && (needs === undefined || holds(table.rows, needs));
      if (rests || table.version === counted) return table;
    }
    return this.#turns.pass(() => this.#fitted(poolId, counted));
  }

  /** A table that was answered with before, while it is kept. */
  earlier(poolId: string, version: number): FittedTable | null {
    const rows = this.#tables.get(`${poolId} ${version}`);
    return rows === undefined ? null : { version, rows };
  }

  /** Two who are rated, beside each other; null: one of them has no game in the pool. */
  comparison(poolId: string, counted: number, one: string, other: string) {
    return this.#turns.pass(async (): Promise<{ version: number; found: Comparison | null }> => {
      const { version } = await this.#fitted(poolId, counted);
      return { version, found: await this.#thread.ask({ ask: 'comparison', poolId, one, other }) };
    });
  }

  /** How a rating has come about; no points: there is none in the pool. */
  history(poolId: string, counted: number, participant: string) {
    return this.#turns.pass(async (): Promise<{ version: number; points: HistoryPoint[] }> => {
      const { version } = await this.#fitted(poolId, counted);
      return { version, points: await this.#thread.ask({ ask: 'history', poolId, participant }) };
    });
  }

  /** The ratings by so many games or more, which the thread has then. To be called in turn. */
  async #fitted(poolId: string, counted: number): Promise<FittedTable> {
    const kept = await this.#filled(poolId, counted);
    if (kept.table?.version === kept.games) return kept.table;
    const { rows, ms } = await this.#thread.ask({ ask: 'table', poolId });
    kept.table = { version: kept.games, rows };
    kept.restsUntil = ms < LONG_MS ? 0 : performance.now() + REST * ms;
    this.#tables.set(`${poolId} ${kept.games}`, rows, { size: rows.length + 1 });
    return kept.table;
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
      kept.games = await this.#thread.ask({ ask: 'add', poolId, results: page.map(resultOf) });
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
    while (this.games + POOL_TAKES * this.#kept.size > MOST_GAMES && this.#kept.size > 1) {
      const [poolId] = this.#kept.keys();
      if (poolId !== undefined) await this.#forget(poolId);
    }
  }
}

/** As the fit reads a game. */
function resultOf({ gameId, board, players, shares, at }: RatedGame): RatedResult {
  return { gameId, board, players, shares, at: at.getTime() };
}

function holds(rows: readonly RatingRow[], participant: string): boolean {
  return rows.some(({ player }) => player === participant);
}
