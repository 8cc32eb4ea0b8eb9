import { LRUCache } from 'lru-cache';
import type { Onlooker } from '../../games/model/access.ts';
import type { Game } from '../../games/model/game.ts';
import { tableView, type Wants } from '../../games/queries/table-view.ts';

const MOST_CHARACTERS = 32 * 1024 * 1024;

/** The bodies of states as they were sent last: many ask for the same one until something changes. */
export class StateBodies {
  readonly #bodies = new LRUCache<string, string>({
    maxSize: MOST_CHARACTERS,
    sizeCalculation: (body, key) => body.length + key.length,
  });

  /** The JSON text of the game as `onlooker` may see it, which is what `etag` names. */
  of(game: Game, onlooker: Onlooker, wants: Wants, etag: string): string {
    const key = `${game.header.id} ${etag}`;
    let body = this.#bodies.get(key);
    if (body === undefined) {
      body = JSON.stringify(tableView(game, onlooker, wants));
      this.#bodies.set(key, body);
    }
    return body;
  }
}
