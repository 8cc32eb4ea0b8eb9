import type { Json } from '#rules/kernel/json.ts';
import type { Store } from '../store/contract/store.ts';
import { DerivedSecrets, type SecretOf } from './derived-secrets.ts';
import { Idempotency, type IdempotentRequest, type Outcome, type RepeatRefusal, type RowFor } from './idempotency.ts';

/** What a request that is answered with secrets makes, and how it is answered again. */
interface Issue<Essence, Answer, Refusal> {
  /** Makes it, with the row of the request. */
  attempt(secretOf: SecretOf, rowFor: RowFor): Promise<Outcome<Answer, Refusal>>;
  /** Makes the answer again from what the row holds, with the same secrets. */
  again(secretOf: SecretOf, essence: Essence): Promise<Outcome<Answer, Refusal>>;
}

/** Carries out requests that are answered with secrets: each once, and with the same secrets whenever it is sent again. */
export class Issuing {
  readonly #idempotency: Idempotency;
  readonly #secrets: DerivedSecrets;

  constructor(store: Pick<Store, 'requests' | 'dailies'>) {
    this.#idempotency = new Idempotency(store.requests);
    this.#secrets = new DerivedSecrets(store.dailies);
  }

  async issue<Essence, Answer, Refusal>(
    request: IdempotentRequest | null,
    { attempt, again }: Issue<Essence, Answer, Refusal>,
  ): Promise<Outcome<Answer, Refusal | RepeatRefusal>> {
    const secretOf = await this.#secrets.of(request);
    return this.#idempotency.once(
      request,
      (rowFor) => attempt(secretOf, rowFor),
      (essence: Json) => again(secretOf, essence as Essence),
    );
  }
}
