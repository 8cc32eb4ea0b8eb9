import { deserialize, serialize } from 'node:v8';
import { deflateRawSync, inflateRawSync, type ZlibOptions } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { Game, GameHeader } from '../model/game.ts';

/** A game is a few thousand bytes: what looks further back, or makes more room, only takes longer to begin. */
const SMALL: ZlibOptions = { level: 1, windowBits: 13, memLevel: 5, chunkSize: 4096 };

interface Packed {
  bytes: Uint8Array;
  /** what its bytes are told apart from: another game, unpacked */
  like: Buffer;
  ruleset: GameHeader['ruleset'];
}

/**
 * Games that have not been touched for a while, each as it was, in a fifth of the memory and outside the heap, where nothing
 * looks at them. To pack one and to unpack it again takes a fraction of what it takes to read it from the database.
 */
export class PackedGames {
  readonly #games: LRUCache<string, Packed>;
  /** of each ruleset the first game that was packed: what all of them have in common is not kept again */
  readonly #likes = new Map<GameHeader['ruleset'], Buffer>();

  constructor(max: number) {
    this.#games = new LRUCache({ max });
  }

  get size(): number {
    return this.#games.size;
  }

  put({ header, ...game }: Game): void {
    const { ruleset, ...settled } = header;
    const whole = serialize([settled, game]);
    const like = this.#likes.get(ruleset) ?? whole;
    this.#likes.set(ruleset, like);
    // of their own: what is made by zlib is a part of a larger buffer, which would be kept with it
    const bytes = new Uint8Array(deflateRawSync(whole, { ...SMALL, dictionary: like }));
    this.#games.set(header.id, { bytes, like, ruleset });
  }

  /** The game, which is then no longer here; null: it is not here. */
  take(id: string): Game | null {
    const found = this.#games.get(id);
    if (found === undefined) return null;
    this.#games.delete(id);
    const { bytes, like, ruleset } = found;
    const [settled, game]: [Omit<GameHeader, 'ruleset'>, Omit<Game, 'header'>] = deserialize(
      inflateRawSync(bytes, { ...SMALL, dictionary: like }),
    );
    return { ...game, header: withOwnBytes({ ...settled, ruleset }) };
  }

  delete(id: string): void {
    this.#games.delete(id);
  }
}

/** What is read from bytes still points into all of them. */
function withOwnBytes(header: GameHeader): GameHeader {
  const { chainKey, chance } = header;
  const own = 'seed' in chance ? chance : { serverSeed: new Uint8Array(chance.serverSeed) };
  return { ...header, chainKey: new Uint8Array(chainKey), chance: own };
}
