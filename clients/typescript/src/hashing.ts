// SHA-256 (FIPS 180-4) and HMAC (RFC 2104) for browsers, whose own functions are asynchronous and missing on pages
// without HTTPS. Builds use it instead of the rules' module, which needs Node.js.
import { hexOf } from '../../../rules/kernel/hex.ts';

const BLOCK_BYTES = 64;
const DIGEST_BYTES = 32;
const INNER_PAD = 0x36;
const OUTER_PAD = 0x5c;

const utf8 = new TextEncoder();
/** Made of the cube roots of the first 64 primes, and of the square roots of the first 8: 32 bits of each fraction. */
const ROUND_KEYS = Uint32Array.from(primes(64), (prime) => fractionBits(Math.cbrt(prime)));
const START = Uint32Array.from(primes(8), (prime) => fractionBits(Math.sqrt(prime)));
const schedule = new Uint32Array(64);

/** Returns 32 bytes. Texts are encoded in UTF-8. */
export function sha256(message: Uint8Array | string): Uint8Array {
  const bytes = typeof message === 'string' ? utf8.encode(message) : message;
  const padded = new Uint8Array(BLOCK_BYTES * Math.ceil((bytes.length + 9) / BLOCK_BYTES));
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(padded.length - 4, (bytes.length * 8) >>> 0);
  const state = Uint32Array.from(START);
  for (let at = 0; at < padded.length; at += BLOCK_BYTES) compress(state, view, at);
  const digest = new Uint8Array(DIGEST_BYTES);
  const words = new DataView(digest.buffer);
  for (const [i, word] of state.entries()) words.setUint32(4 * i, word);
  return digest;
}

export function sha256Hex(message: Uint8Array | string): string {
  return hexOf(sha256(message));
}

/** Returns 32 bytes. */
export function hmac(key: Uint8Array, text: string): Uint8Array {
  const short = key.length > BLOCK_BYTES ? sha256(key) : key;
  const message = utf8.encode(text);
  const inner = new Uint8Array(BLOCK_BYTES + message.length);
  const outer = new Uint8Array(BLOCK_BYTES + DIGEST_BYTES);
  for (let i = 0; i < BLOCK_BYTES; i++) {
    inner[i] = (short[i] ?? 0) ^ INNER_PAD;
    outer[i] = (short[i] ?? 0) ^ OUTER_PAD;
  }
  inner.set(message, BLOCK_BYTES);
  outer.set(sha256(inner), BLOCK_BYTES);
  return sha256(outer);
}

export function hmacHex(key: Uint8Array, text: string): string {
  return hexOf(hmac(key, text));
}

/** Writes the result to the beginning of `target`. */
export function hmacInto(target: Uint8Array, key: Uint8Array, text: string): void {
  target.set(hmac(key, text));
}

function compress(state: Uint32Array, view: DataView, at: number): void {
  for (let i = 0; i < 16; i++) schedule[i] = view.getUint32(at + 4 * i);
  for (let i = 16; i < 64; i++) {
    const [early, late] = [word(schedule, i - 15), word(schedule, i - 2)];
    const mixedEarly = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
    const mixedLate = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
    schedule[i] = word(schedule, i - 16) + mixedEarly + word(schedule, i - 7) + mixedLate;
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
  for (let i = 0; i < 64; i++) {
    const chosen = (e & f) ^ (~e & g);
    const most = (a & b) ^ (a & c) ^ (b & c);
    const one = h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + chosen + word(ROUND_KEYS, i) + word(schedule, i);
    const two = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + most;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) >>> 0, c, b, a, (one + two) >>> 0];
  }
  for (const [i, added] of [a, b, c, d, e, f, g, h].entries()) state[i] = word(state, i) + added;
}

function word(words: Uint32Array, i: number): number {
  return words[i] as number;
}

function turned(bits: number, by: number): number {
  return (bits >>> by) | (bits << (32 - by));
}

function primes(many: number): number[] {
  const found: number[] = [];
  for (let n = 2; found.length < many; n++) if (found.every((prime) => n % prime !== 0)) found.push(n);
  return found;
}

function fractionBits(root: number): number {
  return Math.floor((root % 1) * 2 ** 32);
}
