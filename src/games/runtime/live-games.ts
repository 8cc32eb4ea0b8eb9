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
  /** finds the rules of a game: of the version that was pinned when the game was created */
  rulesetOf(id: string, rulesVersion: number): AnyRuleset;
  /** games kept at most */
  max: number;
  /** of those, the ones touched last that are kept as they are used; the others are packed */
  unpacked?: number;
  /** told the ruleset of each game that was loaded from the log */
  onReplay?: ((ruleset: string) => void) | undefined;
  /** told of each game of which the database was found to have lost what was remembered */
  onLoss?: ((gameId: string) => void) | undefined;
}

/** Where the loading of a game begins, and where it has to lead. */
interface LoadFrom {
  /** what memory holds, or null */
  known: Game | null;
  /** what it held before it was forgotten: it was committed before `tip` was asked for */
  last: Tip | null;
  tip: GameTip;
  /** it is counted already that the database has lost some of it; a snapshot may be of what was lost as well */
  lost: boolean;
}

/** Streams are fed from memory as long as they are not further behind than this. */
const RECENT_EVENTS = 100;
/** Some 35 MB of games: who keeps no more than these has none of them packed. */
export const UNPACKED = 10_000;
/** Of all games together, some 30 MB: where many are played in turn, each has few, and a stream that is behind reads the log. */
const RECENT_OF_ALL = 30_000;

/**
 * Games kept in memory so that they need not be replayed from the log each time. What is kept is trusted
 * only at the version that the database confirms; what is missing is folded in from there.
 */
export class LiveGames {
  readonly #parts: LiveGamesParts;
  readonly #games: LRUCache<string, Game>;
  /** null: there are never more than are kept unpacked */
  readonly #packed: PackedGames | null;
  /** what happened last in those games of which it is kept, oldest first: it ends at the version that is kept of the game */
  readonly #recent = new LRUCache<string, TableEvent[]>({
    maxSize: RECENT_OF_ALL,
    sizeCalculation: (events) => events.length,
  });
  readonly #loading = new Map<string, Promise<Game>>();
  /** of games that are no longer remembered, though nothing says that they changed: the last that was known to be committed */
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

  /** How often it was found that the database had lost what was remembered. */
  get losses(): number {
    return this.#losses;
  }

  /** The game at the newest version that is committed, or null. */
  async current(id: string): Promise<Game | null> {
    const kept = this.remembered(id);
    if (kept !== null && !this.#parts.store.signals.shared) return kept; // nobody else writes
    const last = this.#lastKnown.get(id) ?? null;
    const tip = await this.#parts.store.log.tip(id);
    if (tip === null) {
      this.#seeGone(id);
      return null;
    }
    // what was known before the question is in the answer, or the database has lost it: then it never happened
    const lost = kept !== null && isOfLostHistory(kept, tip) && this.remembered(id)?.head === kept.head; // else another call saw it
    if (lost) this.#lose(id);
    if (kept !== null && (kept.header.erased ?? 0) !== tip.erased) this.forgetNames(id);
    let known = this.remembered(id);
    // a load that began before that version was there does not bring it
    while (known === null || known.version < tip.version) known = await this.#catchUp(id, { known, last, tip, lost });
    return known.version === tip.version ? this.markPlans(known, tip.planMark) : known;
  }

  /** The same game with that mark of its plans, which memory holds from now on if it held the game. */
  markPlans(game: Game, planMark: number): Game {
    if (planMark === game.planMark) return game;
    const marked = { ...game, planMark };
    if (this.remembered(game.header.id) === game) this.#games.set(game.header.id, marked);
    return marked;
  }

  /** The game as memory holds it; another server may have changed it since. Null: it would have to be read. */
  remembered(id: string): Game | null {
    const kept = this.#games.get(id);
    if (kept !== undefined) return kept;
    const taken = this.#packed?.take(id) ?? null;
    if (taken === null) return null;
    this.#games.set(id, taken);
    return taken;
  }

  /** To be called when it is not sure that memory holds the newest version: it is then read again, and compared. */
  forget(id: string): void {
    const known = this.remembered(id);
    if (known !== null) this.#lastKnown.set(id, { version: known.version, head: known.head });
    this.#games.delete(id);
    this.#packed?.delete(id);
  }

  /** To be called when what memory holds of the log of a game is not what it says any more. */
  forgetLog(id: string): void {
    this.forget(id);
    this.#parts.log.forget(id);
  }

  /** Call it when names were taken out of a log. A load under way may have read them before: it is not remembered. */
  forgetNames(id: string): void {
    this.#loading.delete(id);
    this.forgetLog(id);
  }

  /** A game that is over may have been deleted; one in play is lost. */
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

  /** To be called with changes only after they are committed. */
  keep(change: Change): void {
    this.#remember(change);
    const { game, events } = change;
    this.#keepSnapshot(game, (events[0]?.version ?? game.version) - 1);
  }

  /** What happened after that version, if memory goes back so far; else null. */
  recentEvents(id: string, after: number): TableEvent[] | null {
    const known = this.#recent.get(id);
    const oldest = known?.[0]?.version;
    // the oldest version may be there in part only
    if (oldest === undefined || (oldest > 1 && oldest > after)) return null;
    return known?.filter(({ version }) => version > after) ?? null;
  }

  /** What happened after one version of a game, up to and including another. */
  async eventsBetween({ header }: Game, after: number, upTo: number): Promise<TableEvent[]> {
    const recent = this.recentEvents(header.id, after);
    if (recent !== null) return recent.filter(({ version }) => version <= upTo);
    const before = after < 1 ? null : await this.#parts.log.gameAt(header, after);
    const happened: TableEvent[] = [];
    for await (const { events } of this.#parts.log.changes(header, before, { upTo })) happened.push(...events);
    return happened;
  }

  /** The version after which memory holds all that happened; null when it holds nothing. */
  recentAfter(id: string): number | null {
    const oldest = this.#recent.get(id)?.[0]?.version;
    if (oldest === undefined) return null;
    return oldest > 1 ? oldest : 0;
  }

  /** The head that this game had at a version, if memory holds it; else null. */
  recentHead(game: Game, version: number): string | null {
    if (version === game.version) return game.head;
    const recent = this.recentEvents(game.header.id, version - 1);
    return recent?.find((event) => event.version === version)?.head ?? null;
  }

  /**
   * The head that this game had at a version; null when it is not there yet, or when it is older than every decision that
   * is open and memory does not hold it.
   */
  async headAt(game: Game, version: number): Promise<string | null> {
    if (version > game.version || version < 1) return null;
    const kept = this.recentHead(game, version);
    if (kept !== null) return kept;
    if (game.decisions.every(({ since }) => version < since)) return null;
    return (await this.#parts.log.gameAt(game.header, version)).head;
  }

  /** What a game was created with; throws for an id that does not exist. */
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
    if (known === null) this.#parts.log.forget(id); // nothing tells whether the database has lost some of it meanwhile
    const { header, game: begun } =
      known === null ? await this.#beginningOf(id, last?.version) : { header: known.header, game: known };
    let change = await this.#foldTo(tip, header, begun, last).catch((error) => {
      if (error instanceof StoreUnavailable) throw error;
      return begun === null ? this.#explain(header, error) : null; // entries of one history may not even fit a position of another
    });
    if (change === null || isOfLostHistory(change.game, tip)) {
      const changed = new StoreUnavailable(`the history of game ${id} has changed while it was read`);
      if (begun === null) await this.#explain(header, changed);
      // what was gone on from, in memory or a snapshot, is of a history that the database has lost: if the log is whole
      this.forgetLog(id);
      change = await this.#foldTo(tip, header, null, last).catch((error) => this.#explain(header, error));
      if (isOfLostHistory(change.game, tip)) await this.#explain(header, changed);
      if (!lost) this.#lose(id);
    }
    if (last !== null && this.#lastKnown.get(id) === last) {
      this.#lastKnown.delete(id); // confirmed or not
      if (change.contradicts) this.#lose(id);
    }
    if (isWanted()) this.#remember(change);
    this.#keepSnapshot(change.game, begun?.version ?? 0);
    if (known === null) this.#parts.onReplay?.(header.ruleset.id);
    return change.game;
  }

  /** Throws what is wrong with the log itself, if anything is, else that error. */
  async #explain(header: GameHeader, error: unknown): Promise<never> {
    await this.#parts.log.verify(header);
    throw error;
  }

  /** The game at that version, the last of what happened since `begun`, and whether `last` is of another history. */
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

  /** Where replaying a game begins: a long one at its snapshot, if there is one, any other at its first event. */
  async #beginningOf(
    id: string,
    latest = Number.POSITIVE_INFINITY,
  ): Promise<{ header: GameHeader; game: Game | null }> {
    const row = await this.#row(id);
    const header = this.#headerOf(row);
    const snapshot = isDue(0, row.version) ? await this.#parts.store.snapshots.find(id, CODE) : null;
    // one that is ahead of the log is of another history: the log was restored without it
    const fits = snapshot !== null && snapshot.version <= Math.min(row.version, latest);
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

  /** Now and then, as a game grows. Nobody waits for it, and nothing is lost when it cannot be kept. */
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
    };
  }
}

/** Whether a game, or null, is at a version that is known to have had another head. */
function isOfOtherHistory(game: Game | null, { version, head }: Tip): boolean {
  return game !== null && game.version === version && game.head !== head;
}

/** Whether the database cannot have led to this game, though it has it: it lost changes that were committed. */
function isOfLostHistory({ version, head }: Game, tip: Tip): boolean {
  return version > tip.version || (version === tip.version && tip.head !== null && head !== tip.head);
}

function chanceIn(row: GameRow): GameHeader['chance'] {
  if (row.seed !== null) return { seed: row.seed };
  if (row.serverSeed !== null) return { serverSeed: row.serverSeed };
  throw new Error(`game ${row.id} has neither a seed nor a server seed`);
}
