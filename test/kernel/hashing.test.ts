import { createHash, createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import * as runtime from '#rules/kernel/hashing.ts';
import * as browser from '../../clients/typescript/src/hashing.ts';

const KEYS = [0, 1, 32, 64, 65, 200].map((length) => Buffer.from(Array.from({ length }, (_, i) => (7 * i + 1) % 256)));
const TEXTS = ['', '7:0', 'Doña Inés 🎲', 'x'.repeat(1365), 'x'.repeat(1366), '🎲'.repeat(4000)];

const BYTES = [0, 1, 55, 56, 63, 64, 65, 119, 120, 1000].map((length) => new Uint8Array(length).map((_, i) => 31 * i));

describe.each([
  ['the runtime', runtime],
  ['the pages', browser],
])('hashing by %s:', (_by, { hmac, hmacHex, hmacInto, sha256, sha256Hex }) => {
  it.each(KEYS)('an HMAC is that of RFC 2104, for key %# and texts of any length', (key) => {
    for (const text of TEXTS) {
      const expected = createHmac('sha256', key).update(text).digest('hex');
      const target = Buffer.alloc(40);
      hmacInto(target, key, text);
      expect(hmacHex(key, text)).toBe(expected);
      expect(target.toString('hex')).toBe(`${expected}${'00'.repeat(8)}`);
      expect(Buffer.from(hmac(key, text)).toString('hex')).toBe(expected);
    }
  });

  it('a hash is SHA-256, of bytes of any length and of texts in UTF-8', () => {
    for (const message of [...BYTES, ...TEXTS]) {
      const expected = createHash('sha256').update(message).digest('hex');
      expect(sha256Hex(message)).toBe(expected);
      expect(Buffer.from(sha256(message)).toString('hex')).toBe(expected);
    }
  });
});
