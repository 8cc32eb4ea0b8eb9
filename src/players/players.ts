import { createHash, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { uuidv7 } from 'uuidv7';
import type { PlayerRow, Store } from '../store/store.ts';

export type PlayerKind = PlayerRow['kind'];
export type Player = PlayerRow;

const TOKEN_BYTES = 32;
const TOKEN_PREFIX = 'crp_';
const TOKEN = /^crp_[A-Za-z0-9_-]{43}$/;
const REMEMBERED_TOKENS = 10_000;

/** Only the hash is kept; a 256-bit random token needs no salt and no slow hash. */
function hashOf(token: string): Uint8Array {
  return createHash('sha256').update(token).digest();
}

/** Everyone who plays, people and agents, and the tokens that speak for them. */
export class Players {
  readonly #store: Store;
  readonly #byToken = new LRUCache<string, Player>({ max: REMEMBERED_TOKENS });

  constructor(store: Store) {
    this.#store = store;
  }

  /** Registers a player. The token is returned here once and can never be read again. */
  async create(name: string, kind: PlayerKind): Promise<{ player: Player; token: string }> {
    const token = TOKEN_PREFIX + randomBytes(TOKEN_BYTES).toString('base64url');
    const player: Player = { id: uuidv7(), name, kind, createdAt: new Date() };
    await this.#store.createPlayer(player, hashOf(token));
    return { player, token };
  }

  /** The player whom a token speaks for, or null. */
  async byToken(token: string): Promise<Player | null> {
    if (!TOKEN.test(token)) return null;
    const hash = hashOf(token);
    const key = Buffer.from(hash).toString('base64');
    const known = this.#byToken.get(key);
    if (known !== undefined) return known;
    const player = await this.#store.playerByTokenHash(hash);
    if (player !== null) this.#byToken.set(key, player);
    return player;
  }

  async get(id: string): Promise<Player | null> {
    return this.#store.player(id);
  }
}
