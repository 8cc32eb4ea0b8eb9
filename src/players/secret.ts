import { hash } from 'node:crypto';

export const SECRET_BYTES = 32;
const TOKEN_PREFIX = 'crp_';

/** A secret that nobody guesses, of as many random bytes, in letters that go into a header or an address as they are. */
export function secretIn(bytes: Uint8Array, prefix = TOKEN_PREFIX): string {
  return prefix + Buffer.from(bytes).toString('base64url');
}

/** Only the hash is kept; a 256-bit random secret needs no salt and no slow hash. */
export function hashOf(secret: string): Uint8Array {
  return hash('sha256', secret, 'buffer');
}
