import { hkdfSync, randomBytes } from 'node:crypto';
import type { Json } from '#rules/kernel/json.ts';
import type { DailyStore } from '../store/dailies.ts';
import type { Store } from '../store/store.ts';
import { Idempotency, type Keyed, type RowFor } from './carry-out.ts';
import type { Result } from './result.ts';

interface Issue<Essence, Answer> {
  attempt(secretOf: SecretOf, rowFor: RowFor): Promise<Result<Answer>>;
  again(secretOf: SecretOf, essence: Essence): Promise<Result<Answer>>;
}

/** Derives secrets from the caller's idempotency key and a key of the server, so that a repeated request gets the same
 * secrets although they are not stored. */
export class Issuing {
  readonly #idempotency: Idempotency;
  readonly #keys: Pick<DailyStore, 'key'>;
  #serverKey: Uint8Array | null = null;

  constructor({ requests, dailies }: Pick<Store, 'requests' | 'dailies'>) {
    this.#idempotency = new Idempotency(requests);
    this.#keys = dailies;
  }

  async issue<Essence, Answer>(request: Keyed, { attempt, again }: Issue<Essence, Answer>): Promise<Result<Answer>> {
    const secretOf = await this.#secretsOf(request);
    return this.#idempotency.once(
      request,
      (rowFor) => attempt(secretOf, rowFor),
      (essence: Json) => again(secretOf, essence as Essence),
    );
  }

  /** Returns a function that derives secrets: the same ones for a repeated request, random ones if there is no key. */
  async #secretsOf(request: Keyed): Promise<SecretOf> {
    const { secretKey, operation = '' } = request ?? {};
    if (secretKey !== undefined) this.#serverKey ??= await this.#keys.key(NAME, randomBytes(BYTES));
    const key = secretKey ?? randomBytes(BYTES);
    const salt = secretKey === undefined ? '' : (this.#serverKey as Uint8Array);
    return (id, part, bytes = BYTES) => Buffer.from(hkdfSync('sha256', key, salt, `${operation} ${id} ${part}`, bytes));
  }
}

const BYTES = 32;
const NAME = 'answers with secrets';

/** Returns a secret. `id` is the created resource, `part` the field of the answer that contains the secret. */
export type SecretOf = (id: string, part: string, bytes?: number) => Buffer;
