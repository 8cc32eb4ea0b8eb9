import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Suspension } from '../store/db.ts';
import type { HouseClock } from '../store/game-rows.ts';
import type { Store } from '../store/store.ts';
import type { PlayerRow, TokenRow } from '../store/tokens.ts';

/** How often it is asked whether another server has ended a token. */
const LOOK_MS = 1_000;
/** Longer than it takes from recognising a token to using it, so that nobody slips in while theirs ends. */
const ENDED_MS = 60_000;
const ENDED_TOKENS = 10_000;

/** The tokens in whose name something goes on for long, and those who want to know when their token has ended. */
export class TokensInUse {
  readonly #store: Store;
  readonly #clock: HouseClock;
  readonly #users = new Map<string, Set<() => void>>();
  readonly #ended = new LRUCache<string, true>({ max: ENDED_TOKENS, ttl: ENDED_MS });
  #looking: NodeJS.Timeout | null = null;

  constructor(store: Store, clock: HouseClock = store.log) {
    this.#store = store;
    this.#clock = clock;
  }

  /** Calls `onEnd` once the token was changed or revoked, or its player suspended, on whichever server, or when its time is over; until what it returns is called. */
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

  /** To be called when a token was changed or revoked here. */
  end({ hash }: TokenRow): void {
    this.#end(keyOf(hash));
  }

  #end(key: string): void {
    this.#ended.set(key, true);
    const users = this.#users.get(key) ?? [];
    this.#users.delete(key);
    for (const onEnd of users) onEnd();
  }

  /** What other servers end is asked for in one question for all, as long as there is something to ask. */
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
      // the database is away: it is asked again
    }
  }
}

function keyOf(hash: Uint8Array): string {
  return Buffer.from(hash).toString('hex');
}

/** A token that is known here, and whom it speaks for. */
export interface Identity {
  player: PlayerRow;
  token: TokenRow;
  /** that has not ended at the time when it was looked up */
  suspension: Suspension | null;
}

const MOST = 10_000;
/** So long a token that was revoked on another server may still be believed here, and an old name be shown. */
const REMEMBERED_MS = 750;

/** Whom the tokens speak for that were used a moment ago. */
export class RememberedTokens {
  readonly #byKey = new LRUCache<string, Identity>({ max: MOST, ttl: REMEMBERED_MS });
  /** how often something was forgotten: what was looked up before the last time is not remembered */
  #changes = 0;

  get(key: string): Identity | null {
    return this.#byKey.get(key) ?? null;
  }

  /** What a look-up finds is remembered from when it began, unless something changes meanwhile. */
  async after(key: string, lookUp: () => Promise<Identity | null>): Promise<Identity | null> {
    const start = performance.now();
    const changes = this.#changes;
    const found = await lookUp();
    if (found !== null && changes === this.#changes) this.#byKey.set(key, found, { start });
    return found;
  }

  /** To be called when a token was changed or revoked here. */
  forget({ hash }: TokenRow): void {
    this.#changes++;
    this.#byKey.delete(Buffer.from(hash).toString('base64'));
  }

  /** To be called when a player was changed here. */
  forgetPlayer(id: string): void {
    this.#changes++;
    for (const [key, { player }] of this.#byKey.entries()) if (player.id === id) this.#byKey.delete(key);
  }
}

export const SECRET_BYTES = 32;
const TOKEN_PREFIX = 'crp_';

/** A secret that nobody guesses, of as many random bytes, in letters that go into a header or an address as they are. */
export function secretIn(bytes: Uint8Array, prefix = TOKEN_PREFIX): string {
  return prefix + Buffer.from(bytes).toString('base64url');
}

/** Only the hash is kept; a 256-bit random secret needs no salt and no slow hash. */
export function hashOf(secret: string): Uint8Array {
  return hash('sha256', secret, 'buffer');
}
