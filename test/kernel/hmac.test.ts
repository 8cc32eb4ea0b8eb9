import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { hmacHex, hmacInto } from '../../src/kernel/hmac.ts';

const KEYS = [0, 1, 32, 64, 65, 200].map((length) => Buffer.from(Array.from({ length }, (_, i) => (7 * i + 1) % 256)));
const TEXTS = ['', '7:0', 'Doña Inés 🎲', 'x'.repeat(1365), 'x'.repeat(1366), '🎲'.repeat(4000)];

it.each(KEYS)('an HMAC is that of RFC 2104, whatever the lengths of key %# and text', (key) => {
  for (const text of TEXTS) {
    const expected = createHmac('sha256', key).update(text).digest('hex');
    const target = Buffer.alloc(40);
    hmacInto(target, key, text);
    expect(hmacHex(key, text)).toBe(expected);
    expect(target.toString('hex')).toBe(`${expected}${'00'.repeat(8)}`);
  }
});
