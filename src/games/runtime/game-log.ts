import { LRUCache } from 'lru-cache';
import { firstHead } from '#rules/kernel/chain.ts';
import type { Seat } from '#rules/kernel/ruleset.ts';
import { Semaphore, TimeSlicer } from '../../eventlog/queue.ts';
import { DamagedLogs, type LogDamaged, StoreUnavailable } from '../../store/failures.ts';
import type { EventRow } from '../../store/game-rows.ts';
import { KeyMissing, SealBroken } from '../../store/sealing/secrets.ts';
import type { Store } from '../../store/store.ts';
import { fold, headAfter } from '../model/fold.ts';
import { type Change, type Game, type GameHeader, settledIn } from '../model/game.ts';
import { lineageOf, stateAfter, stateNeededBy } from '../model/lineage.ts';
import { deserialize, isDue, serialize } from './snapshot.ts';

/** Entries read at once. The number limits the memory for a long log, and the time to decrypt them to 1 ms. */
const MOST_AT_ONCE = 32;

/** Reads at the same time. The number limits for how many a move may have to wait. */
const MOST_READINGS = 2;

/** Heads kept for all games together, which take some 15 MB. */
const HEADS_KEPT = 200_000;

export interface Stretch {
  upTo?: number;
  /** the size of the first batch, which doubles each time; readers that may stop early start small */
  atOnce?: number;
}

/** `before` is null for the first entry. */
export interface LogStep {
  before: Game | null;
  row: EventRow;
  change: Change;
}

/** Reads logs. The hash chain and the stored head of the game verify every entry; from a damaged log nothing is
 * returned. */
export class GameLog {
  readonly #store: Store;
  readonly #timeSlicer: TimeSlicer;
  readonly #readings = new Semaphore(MOST_READINGS);
  readonly #positions = new PastPositions((header, from, upTo) => this.changes(header, from, { upTo }));

  /** by game: heads that were verified, from version 1 on */
  readonly #heads = new LRUCache<string, readonly string[]>({
    maxSize: HEADS_KEPT,
    sizeCalculation: (heads) => heads.length + 1,
  });
  readonly #verifying = new Map<string, Promise<readonly string[]>>();
  readonly #damages: DamagedLogs;

  /** `onDamage` is called once when a log turns out to be damaged, and again only after it was readable. */
  constructor(store: Store, timeSlicer: TimeSlicer = new TimeSlicer(), onDamage?: (error: LogDamaged) => void) {
    this.#store = store;
    this.#timeSlicer = timeSlicer;
    this.#damages = new DamagedLogs('game', onDamage);
  }

  /** Returns the entries after a version, in order. Throws `LogDamaged` before it would return an altered one. */
  async *entries(header: GameHeader, after: number, stretch: Stretch = {}): AsyncGenerator<EventRow> {
    const { id } = header;
    const heads = await this.#headsOf(header, stretch.upTo);
    const upTo = Math.min(stretch.upTo ?? heads.length, heads.length);
    let version = after;
    for await (const row of this.rows(id, after, { ...stretch, upTo })) {
      const head = headAfter(header.chainKey, heads[version - 1] ?? firstOf(header), row);
      if (row.version !== version + 1 || head !== heads[version]) return await this.#explain(header);
      version++;
      yield row;
    }
    if (version < upTo) return await this.#explain(header);
  }

  /** Reads the whole log. Throws `LogDamaged` unless it leads to the head of the game. */
  async verify(header: GameHeader): Promise<void> {
    this.#heads.delete(header.id);
    await this.#headsOf(header, Number.POSITIVE_INFINITY);
  }

  /** Throws: the log is damaged, or the database has changed since it was read. */
  async #explain(header: GameHeader): Promise<never> {
    await this.verify(header);
    throw new StoreUnavailable(`the log of game ${header.id} changed while the server read it: try again`);
  }

  async #headsOf(header: GameHeader, upTo = Number.POSITIVE_INFINITY): Promise<readonly string[]> {
    const { id } = header;
    const known = this.#heads.get(id);
    if (known !== undefined && known.length >= upTo) return known;
    const verifying =
      this.#verifying.get(id) ?? this.#verify(header, known ?? []).finally(() => this.#verifying.delete(id));
    this.#verifying.set(id, verifying);
    return verifying;
  }

  async #verify(header: GameHeader, known: readonly string[]): Promise<readonly string[]> {
    const { id, chainKey } = header;
    const tip = await this.#store.log.tip(id);
    if (tip === null) throw new StoreUnavailable(`game ${id} is no longer in the database`);
    const heads = [...known];
    let isWhole = heads.length <= tip.version;
    for await (const row of this.rows(id, heads.length, { upTo: tip.version })) {
      isWhole &&= row.version === heads.length + 1;
      heads.push(headAfter(chainKey, heads.at(-1) ?? firstOf(header), row));
    }
    isWhole &&= heads.length === tip.version && heads.at(-1) === tip.head;
    if (isWhole) {
      this.#heads.set(id, heads);
      this.#damages.readIntact(id);
      return heads;
    }
    this.forget(id);
    if (known.length > 0) return this.#verify(header, []); // what is known may belong to another history
    throw this.#damages.found(id, `does not match its head at version ${tip.version}`);
  }

  /** Returns entries as they are stored, without verifying them. Pauses after each for other work. */
  async *rows(
    gameId: string,
    after: number,
    { upTo = Number.POSITIVE_INFINITY, atOnce = MOST_AT_ONCE }: Stretch = {},
  ): AsyncGenerator<EventRow> {
    let read = after;
    for (let many = atOnce; ; many = Math.min(2 * many, MOST_AT_ONCE)) {
      const end = Math.min(upTo, read + many);
      const rows = await this.#readings
        .pass(() => this.#store.log.events(gameId, read, end))
        .catch((error) => {
          if (!(error instanceof SealBroken) || error instanceof KeyMissing) throw error;
          throw this.#damages.found(gameId, `cannot be decrypted: ${error.message}`);
        });
      for (const row of rows) {
        await this.#timeSlicer.pause();
        yield row;
      }
      if (rows.length < many || end === upTo) return;
      read = end;
    }
  }

  /** For callers that compare the last head themselves. */
  async *unverified(header: GameHeader, from: Game | null, stretch: Stretch = {}): AsyncGenerator<Change> {
    const rows = this.rows(header.id, from?.version ?? 0, stretch);
    for await (const { change } of this.#folded(header, from, rows)) yield change;
  }

  /** `from` is null for the beginning of the log. */
  async *changes(header: GameHeader, from: Game | null, stretch: Stretch = {}): AsyncGenerator<Change> {
    for await (const { change } of this.told(header, from, stretch)) yield change;
  }

  async *told(header: GameHeader, from: Game | null, stretch: Stretch = {}): AsyncGenerator<LogStep> {
    yield* this.#folded(header, from, this.entries(header, from?.version ?? 0, stretch));
  }

  async *#folded(header: GameHeader, from: Game | null, rows: AsyncIterable<EventRow>): AsyncGenerator<LogStep> {
    let before = from;
    for await (const row of rows) {
      const back = stateNeededBy(row);
      const earlier: unknown = back === null ? null : await this.stateAt(header, back);
      const change: Change = fold(header, before, row, earlier);
      yield { before, row, change };
      before = change.game;
    }
  }

  /** The version must exist, and the game must have started by then. */
  async stateAt(header: GameHeader, version: number): Promise<unknown> {
    let state: unknown = null;
    for (const row of await this.lineage(header, version)) {
      await this.#timeSlicer.pause();
      state = stateAfter(header, state, row);
    }
    return state;
  }

  /** Returns the entries that led to a version, without those taken back. The version must exist. */
  async lineage(header: GameHeader, version: number): Promise<EventRow[]> {
    const log: EventRow[] = [];
    for await (const row of this.entries(header, 0, { upTo: version })) log.push(row);
    return lineageOf(log, version);
  }

  /** The version must exist. */
  gameAt(header: GameHeader, version: number): Promise<Game> {
    return this.#positions.at(header, version);
  }

  /** Both ends are included and must exist. */
  async *games(header: GameHeader, from: number, upTo: number): AsyncGenerator<Game> {
    const first = await this.gameAt(header, from);
    yield first;
    if (from === upTo) return;
    for await (const { game } of this.changes(header, first, { upTo })) yield game;
  }

  /** Returns the newest version up to `upTo` in which the seat made an entry of one of these kinds; 0: there is
   * none. */
  async lastOf(header: GameHeader, seat: Seat, kinds: readonly string[], upTo: number): Promise<number> {
    for (let end = upTo; end > 0; end -= MOST_AT_ONCE) {
      let last = 0;
      for await (const row of this.entries(header, Math.max(0, end - MOST_AT_ONCE), { upTo: end })) {
        if (row.seat === seat && kinds.includes(row.kind)) last = row.version;
      }
      if (last > 0) return last;
    }
    return 0;
  }

  /** Call it when the history of the game may have changed. */
  forget(gameId: string): void {
    this.#positions.forget(gameId);
    this.#heads.delete(gameId);
  }
}

function firstOf(header: GameHeader): string {
  return firstHead(header.chainKey, settledIn(header));
}

const MOST_CHARACTERS = 32 * 1024 * 1024;
/** If a game has more positions than this in the cache, every second one is dropped: the longer the game, the larger
 * the gaps. */
const MOST_OF_A_GAME = 100;

type Fold = (header: GameHeader, from: Game | null, upTo: number) => AsyncIterable<Change>;

interface Kept {
  version: number;
  text: string;
}

/** Caches past positions. Readers of the same game at the same time share one pass through its log. Later ones start
 * from the positions that it kept. */
class PastPositions {
  readonly #fold: Fold;
  /** by game: positions as text, the oldest first */
  readonly #kept = new LRUCache<string, readonly Kept[]>({
    maxSize: MOST_CHARACTERS,
    sizeCalculation: (kept) => kept.reduce((sum, { text }) => sum + text.length, 1),
  });
  /** replaced if a history ends while positions are computed, which are then not kept */
  readonly #histories = new Map<string, object>();
  readonly #last = new Map<string, Promise<unknown>>();
  readonly #asked = new Map<string, Promise<Game>>();

  constructor(fold: Fold) {
    this.#fold = fold;
  }

  at(header: GameHeader, version: number): Promise<Game> {
    const key = `${header.id} ${version}`;
    const asked = this.#asked.get(key);
    if (asked !== undefined) return asked;
    const position = this.#inTurn(header.id, () => this.#reach(header, version)).finally(() => {
      if (this.#asked.get(key) === position) this.#asked.delete(key);
    });
    this.#asked.set(key, position);
    return position;
  }

  forget(gameId: string): void {
    this.#kept.delete(gameId);
    if (!this.#last.has(gameId)) return;
    this.#histories.set(gameId, {});
    for (const key of this.#asked.keys()) if (key.startsWith(`${gameId} `)) this.#asked.delete(key);
  }

  /** Runs one call after another, so that later ones use the positions that earlier ones kept. */
  #inTurn(gameId: string, work: () => Promise<Game>): Promise<Game> {
    const mine = (this.#last.get(gameId) ?? Promise.resolve()).then(work, work);
    this.#last.set(gameId, mine);
    const over = () => {
      if (this.#last.get(gameId) !== mine) return;
      this.#last.delete(gameId);
      this.#histories.delete(gameId);
    };
    mine.then(over, over);
    return mine;
  }

  async #reach(header: GameHeader, version: number): Promise<Game> {
    const history = this.#histories.get(header.id);
    let game = this.#nearest(header, version);
    if (game?.version === version) return game;
    for await (const change of this.#fold(header, game, version)) {
      game = change.game;
      const isSame = this.#histories.get(header.id) === history;
      if (isSame && isDue(game.version - 1, game.version)) this.#keep(game);
    }
    if (game === null) throw new Error(`game ${header.id} has a row but no events`);
    return game;
  }

  #nearest(header: GameHeader, version: number): Game | null {
    const nearest = this.#kept.get(header.id)?.findLast((kept) => kept.version <= version);
    return nearest === undefined ? null : deserialize(header, nearest.text);
  }

  #keep(game: Game): void {
    const { id } = game.header;
    const others = (this.#kept.get(id) ?? []).filter(({ version }) => version !== game.version);
    const kept = [...others, { version: game.version, text: serialize(game) }].sort((a, b) => a.version - b.version);
    this.#kept.set(id, kept.length > MOST_OF_A_GAME ? kept.filter((_, nth) => nth % 2 === 1) : kept);
  }
}
