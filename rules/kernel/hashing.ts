// Browsers cannot hash synchronously. So for the page that verifies games, the build replaces this module.
import { createHash, createHmac, hash } from 'node:crypto';

const BLOCK_BYTES = 64;
const DIGEST_BYTES = 32;
const INNER_PAD = 0x36;
const OUTER_PAD = 0x5c;
const LONGEST_BYTES = 4096;
/** UTF-8 needs at most 3 bytes for each UTF-16 unit. */
const MOST_BYTES = 3;

/** The padded key, followed by the bytes that are hashed with it. Its content is valid only during one call. */
const inner = Buffer.alloc(BLOCK_BYTES + LONGEST_BYTES);
const outer = Buffer.alloc(BLOCK_BYTES + DIGEST_BYTES);
const digest = Buffer.alloc(DIGEST_BYTES);

/** Returns the 32 bytes of SHA-256 over bytes or over a UTF-8 text. */
export function sha256(message: Uint8Array | string): Uint8Array {
  return createHash('sha256').update(message).digest();
}

export function sha256Hex(message: Uint8Array | string): string {
  return createHash('sha256').update(message).digest('hex');
}

export function hmac(key: Uint8Array, text: string): Uint8Array {
  return createHmac('sha256', key).update(text).digest();
}

// Computes HMAC-SHA256 (RFC 2104) from two calls of `hash`, because `createHmac` allocates an object whose garbage
// collection costs more.
export function hmacHex(key: Uint8Array, text: string): string {
  if (!fits(key, text)) return createHmac('sha256', key).update(text).digest('hex');
  hashInner(key, text);
  return hash('sha256', outer, 'hex');
}

export function hmacInto(target: Uint8Array, key: Uint8Array, text: string): void {
  if (!fits(key, text)) {
    target.set(hmac(key, text));
    return;
  }
  hashInner(key, text);
  // reads the inner hash as a binary string, because allocating a buffer for it takes twice as long as hashing
  digest.write(hash('sha256', outer, 'binary'), 'binary');
  target.set(digest);
}

function fits(key: Uint8Array, text: string): boolean {
  return key.length <= BLOCK_BYTES && MOST_BYTES * text.length <= LONGEST_BYTES;
}

/** Fills `outer` with the padded key and the inner hash after it. */
function hashInner(key: Uint8Array, text: string): void {
  for (let i = 0; i < BLOCK_BYTES; i++) {
    const byte = key[i] ?? 0;
    inner[i] = byte ^ INNER_PAD;
    outer[i] = byte ^ OUTER_PAD;
  }
  const end = BLOCK_BYTES + inner.write(text, BLOCK_BYTES);
  outer.write(hash('sha256', inner.subarray(0, end), 'binary'), BLOCK_BYTES, 'binary');
}
