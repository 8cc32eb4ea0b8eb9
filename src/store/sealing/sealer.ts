import { createCipheriv, createDecipheriv, randomFillSync } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { MasterKey } from './master-key.ts';

/** Where a sealed value stands. It opens in no other place. */
export interface Place {
  /** what shares a data key: a game, or a table */
  scope: string;
  /** table and row, as text */
  row: string;
}

/** A sealed value that does not open: damaged, moved to another place, or sealed under a key that is not there. */
export class SealBroken extends Error {
  override name = 'SealBroken';
}

/** It was sealed under a key that this server was not given: one that has it can open it. */
export class KeyMissing extends SealBroken {
  override name = 'KeyMissing';
}

const CIPHER = 'aes-256-gcm';
/** The first byte of a sealed value: how it was made. */
const FORMAT = 1;
const HEADER_BYTES = 5;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Asked for one by one, random bytes cost as much as the cipher. */
const NONCES_AT_ONCE = 512;
const DATA_KEYS_KEPT = 10_000;

/**
 * Seals with the first of its keys and opens with any of them. A sealed value is format (1 byte), id of the master key
 * (4), nonce (12), ciphertext, tag (16). What it stands for is authenticated with the first two and with its place.
 */
export class Sealer {
  readonly #keys: ReadonlyMap<string, MasterKey>;
  readonly #header: Buffer | null;
  readonly #nonces = Buffer.alloc(NONCES_AT_ONCE * NONCE_BYTES);
  #nextNonce = NONCES_AT_ONCE;
  /** by master key and scope: deriving one takes as long as sealing */
  readonly #dataKeys = new LRUCache<string, Buffer>({ max: DATA_KEYS_KEPT });

  /** Without a key nothing is sealed. */
  constructor(keys: readonly MasterKey[]) {
    this.#keys = new Map(keys.map((key) => [key.id, key]));
    const [first] = keys;
    this.#header = first === undefined ? null : Buffer.from([FORMAT, ...Buffer.from(first.id, 'hex')]);
  }

  /** The sealed value, or null when nothing is sealed here. */
  seal(place: Place, plain: Buffer): Buffer<ArrayBuffer> | null {
    if (this.#header === null) return null;
    const nonce = this.#nonce();
    const cipher = createCipheriv(CIPHER, this.#dataKey(this.#header, place), nonce);
    cipher.setAAD(boundTo(this.#header, place));
    const text = cipher.update(plain);
    cipher.final();
    return Buffer.concat([this.#header, nonce, text, cipher.getAuthTag()]);
  }

  /** What was sealed in this place. Throws `SealBroken`. */
  open(place: Place, sealed: Uint8Array): Buffer {
    const value = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
    if (value.length < HEADER_BYTES + NONCE_BYTES + TAG_BYTES) throw new SealBroken(`${place.row} is cut short`);
    const header = value.subarray(0, HEADER_BYTES);
    const nonce = value.subarray(HEADER_BYTES, HEADER_BYTES + NONCE_BYTES);
    const decipher = createDecipheriv(CIPHER, this.#dataKey(header, place), nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(boundTo(header, place));
    decipher.setAuthTag(value.subarray(-TAG_BYTES));
    const plain = decipher.update(value.subarray(HEADER_BYTES + NONCE_BYTES, -TAG_BYTES));
    try {
      decipher.final();
    } catch (error) {
      throw new SealBroken(`${place.row} was damaged, or sealed in another place`, { cause: error });
    }
    return plain;
  }

  /** Good until the next one is asked for. */
  #nonce(): Buffer {
    if (this.#nextNonce === NONCES_AT_ONCE) {
      randomFillSync(this.#nonces);
      this.#nextNonce = 0;
    }
    const at = this.#nextNonce++ * NONCE_BYTES;
    return this.#nonces.subarray(at, at + NONCE_BYTES);
  }

  #dataKey(header: Buffer, { scope, row }: Place): Buffer {
    const id = header.toString('hex', 1);
    const name = `${id} ${scope}`;
    const known = this.#dataKeys.get(name);
    if (known !== undefined) return known;
    const master = header[0] === FORMAT ? this.#keys.get(id) : undefined;
    if (master === undefined) throw new KeyMissing(`${row} is sealed under the key ${id}, which is not there`);
    const key = master.dataKey(scope);
    this.#dataKeys.set(name, key);
    return key;
  }
}

function boundTo(header: Buffer, { row }: Place): Buffer {
  return Buffer.concat([header, Buffer.from(row)]);
}
