import { hkdfSync, randomBytes } from 'node:crypto';
import type { Json } from '#rules/kernel/json.ts';
import type { DailyStore } from '../store/dailies.ts';
import type { Store } from '../store/store.ts';
import { Idempotency, type IdempotentRequest, type RowFor } from './carry-out.ts';
import type { Result } from './result.ts';

interface Issue<Essence, Answer> {
  attempt(secretOf: SecretOf, rowFor: RowFor): Promise<Result<Answer>>;
  again(secretOf: SecretOf, essence: Essence): Promise<Result<Answer>>;
}

/** Derives secrets from the sender's key and a key of the server. A repeated request gets the same ones, although they
 * are not stored. */
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

  /** Without a key of the sender, secrets are random, but the same for one `id` and `part` until the answer. */
  async #secretsOf(request: IdempotentRequest | null): Promise<SecretOf> {
    const { secretKey, operation = '' } = request ?? {};
    if (secretKey !== undefined) this.#serverKey ??= await this.#keys.key(NAME, randomBytes(BYTES));
    const key = secretKey ?? randomBytes(BYTES);
    const salt = secretKey === undefined ? '' : (this.#serverKey as Uint8Array);
    return (id, part, bytes = BYTES) => Buffer.from(hkdfSync('sha256', key, salt, `${operation} ${id} ${part}`, bytes));
  }
}

const BYTES = 32;
const NAME = 'answers with secrets';

/** `id` is the created resource, `part` the part of the answer that holds the secret. */
export type SecretOf = (id: string, part: string, bytes?: number) => Buffer;
