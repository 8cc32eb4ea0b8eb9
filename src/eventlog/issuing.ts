import { hkdfSync, randomBytes } from 'node:crypto';
import type { Json } from '#rules/kernel/json.ts';
import type { DailyStore } from '../store/dailies.ts';
import type { Store } from '../store/store.ts';
import { Idempotency, type IdempotentRequest, type RowFor } from './carry-out.ts';
import type { Result } from './result.ts';

/** What a request that is answered with secrets makes, and how it is answered again. */
interface Issue<Essence, Answer> {
  /** Makes it, with the row of the request. */
  attempt(secretOf: SecretOf, rowFor: RowFor): Promise<Result<Answer>>;
  /** Makes the answer again from what the row holds, with the same secrets. */
  again(secretOf: SecretOf, essence: Essence): Promise<Result<Answer>>;
}

/**
 * Carries out requests that are answered with secrets: each once, and with the same secrets whenever it is sent again. They are
 * stored nowhere, but derived from the key that the sender drew, and from one that only the servers of this database have.
 */
export class Issuing {
  readonly #idempotency: Idempotency;
  readonly #keys: Pick<DailyStore, 'key'>;
  #serverKey: Uint8Array | null = null;

  constructor({ requests, dailies }: Pick<Store, 'requests' | 'dailies'>) {
    this.#idempotency = new Idempotency(requests);
    this.#keys = dailies;
  }

  async issue<Essence, Answer>(
    request: IdempotentRequest | null,
    { attempt, again }: Issue<Essence, Answer>,
  ): Promise<Result<Answer>> {
    const secretOf = await this.#secretsOf(request);
    return this.#idempotency.once(
      request,
      (rowFor) => attempt(secretOf, rowFor),
      (essence: Json) => again(secretOf, essence as Essence),
    );
  }

  /** Of a request without a key they are drawn: the same for the same `id` and `part` until the request has been answered. */
  async #secretsOf(request: IdempotentRequest | null): Promise<SecretOf> {
    const { secretKey, operation = '' } = request ?? {};
    if (secretKey !== undefined) this.#serverKey ??= await this.#keys.key(NAME, randomBytes(BYTES));
    const key = secretKey ?? randomBytes(BYTES);
    const salt = secretKey === undefined ? '' : (this.#serverKey as Uint8Array);
    return (id, part, bytes = BYTES) => Buffer.from(hkdfSync('sha256', key, salt, `${operation} ${id} ${part}`, bytes));
  }
}

const BYTES = 32;
/** In the table of keys that the servers share. */
const NAME = 'answers with secrets';

/** The bytes of one secret in an answer: `id` of what was made, and which part of the answer it is. */
export type SecretOf = (id: string, part: string, bytes?: number) => Buffer;
