import { LRUCache } from 'lru-cache';
import { Semaphore } from '../eventlog/queue.ts';
import { done, type Result, refused } from '../eventlog/result.ts';
import type {
  Comparison,
  HistoryPoint,
  LatestResults,
  PlayerRecord,
  RatedResult,
  RatingRow,
} from '../statistics/rating-fit.ts';
import type { RatedGame, RatingStore } from '../store/ratings.ts';
import { RatingThread } from './rating-thread.ts';

/** The ratings of a pool by so many of its games. */
export interface FittedTable {
  /** how many games count in it, in the order in which they were written: with the same number it is the same on every server */
  version: number;
  /** the last of them, as `tailOf` has it */
  tail: string | null;
  /** the best first */
  rows: readonly RatingRow[];
}

/** By how many games a history is, and which of them is the last. */
type FittedHistory = Pick<FittedTable, 'version' | 'tail'>;

/** How one fared by so many games of the pool. */
interface FittedRecord {
  version: number;
  found: PlayerRecord | null;
  latest: LatestResults['games'];
}

/** What is kept of a pool. */
interface KeptPool {
  /** how many of its games the thread has: the first so many */
  games: number;
  /** the last of them, as `tailOf` has it */
  tail: string | null;
  /** how many play in them */
  participants: number;
  table: FittedTable | null;
  /** how long its last fit took, in milliseconds; 0 before the first */
  fitMs: number;
  /** the moment, as `performance.now()` has it, before which it is not fitted again */
  restsUntil: number;
}

const nothingKept = (): KeptPool => ({ games: 0, tail: null, participants: 0, table: null, fitMs: 0, restsUntil: 0 });

/** What keeping and fitting may take. */
export interface PoolBounds {
  /** kept in the thread, over all pools */
  games: number;
  /** of more no pool is fitted: time goes with the third power of their number, and memory with the second */
  participants: number;
  /** after a fit that took longer than `longMs` there is none of the same pool for so many times as long */
  rest: number;
  longMs: number;
  /** whether that holds for who is not in the last fit as well, or they get one of their own */
  restsForAll: boolean;
}

const BOUNDS: PoolBounds = { games: 200_000, participants: 2_000, rest: 4, longMs: 50, restsForAll: false };
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
  #fitMs = 0;

  constructor(ratings: RatingStore, bounds: Partial<PoolBounds> = {}) {
    this.#ratings = ratings;
    this.#bounds = { ...BOUNDS, ...bounds };
  }

  async stop(): Promise<void> {
    await this.#thread.stop();
  }

  /** How long the last fit took, in milliseconds; 0: there was none. */
  get fitMs(): number {
    return this.#fitMs;
  }

  /** How many games are kept in memory. */
  get games(): number {
    return [...this.#kept.values()].reduce((sum, { games }) => sum + games, 0);
  }

  /** For how long a pool is not fitted again, in milliseconds; 0: it is as soon as somebody asks. */
  restOf(poolId: string): number {
    return Math.max(0, (this.#kept.get(poolId)?.restsUntil ?? 0) - performance.now());
  }

  /** How many play in a pool, and how long its last fit took: as it was last asked for, or else by its games now. */
  async sizeOf(poolId: string): Promise<Pick<KeptPool, 'participants' | 'fitMs'>> {
    return this.#kept.get(poolId) ?? this.#turns.pass(() => this.#filled(poolId));
  }

  /** Forgets a pool that is to be asked for elsewhere. */
  async leave(poolId: string): Promise<void> {
    await this.#turns.pass(() => this.#forget(poolId));
  }

  /**
   * The ratings by the first `counted` games of a pool at least; by somewhat fewer where a fit takes long, but by enough that those
   * of `needs` are among them, unless the rest is for all.
   */
  async table(poolId: string, counted: number, needs: readonly string[] = []): Promise<Result<FittedTable>> {
    const known = await this.#restingTable(poolId, counted, needs);
    return known === null ? this.#turns.pass(() => this.#fitted(poolId, counted, needs)) : done(known);
  }

  /** A table that was answered with before, while it is kept and the games that it is of are still those of the store. */
  async earlier(poolId: string, version: number): Promise<FittedTable | null> {
    const tail = await this.tail(poolId, version);
    const rows = this.#tables.get(`${poolId} ${version} ${tail}`);
    return rows === undefined ? null : { version, tail, rows };
  }

  /**
   * The last of the first so many games, as the store has it now; null: there are not as many. A database that was put back may
   * count as many games as were kept, and others: what is kept by a tail is of this history alone.
   */
  async tail(poolId: string, version: number): Promise<string | null> {
    if (version < 1) return null;
    const [game] = await this.#ratings.games(poolId, version - 1, 1);
    return tailOf(game);
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
    const part = async (): Promise<Result<FittedHistory & { points: HistoryPoint[] | null }>> => {
      const fitted = await this.#fitted(poolId, counted, [participant]);
      if (!fitted.ok) return fitted;
      const points = await this.#thread.ask({ ask: 'history', poolId, participant, ms: TURN_MS });
      const { version, tail } = fitted.value;
      return done({ version, tail, points });
    };
    for (;;) {
      const told = await this.#turns.pass(part);
      if (!told.ok) return told;
      const { points } = told.value;
      if (points !== null) return done({ ...told.value, points });
    }
  }

  /** Against whom and on which seat one fared how (null: no game of theirs is in the pool), with the latest of their games. */
  record(poolId: string, counted: number, participant: string, latest: number) {
    return this.#turns.pass(async (): Promise<Result<FittedRecord>> => {
      const fitted = await this.#fitted(poolId, counted, [participant]);
      if (!fitted.ok) return fitted;
      const found = await this.#thread.ask({ ask: 'record', poolId, participant });
      const recent = await this.#thread.ask({ ask: 'latest', poolId, participant, before: null, limit: latest });
      return done({ version: fitted.value.version, found, latest: recent.games });
    });
  }

  /** The games of one, the latest first, before a place that an earlier answer named as `next`. */
  latest(poolId: string, counted: number, participant: string, before: number | null, limit: number) {
    return this.#turns.pass(async (): Promise<Result<LatestResults & { version: number }>> => {
      const fitted = await this.#fitted(poolId, counted, [participant]);
      if (!fitted.ok) return fitted;
      const found = await this.#thread.ask({ ask: 'latest', poolId, participant, before, limit });
      return done({ version: fitted.value.version, ...found });
    });
  }

  /** What can be answered with as it is; null: there is a fit to be made. */
  async #restingTable(poolId: string, counted: number, needs: readonly string[]): Promise<FittedTable | null> {
    const kept = this.#kept.get(poolId);
    const table = kept?.table ?? null;
    if (kept === undefined || table === null || table.version > counted) return null;
    const isIn = needs.every((participant) => holds(table.rows, participant));
    const rests = this.restOf(poolId) > 0 && (isIn || this.#bounds.restsForAll);
    if (!rests && table.version !== counted) return null;
    return (await this.tail(poolId, table.version)) === table.tail ? table : null;
  }

  /** The ratings by so many games or more, or by fewer as above; the thread has just these. To be called in turn. */
  async #fitted(poolId: string, counted: number, needs: readonly string[]): Promise<Result<FittedTable>> {
    const known = await this.#restingTable(poolId, counted, needs);
    if (known !== null) return done(known);
    const kept = await this.#filled(poolId);
    const { participants, rest, longMs } = this.#bounds;
    if (kept.participants > participants) return tooLarge(poolId, participants);
    if (kept.table?.version === kept.games) return done(kept.table);
    const { rows, ms } = await this.#thread.ask({ ask: 'table', poolId });
    this.#fitMs = ms;
    kept.table = { version: kept.games, tail: kept.tail, rows };
    kept.fitMs = ms;
    kept.restsUntil = ms < longMs ? 0 : performance.now() + rest * ms;
    this.#tables.set(`${poolId} ${kept.games} ${kept.tail}`, rows, { size: rows.length + 1 });
    return done(kept.table);
  }

  /** Hands the thread the games that it does not have. */
  async #filled(poolId: string): Promise<KeptPool> {
    let kept = this.#kept.get(poolId) ?? nothingKept();
    this.#kept.delete(poolId); // to come last
    this.#kept.set(poolId, kept);
    for (;;) {
      // the last known one is read again: where the database was put back, it is no longer there, or another is
      const page = await this.#ratings.games(poolId, Math.max(0, kept.games - 1), PAGE);
      if (kept.tail !== null && tailOf(page[0]) !== kept.tail) {
        await this.#forget(poolId);
        kept = nothingKept();
        this.#kept.set(poolId, kept);
        continue;
      }
      Object.assign(kept, await this.#thread.ask({ ask: 'add', poolId, results: page.map(resultOf) }));
      kept.tail = tailOf(page.at(-1));
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

/** A game of a pool by its id and time: nobody makes another with the same. */
function tailOf(game: RatedGame | undefined): string | null {
  return game === undefined ? null : `${game.gameId} ${game.at.getTime()}`;
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
