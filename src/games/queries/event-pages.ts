import { type Static, Type } from '@sinclair/typebox';
import { LRUCache } from 'lru-cache';
import type { Viewer } from '#rules/kernel/ruleset.ts';
import { Nullable, Ref } from '#rules/kernel/schema.ts';
import type { Game, TableEvent } from '../model/game.ts';
import type { Played } from '../model/game-fields.ts';
import type { SeenEvent } from '../model/house-events.ts';
import type { GameLog } from '../runtime/game-log.ts';
import type { LiveGames } from '../runtime/live-games.ts';
import { EventReader } from './event-reader.ts';
import { seenEvents } from './table-view.ts';
import type { Telling } from './wording.ts';

/** Which events a page is to hold: whole versions, about `limit` events. */
export interface PageAsked {
  /** from the first version after this one on */
  after: number;
  /** before this version; the newest when it is left out */
  before?: number | undefined;
  order: 'asc' | 'desc';
  limit: number;
  telling: Telling;
}

/** What happened in a game of one ruleset, a page of it. */
export function eventPageOf({ name, prefix, kind, rulesVersion, event }: Played) {
  return Type.Object(
    {
      ruleset: kind,
      rulesVersion,
      version: Type.Integer({ minimum: 1, description: 'The version that the game has now.' }),
      events: Type.Array(Ref(event), {
        description: 'What happened after `after`, in the order that was asked for; empty when nothing did.',
      }),
      next: Nullable(Type.Integer({ minimum: 0 }), {
        description:
          'Send it as `after` for the next page, with `order=desc` as `before`; null when there is nothing more yet; 0 when the ' +
          'database has lost the version that you sent.',
      }),
    },
    { $id: `${prefix}EventPage`, description: `What happened in a game of ${name}.` },
  );
}
export type EventPage = Static<ReturnType<typeof eventPageOf>>;
type Page = Pick<EventPage, 'events' | 'next'>;

/** So many readers who read page by page are remembered with where they were. */
const BOOKMARKS = 100;
/** Newest first so many versions are folded at a time. */
const VERSIONS_AT_ONCE = { least: 10, most: 100 };

/** What happened in games, page by page, from either end of their logs. */
export class EventPages {
  readonly #games: LiveGames;
  readonly #log: GameLog;
  /** with how many losses had been seen when it was: a game of a lost history is nothing to go on from */
  readonly #bookmarks = new LRUCache<string, { game: Game; losses: number }>({ max: BOOKMARKS });

  constructor(games: LiveGames, log: GameLog) {
    this.#games = games;
    this.#log = log;
  }

  /** A page of a game that is at its newest version, as `viewer` may see it. */
  page(game: Game, viewer: Viewer, asked: PageAsked): Promise<Page> {
    return asked.order === 'desc' ? this.#newestFirst(game, viewer, asked) : this.#oldestFirst(game, viewer, asked);
  }

  async #oldestFirst(game: Game, viewer: Viewer, { after, limit, telling }: PageAsked): Promise<Page> {
    const { version } = game;
    // the database has lost what was seen: nothing tells how much of it is still there
    if (after > version) return { events: [], next: 0 };
    const { losses } = this.#games;
    const { id } = game.header;
    const mark = this.#bookmarks.get(bookmark(id, after));
    const known = mark?.losses === losses ? mark.game : undefined;
    const from = { version: after, index: null, head: null };
    const eventReader = new EventReader({ games: this.#games, log: this.#log }, viewer, from, known, telling);
    const events = (await eventReader.next(game, limit)) ?? [];
    const { version: told, known: reached } = eventReader;
    if (reached?.version === told) this.#bookmarks.set(bookmark(id, told), { game: reached, losses });
    return { events, next: told < version ? told : null };
  }

  async #newestFirst(game: Game, viewer: Viewer, { after, before, limit, telling }: PageAsked): Promise<Page> {
    const events: SeenEvent[] = [];
    let rest = Math.min(before === undefined ? game.version : before - 1, game.version);
    while (rest > after && events.length < limit) {
      const from = Math.max(after, this.#stepBack(game, rest, limit));
      const happened = await this.#between(game, from, rest);
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

  /** Where to begin for some of what happened up to a version: as far back as memory goes, else about a page. */
  #stepBack({ header }: Game, upTo: number, limit: number): number {
    const recent = this.#games.recentAfter(header.id);
    if (recent !== null && recent < upTo) return recent;
    const { least, most } = VERSIONS_AT_ONCE;
    return upTo - Math.min(most, Math.max(least, limit));
  }

  /** Whatever happened after one version, up to and including another. */
  async #between(game: Game, from: number, upTo: number): Promise<TableEvent[]> {
    const { header } = game;
    const recent = this.#games.recentEvents(header.id, from);
    if (recent !== null) return recent.filter(({ version }) => version <= upTo);
    const before = from < 1 ? null : await this.#log.gameAt(header, from);
    const happened: TableEvent[] = [];
    for await (const { events } of this.#log.changes(header, before, { upTo })) happened.push(...events);
    return happened;
  }
}

function bookmark(gameId: string, version: number): string {
  return `${gameId} ${version}`;
}
