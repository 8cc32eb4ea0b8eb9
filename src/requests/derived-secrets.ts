import { hkdfSync, randomBytes } from 'node:crypto';
import type { DailyStore } from '../store/contract/dailies.ts';
import type { IdempotentRequest } from './idempotency.ts';

const BYTES = 32;
/** In the table of keys that the servers share. */
const NAME = 'answers with secrets';

/** The bytes of one secret in an answer: `id` of what was made, and which part of the answer it is. */
export type SecretOf = (id: string, part: string, bytes?: number) => Buffer;

/**
 * Secrets that are stored nowhere and yet given again to who sends the same request: derived from the key that its sender
 * drew, and from one that only the servers of this database have. Without either nobody can derive them.
 */
export class DerivedSecrets {
  readonly #keys: Pick<DailyStore, 'key'>;
  #known: Uint8Array | null = null;

  constructor(keys: Pick<DailyStore, 'key'>) {
    this.#keys = keys;
  }

  /** Of a request without a key they are drawn: the same for the same `id` and `part` until the request has been answered. */
  async of(request: IdempotentRequest | null): Promise<SecretOf> {
    const { secretKey, operation = '' } = request ?? {};
    const [key, salt] = secretKey === undefined ? [randomBytes(BYTES), ''] : [secretKey, await this.#serverKey()];
    return (id, part, bytes = BYTES) => Buffer.from(hkdfSync('sha256', key, salt, `${operation} ${id} ${part}`, bytes));
  }

  async #serverKey(): Promise<Uint8Array> {
    this.#known ??= await this.#keys.key(NAME, randomBytes(BYTES));
    return this.#known;
  }
}
