import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Issuing } from '../eventlog/issuing.ts';
import type { Suspension } from '../store/db.ts';
import type { ServerClock } from '../store/game-rows.ts';
import type { Store } from '../store/store.ts';
import type { PlayerRow, TokenRow } from '../store/tokens.ts';

/** The interval at which the server checks for tokens that other servers have ended. */
const LOOK_MS = 1_000;
/** Ended tokens are remembered this long, which is longer than any call takes from checking its token to using it. */
const ENDED_MS = 60_000;
const ENDED_TOKENS = 10_000;

/** Notifies long calls when their token ends, so that they end too. */
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

  /** Calls `onEnd` when the token ends on any server or its player is suspended. Returns a function that stops this. */
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

  /** Ends the calls that use a token. Call it after this server has changed or ended the token. */
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
  /** the suspension of the player when the token was looked up; null: there was none */
  suspension: Suspension | null;
}

const MOST = 10_000;
/** A server may accept a token for this long after another server has ended it, and may show an old name. */
const REMEMBERED_MS = 750;

export class RememberedTokens {
  readonly #byKey = new LRUCache<string, Identity>({ max: MOST, ttl: REMEMBERED_MS });
  #changes = 0;

  get(key: string): Identity | null {
    return this.#byKey.get(key) ?? null;
  }

  /** Looks up a token. Does not cache the result if the player or a token changes meanwhile. */
  async after(key: string, lookUp: () => Promise<Identity | null>): Promise<Identity | null> {
    const start = performance.now();
    const changes = this.#changes;
    const found = await lookUp();
    if (found !== null && changes === this.#changes) this.#byKey.set(key, found, { start });
    return found;
  }

  /** Drops a token from the cache. Call it when this server has changed or ended the token. */
  forget({ hash }: TokenRow): void {
    this.#changes++;
    this.#byKey.delete(Buffer.from(hash).toString('base64'));
  }

  /** Drops the tokens of a player from the cache. Call it when this server has changed the player. */
  forgetPlayer(id: string): void {
    this.#changes++;
    for (const [key, { player }] of this.#byKey.entries()) if (player.id === id) this.#byKey.delete(key);
  }
}

/** The parts that `Devices` and `TurnTokens` need to issue tokens. */
export interface TokenParts {
  store: Store;
  clock: ServerClock;
  issuing: Issuing;
}

export const SECRET_BYTES = 32;
const TOKEN_PREFIX = 'crp_';

/** Writes bytes as base64url, which needs no escape in headers and URLs. */
export function secretIn(bytes: Uint8Array, prefix = TOKEN_PREFIX): string {
  return prefix + Buffer.from(bytes).toString('base64url');
}

/** Returns the hash that is stored instead of a secret. Random 256 bits need no salt and no slow hash. */
export function hashOf(secret: string): Uint8Array {
  return hash('sha256', secret, 'buffer');
}
