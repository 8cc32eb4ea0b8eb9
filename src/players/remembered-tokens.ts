import { LRUCache } from 'lru-cache';
import type { Suspension } from '../store/living.ts';
import type { PlayerRow, TokenRow } from '../store/tokens.ts';

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
