import { LRUCache } from 'lru-cache';
import type { Change, Game, GameHeader } from '../model/game.ts';
import { deserialize, isDue, serialize } from './snapshot.ts';

const MOST_CHARACTERS = 32 * 1024 * 1024;
/** Of a game; with more of them every other one is dropped, so that they are the further apart the longer it is. */
const MOST_OF_A_GAME = 100;

/** Every change of a game after `from`, up to a version. */
type Fold = (header: GameHeader, from: Game | null, upTo: number) => AsyncIterable<Change>;

interface Kept {
  version: number;
  text: string;
}

/**
 * Games as they were. A long log is folded once, for all who ask at the same moment, and leaves positions on the way from
 * which whoever asks later goes on.
 */
export class PastPositions {
  readonly #fold: Fold;
  /** by game, each position as text with its version, oldest first */
  readonly #kept = new LRUCache<string, readonly Kept[]>({
    maxSize: MOST_CHARACTERS,
    sizeCalculation: (kept) => kept.reduce((sum, { text }) => sum + text.length, 1),
  });
  /** changed when a history ends of which positions are being made: they are not kept then */
  readonly #histories = new Map<string, object>();
  readonly #last = new Map<string, Promise<unknown>>();
  readonly #asked = new Map<string, Promise<Game>>();

  constructor(fold: Fold) {
    this.#fold = fold;
  }

  /** The game at a version that is there. */
  at(header: GameHeader, version: number): Promise<Game> {
    const key = keyOf(header.id, version);
    const asked = this.#asked.get(key);
    if (asked !== undefined) return asked;
    const position = this.#inTurn(header.id, () => this.#reach(header, version)).finally(() => {
      if (this.#asked.get(key) === position) this.#asked.delete(key);
    });
    this.#asked.set(key, position);
    return position;
  }

  /** To be called when the history of a game may not be the one that it was. */
  forget(gameId: string): void {
    this.#kept.delete(gameId);
    if (!this.#last.has(gameId)) return;
    this.#histories.set(gameId, {});
    for (const key of this.#asked.keys()) if (key.startsWith(`${gameId} `)) this.#asked.delete(key);
  }

  /** Whoever comes later finds what those before have left on the way. */
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

  /** The last position that is kept at or before a version. */
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

function keyOf(gameId: string, version: number): string {
  return `${gameId} ${version}`;
}
