import { createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto';

/** Keys that cannot be used, or not with this database; the message says what would fit and never shows a key. */
export class SecretsKeyError extends Error {
  override name = 'SecretsKeyError';
}

const KEY_BYTES = 32;
const ID_BYTES = 4;
const BASE64 = /^[A-Za-z0-9+/]{43}=$/;

/** A key from outside the database, from which all keys that seal something are derived. */
export class MasterKey {
  /** Eight hexadecimal digits that tell keys apart and say nothing of them. */
  readonly id: string;
  readonly #secret: KeyObject;

  /** `text`: 32 bytes in base64. Throws `SecretsKeyError`. */
  constructor(text: string) {
    if (!BASE64.test(text)) throw new SecretsKeyError(`a key is ${KEY_BYTES} bytes in base64`);
    this.#secret = createSecretKey(text, 'base64');
    this.id = this.#derived('key id', ID_BYTES).toString('hex');
  }

  /** The key, of 32 bytes, for what belongs to one scope: HKDF-SHA-256 (RFC 5869) without a salt, since the key is random. */
  dataKey(scope: string): Buffer {
    return this.#derived(`data ${scope}`, KEY_BYTES);
  }

  #derived(info: string, bytes: number): Buffer {
    return Buffer.from(hkdfSync('sha256', this.#secret, '', `croupier ${info}`, bytes));
  }
}

/** A new key as text. */
export function newMasterKey(): string {
  return randomBytes(KEY_BYTES).toString('base64');
}
