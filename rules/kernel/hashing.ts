// Browsers cannot hash synchronously, so the build replaces this module in the page that verifies games.
import { createHash, createHmac, hash } from 'node:crypto';

const BLOCK_BYTES = 64;
const DIGEST_BYTES = 32;
const INNER_PAD = 0x36;
const OUTER_PAD = 0x5c;
const LONGEST_BYTES = 4096;
/** A UTF-16 unit takes at most this many bytes in UTF-8. */
const MOST_BYTES = 3;

/** The padded key, followed by the message. The buffers are shared, so their content is valid only during one call. */
const inner = Buffer.alloc(BLOCK_BYTES + LONGEST_BYTES);
const outer = Buffer.alloc(BLOCK_BYTES + DIGEST_BYTES);
const digest = Buffer.alloc(DIGEST_BYTES);

/** Returns the SHA-256 (32 bytes) of bytes or of a text in UTF-8. */
export function sha256(message: Uint8Array | string): Uint8Array {
  return createHash('sha256').update(message).digest();
}

export function sha256Hex(message: Uint8Array | string): string {
  return createHash('sha256').update(message).digest('hex');
}

export function hmac(key: Uint8Array, text: string): Uint8Array {
  return createHmac('sha256', key).update(text).digest();
}

// Computes HMAC-SHA256 (RFC 2104) with two calls of `hash`. Each `createHmac` would allocate an object whose garbage
// collection takes longer.
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

/** Fills `outer` with the padded key, followed by the inner hash. */
function hashInner(key: Uint8Array, text: string): void {
  for (let i = 0; i < BLOCK_BYTES; i++) {
    const byte = key[i] ?? 0;
    inner[i] = byte ^ INNER_PAD;
    outer[i] = byte ^ OUTER_PAD;
  }
  const end = BLOCK_BYTES + inner.write(text, BLOCK_BYTES);
  outer.write(hash('sha256', inner.subarray(0, end), 'binary'), BLOCK_BYTES, 'binary');
}
