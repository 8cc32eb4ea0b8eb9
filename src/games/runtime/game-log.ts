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

/** The number of entries that are read at once. The limit saves memory and keeps the time to decrypt them at 1 ms. */
const MOST_AT_ONCE = 32;

/** The number of reads of logs that run at the same time. A move may have to wait for them. */
const MOST_READINGS = 2;

/** The number of hashes of entries in memory for all games together, which take some 15 MB. */
const HEADS_KEPT = 200_000;

export interface Stretch {
  upTo?: number;
  /** the size of the first batch; each further batch is twice as large, so readers that may stop early start small */
  atOnce?: number;
}

/** One entry and its effect. `before` is null for the first entry. */
export interface LogStep {
  before: Game | null;
  row: EventRow;
  change: Change;
}

/** Reads logs. Compares their hash chain with the last hash of the game, except in `rows` and `unverified`. */
export class GameLog {
  readonly #store: Store;
  readonly #timeSlicer: TimeSlicer;
  readonly #readings = new Semaphore(MOST_READINGS);
  readonly #positions = new PastPositions((header, from, upTo) => this.changes(header, from, { upTo }));

  /** by game: verified hashes (heads) of its entries, from version 1 on */
  readonly #heads = new LRUCache<string, readonly string[]>({
    maxSize: HEADS_KEPT,
    sizeCalculation: (heads) => heads.length + 1,
  });
  readonly #verifying = new Map<string, Promise<readonly string[]>>();
  readonly #damages: DamagedLogs;

  /** `onDamage` is called once when a log is found damaged, and again only if it was readable in between. */
  constructor(store: Store, timeSlicer: TimeSlicer = new TimeSlicer(), onDamage?: (error: LogDamaged) => void) {
    this.#store = store;
    this.#timeSlicer = timeSlicer;
    this.#damages = new DamagedLogs('game', onDamage);
  }

  /** Returns the entries after a version, in order. Never returns an altered entry, but throws `LogDamaged`. */
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

  /** Reads the whole log. Throws `LogDamaged` unless its last hash is the one that is stored with the game. */
  async verify(header: GameHeader): Promise<void> {
    this.#heads.delete(header.id);
    await this.#headsOf(header, Number.POSITIVE_INFINITY);
  }

  /** Throws `LogDamaged` if the log is damaged, or else `StoreUnavailable`: the log has changed since it was read. */
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
    if (tip === null)
      throw new StoreUnavailable(`the database has lost game ${id}: restore a backup that has this game`);
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
    if (known.length > 0) return this.#verify(header, []); // the cached heads may be older than a loss of data
    throw this.#damages.found(id, `does not match its head at version ${tip.version}`);
  }

  /** Returns entries as they are stored, without verifying them. Pauses after each one for other work. */
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

  /** Returns changes without verifying them, for callers that compare the last hash themselves. */
  async *unverified(header: GameHeader, from: Game | null, stretch: Stretch = {}): AsyncGenerator<Change> {
    const rows = this.rows(header.id, from?.version ?? 0, stretch);
    for await (const { change } of this.#folded(header, from, rows)) yield change;
  }

  /** Returns the changes after `from`; null: from the beginning of the log. */
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

  /** Returns the state at a version. The version must exist and not be before the start. */
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

  /** Returns the game at a version, which must exist. */
  gameAt(header: GameHeader, version: number): Promise<Game> {
    return this.#positions.at(header, version);
  }

  /** Returns the games from one version to another, including both. Both must exist. */
  async *games(header: GameHeader, from: number, upTo: number): AsyncGenerator<Game> {
    const first = await this.gameAt(header, from);
    yield first;
    if (from === upTo) return;
    for await (const { game } of this.changes(header, first, { upTo })) yield game;
  }

  /** Returns the newest version up to `upTo` at which the seat made an entry of these kinds; 0: there is none. */
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

  /** Drops what is cached of a log. Call it when the history of the game may have changed. */
  forget(gameId: string): void {
    this.#positions.forget(gameId);
    this.#heads.delete(gameId);
  }
}

function firstOf(header: GameHeader): string {
  return firstHead(header.chainKey, settledIn(header));
}

const MOST_CHARACTERS = 32 * 1024 * 1024;
/** If more positions of a game are cached, every second one is dropped. The gaps grow with the length of the game. */
const MOST_OF_A_GAME = 100;

type Fold = (header: GameHeader, from: Game | null, upTo: number) => AsyncIterable<Change>;

interface Kept {
  version: number;
  text: string;
}

/** Caches past positions. Readers of a game at the same time share one pass through its log; later readers start from
 * the cached positions. */
class PastPositions {
  readonly #fold: Fold;
  /** by game: positions as text, oldest first */
  readonly #kept = new LRUCache<string, readonly Kept[]>({
    maxSize: MOST_CHARACTERS,
    sizeCalculation: (kept) => kept.reduce((sum, { text }) => sum + text.length, 1),
  });
  /** by game: a token that `forget` replaces, so that positions whose computation began earlier are not cached */
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

  /** Runs calls for a game one after another, so that later calls use the positions that earlier ones cached. */
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
