// All hashing of the rules and their chance, by the runtime. Browsers have none that answers at once, so the page that
// verifies puts a module of the same functions in the place of this one.
import { createHash, createHmac, hash } from 'node:crypto';

const BLOCK_BYTES = 64;
const DIGEST_BYTES = 32;
const INNER_PAD = 0x36;
const OUTER_PAD = 0x5c;
/** Longer messages are left to the runtime. */
const LONGEST_BYTES = 4096;
/** UTF-8 takes no more bytes for one of JavaScript's characters. */
const MOST_BYTES = 3;

/** A padded key, and behind it what is hashed with it. Nothing of them outlives a call. */
const inner = Buffer.alloc(BLOCK_BYTES + LONGEST_BYTES);
const outer = Buffer.alloc(BLOCK_BYTES + DIGEST_BYTES);
const digest = Buffer.alloc(DIGEST_BYTES);

/** SHA-256 of bytes, or of a text in UTF-8: 32 bytes. */
export function sha256(message: Uint8Array | string): Uint8Array {
  return createHash('sha256').update(message).digest();
}

/** The same as lower-case hex. */
export function sha256Hex(message: Uint8Array | string): string {
  return createHash('sha256').update(message).digest('hex');
}

/** HMAC-SHA256 of a text: 32 bytes. */
export function hmac(key: Uint8Array, text: string): Uint8Array {
  return createHmac('sha256', key).update(text).digest();
}

/**
 * HMAC-SHA256 (RFC 2104) of a text as hex. Every link of a hash chain and every eight draws take one. The runtime's own
 * are objects that the garbage collector has to give back one by one, which costs more than the hashing; here they are two
 * one-shot hashes over bytes that are kept.
 */
export function hmacHex(key: Uint8Array, text: string): string {
  if (!fits(key, text)) return createHmac('sha256', key).update(text).digest('hex');
  hashInner(key, text);
  return hash('sha256', outer, 'hex');
}

/** The same as bytes, written at the beginning of `target`. */
export function hmacInto(target: Uint8Array, key: Uint8Array, text: string): void {
  if (!fits(key, text)) {
    target.set(hmac(key, text));
    return;
  }
  hashInner(key, text);
  // as a string of its bytes: to make a buffer for it takes twice as long as to hash
  digest.write(hash('sha256', outer, 'binary'), 'binary');
  target.set(digest);
}

function fits(key: Uint8Array, text: string): boolean {
  return key.length <= BLOCK_BYTES && MOST_BYTES * text.length <= LONGEST_BYTES;
}

/** Leaves the padded key for the outer hash in `outer`, and behind it the inner hash. */
function hashInner(key: Uint8Array, text: string): void {
  for (let i = 0; i < BLOCK_BYTES; i++) {
    const byte = key[i] ?? 0;
    inner[i] = byte ^ INNER_PAD;
    outer[i] = byte ^ OUTER_PAD;
  }
  const end = BLOCK_BYTES + inner.write(text, BLOCK_BYTES);
  outer.write(hash('sha256', inner.subarray(0, end), 'binary'), BLOCK_BYTES, 'binary');
}
