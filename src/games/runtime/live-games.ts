import { LRUCache } from 'lru-cache';
import type { AnyRuleset } from '#rules/kernel/ruleset.ts';
import { CODE } from '../../generated/code.ts';
import { StoreUnavailable } from '../../store/failures.ts';
import type { GameRow, GameTip, Tip } from '../../store/game-rows.ts';
import type { Store } from '../../store/store.ts';
import type { Clock } from '../model/clock.ts';
import { type Change, type Game, type GameHeader, isOver, type TableEvent, type Visibility } from '../model/game.ts';
import type { GameLog } from './game-log.ts';
import { deserialize, isDue, PackedGames, serialize, sign, verified } from './snapshot.ts';

interface LiveGamesParts {
  store: Store;
  log: GameLog;
  /** returns the rules of the version with which a game was created */
  rulesetOf(id: string, rulesVersion: number): AnyRuleset;
  max: number;
  /** the number of games that are cached uncompressed: those that were used last */
  unpacked?: number;
  /** called with the ruleset of each game that is loaded from the log */
  onReplay?: ((ruleset: string) => void) | undefined;
  /** called for each game of which the database has lost changes that were cached */
  onLoss?: ((gameId: string) => void) | undefined;
}

interface LoadFrom {
  known: Game | null;
  /** the version and last hash of the game when the cache dropped it; read before `tip`; null: none is known */
  last: Tip | null;
  tip: GameTip;
  /** true: a loss was noticed and counted; the snapshot may belong to the lost history */
  lost: boolean;
}

/** A stream that is at most this many events behind reads them from the cache. */
const RECENT_EVENTS = 100;
/** This many games take some 35 MB. A cache for more games compresses those that were not used for longest. */
export const UNPACKED = 10_000;
/** The number of cached events of all games together, some 30 MB. Streams that need older events read the log. */
const RECENT_OF_ALL = 30_000;

/** Caches games. If several servers share the database, each read asks it for the newest version and adds the missing
 * changes to the cached game. */
export class LiveGames {
  readonly #parts: LiveGamesParts;
  readonly #games: LRUCache<string, Game>;
  /** null: the cache is so small that all its games stay uncompressed */
  readonly #packed: PackedGames | null;
  /** by game: the last events up to the cached version, oldest first */
  readonly #recent = new LRUCache<string, TableEvent[]>({
    maxSize: RECENT_OF_ALL,
    sizeCalculation: (events) => events.length,
  });
  readonly #loading = new Map<string, Promise<Game>>();
  /** the last version and hash of games that `forget` dropped from the cache, to notice a loss of data */
  readonly #lastKnown: LRUCache<string, Tip>;
  #losses = 0;

  constructor(parts: LiveGamesParts) {
    const { max, unpacked = UNPACKED } = parts;
    this.#parts = parts;
    this.#lastKnown = new LRUCache({ max });
    this.#packed = max > unpacked ? new PackedGames(max - unpacked) : null;
    this.#games = new LRUCache({
      max: Math.min(max, unpacked),
      dispose: (game, id, why) => {
        if (why === 'set') return;
        this.#recent.delete(id);
        if (why === 'evict') this.#packed?.put(game);
      },
    });
  }

  get size(): number {
    return this.#games.size + (this.#packed?.size ?? 0);
  }

  /** The number of times that a loss of data was noticed. */
  get losses(): number {
    return this.#losses;
  }

  /** Returns the game at its newest stored version; null: there is none. */
  async current(id: string): Promise<Game | null> {
    const kept = this.remembered(id);
    if (kept !== null && !this.#parts.store.signals.shared) return kept; // no other server writes to this database
    const last = this.#lastKnown.get(id) ?? null;
    const tip = await this.#parts.store.log.tip(id);
    if (tip === null) {
      this.#seeGone(id);
      return null;
    }
    // The database has lost changes if it lacks the version that the cache held before the query. If that version is no
    // longer cached now, another call has noticed the loss.
    const lost = kept !== null && isOfLostHistory(kept, tip) && this.remembered(id)?.head === kept.head;
    if (lost) this.#lose(id);
    if (kept !== null && (kept.header.erased ?? 0) !== tip.erased) this.forgetNames(id);
    let known = this.remembered(id);
    // repeats, because a load that began earlier may return an older version
    while (known === null || known.version < tip.version) known = await this.#catchUp(id, { known, last, tip, lost });
    return known.version === tip.version ? this.markPlans(known, tip.planMark) : known;
  }

  /** Sets the game's `planMark`, which changes with its plans; also in the cache. */
  markPlans(game: Game, planMark: number): Game {
    if (planMark === game.planMark) return game;
    const marked = { ...game, planMark };
    if (this.remembered(game.header.id) === game) this.#games.set(game.header.id, marked);
    return marked;
  }

  /** Returns the cached game; null: it is not cached. It may be old if another server has changed the game. */
  remembered(id: string): Game | null {
    const kept = this.#games.get(id);
    if (kept !== undefined) return kept;
    const taken = this.#packed?.take(id) ?? null;
    if (taken === null) return null;
    this.#games.set(id, taken);
    return taken;
  }

  /** Drops a game from the cache. Call it when the cached game may be old; it is then read again and compared. */
  forget(id: string): void {
    const known = this.remembered(id);
    if (known !== null) this.#lastKnown.set(id, { version: known.version, head: known.head });
    this.#games.delete(id);
    this.#packed?.delete(id);
  }

  /** Drops a game and its log from the cache. Call it when the cached log may be wrong. */
  forgetLog(id: string): void {
    this.forget(id);
    this.#parts.log.forget(id);
  }

  /** Call it after a name was erased. A game that is being loaded is not cached: it may contain the name. */
  forgetNames(id: string): void {
    this.#loading.delete(id);
    this.forgetLog(id);
  }

  #seeGone(id: string): void {
    const kept = this.remembered(id);
    if (kept === null ? this.#lastKnown.has(id) : !isOver(kept)) this.#lose(id);
  }

  #lose(id: string): void {
    this.forgetLog(id);
    this.#lastKnown.delete(id);
    this.#losses++;
    this.#parts.onLoss?.(id);
  }

  /** Caches a change. Call it only after the change is committed. */
  keep(change: Change): void {
    this.#remember(change);
    const { game, events } = change;
    this.#keepSnapshot(game, (events[0]?.version ?? game.version) - 1);
  }

  /** Returns the events after a version from the cache; null: the cache lacks some of them. */
  recentEvents(id: string, after: number): TableEvent[] | null {
    const known = this.#recent.get(id);
    const oldest = known?.[0]?.version;
    // the cache may lack some events of its oldest version
    if (oldest === undefined || (oldest > 1 && oldest > after)) return null;
    return known?.filter(({ version }) => version > after) ?? null;
  }

  /** Returns the events after the version `after`, up to and including `upTo`. */
  async eventsBetween({ header }: Game, after: number, upTo: number): Promise<TableEvent[]> {
    const recent = this.recentEvents(header.id, after);
    if (recent !== null) return recent.filter(({ version }) => version <= upTo);
    const before = after < 1 ? null : await this.#parts.log.gameAt(header, after);
    const happened: TableEvent[] = [];
    for await (const { events } of this.#parts.log.changes(header, before, { upTo })) happened.push(...events);
    return happened;
  }

  /** Returns the version after which the cache has all events; null: it has none. The oldest cached version may lack
   * some of its events, unless it is version 1. */
  recentAfter(id: string): number | null {
    const oldest = this.#recent.get(id)?.[0]?.version;
    if (oldest === undefined) return null;
    return oldest > 1 ? oldest : 0;
  }

  recentHead(game: Game, version: number): string | null {
    if (version === game.version) return game.head;
    const recent = this.recentEvents(game.header.id, version - 1);
    return recent?.find((event) => event.version === version)?.head ?? null;
  }

  /** Returns the hash at a version; null: no such version, or it is not cached and older than all open decisions. */
  async headAt(game: Game, version: number): Promise<string | null> {
    if (version > game.version || version < 1) return null;
    const kept = this.recentHead(game, version);
    if (kept !== null) return kept;
    if (game.decisions.every(({ since }) => version < since)) return null;
    return (await this.#parts.log.gameAt(game.header, version)).head;
  }

  /** Returns the header of a game. Throws if there is no such game. */
  async header(id: string): Promise<GameHeader> {
    return this.#headerOf(await this.#row(id));
  }

  #catchUp(id: string, from: LoadFrom): Promise<Game> {
    const loading = this.#loading.get(id);
    if (loading !== undefined) return loading;
    const isWanted = () => this.#loading.get(id) === load;
    const load = this.#load(id, from, isWanted).finally(() => {
      if (isWanted()) this.#loading.delete(id);
    });
    this.#loading.set(id, load);
    return load;
  }

  async #load(id: string, { known, last, tip, lost }: LoadFrom, isWanted: () => boolean): Promise<Game> {
    if (known === null) this.#parts.log.forget(id); // the database may have lost a part of the log since it was cached
    const { header, game: begun } =
      known === null ? await this.#beginningOf(id, last?.version) : { header: known.header, game: known };
    let change = await this.#foldTo(tip, header, begun, last).catch((error) => {
      if (error instanceof StoreUnavailable) throw error;
      return begun === null ? this.#explain(header, error) : null; // `begun` may belong to a lost history
    });
    if (change === null || isOfLostHistory(change.game, tip)) {
      const changed = new StoreUnavailable(`the log of game ${id} changed while the server read it: try again`);
      if (begun === null) await this.#explain(header, changed);
      // the log is undamaged, so `begun` (a cached game or a snapshot) belongs to a lost history
      this.forgetLog(id);
      change = await this.#foldTo(tip, header, null, last).catch((error) => this.#explain(header, error));
      if (isOfLostHistory(change.game, tip)) await this.#explain(header, changed);
      if (!lost) this.#lose(id);
    }
    if (last !== null && this.#lastKnown.get(id) === last) {
      this.#lastKnown.delete(id);
      if (change.contradicts) this.#lose(id);
    }
    if (isWanted()) this.#remember(change);
    this.#keepSnapshot(change.game, begun?.version ?? 0);
    if (known === null) this.#parts.onReplay?.(header.ruleset.id);
    return change.game;
  }

  /** Throws `LogDamaged` if the log is damaged; otherwise throws `error`. */
  async #explain(header: GameHeader, error: unknown): Promise<never> {
    await this.#parts.log.verify(header);
    throw error;
  }

  /** Returns the game at the newest version, its last events, and whether the log contradicts `last`. */
  async #foldTo(
    { version, planMark }: GameTip,
    header: GameHeader,
    begun: Game | null,
    last: Tip | null,
  ): Promise<Change & { contradicts: boolean }> {
    let game = begun;
    const happened: TableEvent[] = [];
    let contradicts = last !== null && (last.version > version || isOfOtherHistory(begun, last));
    for await (const change of this.#parts.log.unverified(header, begun, { upTo: version })) {
      game = change.game;
      if (last !== null && isOfOtherHistory(game, last)) contradicts = true;
      happened.push(...change.events);
      if (happened.length > 2 * RECENT_EVENTS) happened.splice(0, RECENT_EVENTS);
    }
    if (game?.version !== version) throw new Error(`the log of game ${header.id} ends before version ${version}`);
    return { game: { ...game, planMark }, events: happened, contradicts };
  }

  /** Returns where the replay of the log begins: at the snapshot of a long game, or else at its first entry (null). */
  async #beginningOf(id: string, latest?: number): Promise<{ header: GameHeader; game: Game | null }> {
    const row = await this.#row(id);
    const header = this.#headerOf(row);
    const snapshot = isDue(0, row.version) ? await this.#parts.store.snapshots.find(id, CODE) : null;
    // a snapshot newer than the log belongs to another history: the database was restored to an earlier time
    const fits = snapshot !== null && snapshot.version <= Math.min(row.version, latest ?? row.version);
    const text = fits ? verified(header, snapshot.game) : null;
    return { header, game: text === null ? null : deserialize(header, text) };
  }

  #remember({ game, events }: Change): void {
    const { id } = game.header;
    const known = this.remembered(id);
    if (known !== null && known.version >= game.version) return;
    const continues = known !== null && events[0]?.version === known.version + 1;
    const recent = continues ? [...(this.#recent.get(id) ?? []), ...events] : events;
    this.#games.set(id, game);
    if (recent.length === 0) this.#recent.delete(id);
    else this.#recent.set(id, recent.slice(-RECENT_EVENTS));
  }

  /** Stores a snapshot. A failure is ignored, because a snapshot only saves time. */
  #keepSnapshot(game: Game, from: number): void {
    const { version, header } = game;
    if (!isDue(from, version)) return;
    const snapshot = { gameId: header.id, version, code: CODE, game: sign(header, serialize(game)) };
    this.#parts.store.snapshots.keep(snapshot, header.erased ?? 0).catch(() => {});
  }

  async #row(id: string): Promise<GameRow> {
    const row = await this.#parts.store.game(id);
    if (row === null) throw new Error(`game ${id} has events but no row`);
    return row;
  }

  #headerOf(row: GameRow): GameHeader {
    return {
      id: row.id,
      erased: row.erased,
      ruleset: this.#parts.rulesetOf(row.ruleset, row.rulesVersion),
      options: row.options,
      seatCount: row.seatCount,
      visibility: row.visibility as Visibility,
      inviteCode: row.inviteCode,
      createdBy: row.createdBy,
      createdAt: row.createdAt,
      commitment: row.commitment,
      commitmentId: row.commitmentId,
      chance: chanceIn(row),
      chainKey: row.chainKey,
      clock: row.clock as Clock | null,
      standIn: row.standIn,
      rematchOf: row.rematchOf,
      daily: row.daily === null ? null : { name: row.daily, practice: row.practice },
      rated: row.rated,
      place: row.place,
      allowsChat: row.allowsChat,
      hidesOdds: row.hidesOdds,
      unattended: row.status === 'finished' ? row.unattended : null,
    };
  }
}

function isOfOtherHistory(game: Game | null, { version, head }: Tip): boolean {
  return game !== null && game.version === version && game.head !== head;
}

/** True if the database has lost committed changes of this game. */
function isOfLostHistory({ version, head }: Game, tip: Tip): boolean {
  return version > tip.version || (version === tip.version && tip.head !== null && head !== tip.head);
}

function chanceIn(row: GameRow): GameHeader['chance'] {
  if (row.seed !== null) return { seed: row.seed };
  if (row.serverSeed !== null) return { serverSeed: row.serverSeed };
  throw new Error(`game ${row.id} has neither a seed nor a server seed`);
}
