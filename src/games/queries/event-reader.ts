import { type Static, Type } from '@sinclair/typebox';
import { LRUCache } from 'lru-cache';
import type { Viewer } from '#rules/kernel/ruleset.ts';
import { Nullable, Ref } from '#rules/kernel/schema.ts';
import type { Change, Game, TableEvent } from '../model/game.ts';
import { numbered, type Played } from '../model/game-fields.ts';
import type { SeenEvent } from '../model/house-events.ts';
import type { GameLog } from '../runtime/game-log.ts';
import type { LiveGames } from '../runtime/live-games.ts';
import { NO_TELLING, type Telling } from './house-sentences.ts';
import { seenEvents } from './table-view.ts';

export interface EventPosition {
  version: number;
  /** the index of the last event of that version that the reader has seen; null: the reader has seen them all */
  index: number | null;
  /** the head (hash of the last event) at that version, or its beginning; null: the reader does not know it */
  head: string | null;
}

/** The last version that still exists after the database has lost changes. `head` is its hash; version 0 has none. */
export interface Rewound {
  version: number;
  head: string | null;
}

const ENTRIES_FIRST = 25;
/** A reader remembers at least this many versions that it returned, to find where to continue after a loss of data. */
const HEADS_KEPT = 100;

interface EventReaderParts {
  games: LiveGames;
  log: GameLog;
}

/** Reads the events after a position for one viewer, in order and each once, from the cache or the log. */
export class EventReader {
  readonly #parts: EventReaderParts;
  readonly #viewer: Viewer;
  readonly #telling: Telling;
  #position: EventPosition;
  /** the game at the position or at an earlier version; null: not loaded */
  #known: Game | null;
  #changes: AsyncGenerator<Change> | null = null;
  /** the last versions returned; after a loss of data, the reader continues from the newest that still exists */
  #told: { version: number; head: string }[] = [];
  /** the server's count of data losses when the position was last verified; null: it never was */
  #soundAt: number | null;

  constructor(
    parts: EventReaderParts,
    viewer: Viewer,
    position: EventPosition,
    known: Game | null = null,
    telling: Telling = NO_TELLING,
  ) {
    this.#parts = parts;
    this.#viewer = viewer;
    this.#telling = telling;
    this.#position = position;
    this.#known = known;
    this.#soundAt = position.head === null ? parts.games.losses : null;
  }

  /** Call it before `next`. If the database has lost a version that was returned, goes back to the newest returned
   * version that still exists, or to 0, and returns this version. Null: nothing was lost. */
  async rewind(game: Game): Promise<Rewound | null> {
    if (await this.#isSound(game)) return null;
    const common = this.#told.findLast(({ version, head }) => this.#parts.games.recentHead(game, version) === head);
    const { version, head } = common ?? { version: 0, head: null };
    this.#told = this.#told.filter((told) => told.version <= version);
    this.#position = { version, index: null, head };
    this.#known = null;
    this.#changes = null;
    this.#soundAt = this.#parts.games.losses;
    return { version, head };
  }

  /** True if the game's log still contains the reader's position. */
  async #isSound(game: Game): Promise<boolean> {
    const { version, head } = this.#position;
    if (version > game.version) return false;
    if (version === 0 || head === null) return true;
    const now = this.#parts.games.recentHead(game, version);
    if (now !== null) return now.startsWith(head);
    const { losses } = this.#parts.games;
    if (this.#soundAt === losses) return true;
    this.#soundAt = losses;
    return this.#isInLog(game, head);
  }

  /** True if the log's hash at the reader's version begins with `head`. Caches the game if the reader has read all
   * events of that version. */
  async #isInLog(game: Game, head: string): Promise<boolean> {
    const { version, index } = this.#position;
    const then = await this.#parts.log.gameAt(game.header, version);
    this.#known = index === null ? then : null;
    this.#changes = null;
    return then.head.startsWith(head);
  }

  get version(): number {
    return this.#position.version;
  }

  get known(): Game | null {
    return this.#known;
  }

  /** Returns whole versions with at least `most` events, or all events if there are fewer; null: nothing new. */
  async next(game: Game, most: number): Promise<SeenEvent[] | null> {
    if (this.#isAtEndOf(game)) {
      this.#remember(game);
      return null;
    }
    const { version, index } = this.#position;
    const recent = this.#parts.games.recentEvents(game.header.id, index === null ? version : Math.max(0, version - 1));
    return recent === null ? this.#fromLog(game, most) : this.#fromMemory(game, recent, most);
  }

  #isAtEndOf({ version }: Game): boolean {
    return this.#position.version > version || (this.#position.version === version && this.#position.index === null);
  }

  #fromMemory(game: Game, recent: readonly TableEvent[], most: number): SeenEvent[] {
    this.#changes = null;
    const happened = recent.filter(({ version }) => version <= game.version);
    const shown = this.#untold(seenEvents(game, happened, this.#viewer, this.#telling));
    const end = shown[most - 1]?.version ?? game.version;
    for (const { version, head } of happened) if (version <= end) this.#tell(version, head);
    const head = end === game.version ? game.head : (this.#told.at(-1)?.head ?? null);
    this.#position = { version: end, index: null, head };
    if (end === game.version) this.#remember(game);
    return shown.filter(({ version }) => version <= end);
  }

  async #fromLog(game: Game, most: number): Promise<SeenEvent[]> {
    const shown: SeenEvent[] = [];
    while (shown.length < most && !this.#isAtEndOf(game)) {
      this.#known ??= await this.#gameBefore(game);
      const { game: then, events } = await this.#nextChange(game);
      this.#known = then;
      shown.push(...this.#untold(seenEvents(game, events, this.#viewer, this.#telling)));
      if (then.version < this.#position.version) continue;
      this.#tell(then.version, then.head);
      this.#position = { version: then.version, index: null, head: then.head };
    }
    return shown;
  }

  async #gameBefore({ header }: Game): Promise<Game | null> {
    const { version, index } = this.#position;
    const before = index === null ? version : version - 1;
    return before < 1 ? null : this.#parts.log.gameAt(header, before);
  }

  async #nextChange(game: Game): Promise<Change> {
    const going = await this.#changes?.next();
    if (going !== undefined && !going.done) return going.value;
    this.#changes = this.#parts.log.changes(game.header, this.#known, { upTo: game.version, atOnce: ENTRIES_FIRST });
    const begun = await this.#changes.next();
    if (begun.done) throw new Error(`the log of game ${game.header.id} ends before version ${game.version}`);
    return begun.value;
  }

  #untold(events: SeenEvent[]): SeenEvent[] {
    const { version, index } = this.#position;
    return events.filter(
      (event) => event.version > version || (event.version === version && index !== null && event.index > index),
    );
  }

  #tell(version: number, head: string): void {
    if (this.#told.at(-1)?.version === version) return;
    this.#told.push({ version, head });
    if (this.#told.length > 2 * HEADS_KEPT) this.#told.splice(0, HEADS_KEPT);
  }

  /** Keeps the game, so that reading can continue from it when the cache lacks the next events. */
  #remember(game: Game): void {
    this.#known = game;
    this.#changes = null;
  }
}

/** A request for whole versions with about `limit` events. */
export interface PageQuery {
  /** the page begins after this version */
  after: number;
  /** the page ends before this version; omitted: there is no limit */
  before?: number | undefined;
  order: 'asc' | 'desc';
  limit: number;
  telling: Telling;
}

export function eventPageOf({ name, prefix, kind, rulesVersion, event }: Played) {
  return Type.Object(
    {
      ruleset: kind,
      rulesVersion,
      version: numbered('The present version of the game.'),
      events: Type.Array(Ref(event), {
        description: 'What happened after `after`, in the order that was asked for; empty when nothing did.',
      }),
      next: Nullable(Type.Integer({ minimum: 0 }), {
        description:
          'Send it as `after` for the next page, or as `before` with `order=desc`. Null: no more yet. 0: the ' +
          'database has lost the version that you sent.',
      }),
    },
    { $id: `${prefix}EventPage`, description: `What happened in a game of ${name}.` },
  );
}
export type EventPage = Static<ReturnType<typeof eventPageOf>>;
type Page = Pick<EventPage, 'events' | 'next'>;

const BOOKMARKS = 100;
const VERSIONS_AT_ONCE = { least: 10, most: 100 };

export class EventPages {
  readonly #parts: EventReaderParts;
  /** `losses`: the number of data losses when the bookmark was made; after another loss, the bookmark is not used */
  readonly #bookmarks = new LRUCache<string, { game: Game; losses: number }>({ max: BOOKMARKS });

  constructor(parts: EventReaderParts) {
    this.#parts = parts;
  }

  page(game: Game, viewer: Viewer, asked: PageQuery): Promise<Page> {
    return asked.order === 'desc' ? this.#newestFirst(game, viewer, asked) : this.#oldestFirst(game, viewer, asked);
  }

  async #oldestFirst(game: Game, viewer: Viewer, { after, limit, telling }: PageQuery): Promise<Page> {
    const { version } = game;
    // the database has lost this version and perhaps earlier ones, so the caller must read again from 0
    if (after > version) return { events: [], next: 0 };
    const { losses } = this.#parts.games;
    const { id } = game.header;
    const mark = this.#bookmarks.get(bookmark(id, after));
    const known = mark?.losses === losses ? mark.game : undefined;
    const from = { version: after, index: null, head: null };
    const eventReader = new EventReader(this.#parts, viewer, from, known, telling);
    const events = (await eventReader.next(game, limit)) ?? [];
    const { version: told, known: reached } = eventReader;
    if (reached?.version === told) this.#bookmarks.set(bookmark(id, told), { game: reached, losses });
    return { events, next: told < version ? told : null };
  }

  async #newestFirst(game: Game, viewer: Viewer, { after, before, limit, telling }: PageQuery): Promise<Page> {
    const events: SeenEvent[] = [];
    let rest = Math.min(before === undefined ? game.version : before - 1, game.version);
    while (rest > after && events.length < limit) {
      const from = Math.max(after, this.#stepBack(game, rest, limit));
      const happened = await this.#parts.games.eventsBetween(game, from, rest);
      rest = from;
      for (const event of seenEvents(game, happened, viewer, telling).reverse()) {
        if (events.length >= limit && event.version !== events.at(-1)?.version) {
          rest = event.version;
          break;
        }
        events.push(event);
      }
    }
    return { events, next: rest > after ? rest + 1 : null };
  }

  /** Returns the version after which the page begins: where cached events begin, or else 10 to 100 versions back. */
  #stepBack({ header }: Game, upTo: number, limit: number): number {
    const recent = this.#parts.games.recentAfter(header.id);
    if (recent !== null && recent < upTo) return recent;
    const { least, most } = VERSIONS_AT_ONCE;
    return upTo - Math.min(most, Math.max(least, limit));
  }
}

function bookmark(gameId: string, version: number): string {
  return `${gameId} ${version}`;
}
