import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Issuing } from '../eventlog/issuing.ts';
import type { Suspension } from '../store/db.ts';
import type { ServerClock } from '../store/game-rows.ts';
import type { Store } from '../store/store.ts';
import type { PlayerRow, TokenRow } from '../store/tokens.ts';

/** How often the server checks for tokens that other servers have ended. */
const LOOK_MS = 1_000;
/** No call takes longer than this between recognizing a token and using it. */
const ENDED_MS = 60_000;
const ENDED_TOKENS = 10_000;

/** Tells long calls when their token ends. */
export class TokensInUse {
  readonly #store: Store;
  readonly #clock: ServerClock;
  readonly #users = new Map<string, Set<() => void>>();
  readonly #ended = new LRUCache<string, true>({ max: ENDED_TOKENS, ttl: ENDED_MS });
  #looking: NodeJS.Timeout | null = null;

  constructor(store: Store, clock: ServerClock = store.log) {
    this.#store = store;
    this.#clock = clock;
  }

  /** Calls `onEnd` when the token ends on any server, or when its player is suspended. The returned function stops
   * this. */
  use({ hash, turn }: TokenRow, onEnd: () => void): () => void {
    const key = keyOf(hash);
    if (this.#ended.has(key)) {
      onEnd();
      return () => {};
    }
    const users = this.#users.get(key) ?? new Set();
    this.#users.set(key, users.add(onEnd));
    this.#lookNowAndThen();
    const leftMs = turn === undefined ? null : turn.expiresAt.getTime() - this.#clock.now().getTime();
    const expiry = leftMs === null ? undefined : setTimeout(onEnd, leftMs);
    return () => {
      clearTimeout(expiry);
      users.delete(onEnd);
      if (users.size === 0 && this.#users.get(key) === users) this.#users.delete(key);
    };
  }

  /** Call it after this server has changed or ended the token. */
  end({ hash }: TokenRow): void {
    this.#end(keyOf(hash));
  }

  #end(key: string): void {
    this.#ended.set(key, true);
    const users = this.#users.get(key) ?? [];
    this.#users.delete(key);
    for (const onEnd of users) onEnd();
  }

  #lookNowAndThen(): void {
    if (this.#looking !== null || !this.#store.signals.shared) return;
    this.#looking = setTimeout(async () => {
      await this.#look();
      this.#looking = null;
      if (this.#users.size > 0) this.#lookNowAndThen();
    }, LOOK_MS);
    this.#looking.unref();
  }

  async #look(): Promise<void> {
    const hashes = [...this.#users.keys()].map((key) => Buffer.from(key, 'hex'));
    if (hashes.length === 0) return;
    try {
      for (const hash of await this.#store.tokens.unknown(hashes, this.#clock.now())) this.#end(keyOf(hash));
    } catch {
      // the database is unavailable; the next check tries again
    }
  }
}

function keyOf(hash: Uint8Array): string {
  return Buffer.from(hash).toString('hex');
}

export interface Identity {
  player: PlayerRow;
  token: TokenRow;
  /** as it was when it was looked up */
  suspension: Suspension | null;
}

const MOST = 10_000;
/** For this long, a server may still accept a token that another server has ended, and may show an old name. */
const REMEMBERED_MS = 750;

export class RememberedTokens {
  readonly #byKey = new LRUCache<string, Identity>({ max: MOST, ttl: REMEMBERED_MS });
  #changes = 0;

  get(key: string): Identity | null {
    return this.#byKey.get(key) ?? null;
  }

  /** Does not cache the result if the player or token changes during the look-up. */
  async after(key: string, lookUp: () => Promise<Identity | null>): Promise<Identity | null> {
    const start = performance.now();
    const changes = this.#changes;
    const found = await lookUp();
    if (found !== null && changes === this.#changes) this.#byKey.set(key, found, { start });
    return found;
  }

  /** Call it when this server has changed or ended the token. */
  forget({ hash }: TokenRow): void {
    this.#changes++;
    this.#byKey.delete(Buffer.from(hash).toString('base64'));
  }

  /** Call it when this server has changed the player. */
  forgetPlayer(id: string): void {
    this.#changes++;
    for (const [key, { player }] of this.#byKey.entries()) if (player.id === id) this.#byKey.delete(key);
  }
}

/** What parts that issue tokens need, besides `Players`. */
export interface TokenParts {
  store: Store;
  clock: ServerClock;
  issuing: Issuing;
}

export const SECRET_BYTES = 32;
const TOKEN_PREFIX = 'crp_';

/** Writes bytes so that they need no escape in headers and addresses. */
export function secretIn(bytes: Uint8Array, prefix = TOKEN_PREFIX): string {
  return prefix + Buffer.from(bytes).toString('base64url');
}

/** Returns the hash of a secret; only that is stored. A random secret of 256 bits needs no salt and no slow hash. */
export function hashOf(secret: string): Uint8Array {
  return hash('sha256', secret, 'buffer');
}
