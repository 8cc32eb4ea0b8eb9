import { expect, test } from 'vitest';
import { areKeys, encrypted } from '../../src/notifications/push/encryption.ts';
import { PushKey } from '../../src/notifications/push/push-key.ts';
import { claimsIn, Subscriber } from './push-endpoint.ts';

const bytes = (text: string) => Buffer.from(text, 'base64url');

const EXAMPLE = {
  text: 'When I grow up, I want to be a watermelon',
  senderKey: bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'),
  receiverKey: bytes('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94'),
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  salt: bytes('DGv6ra1nlYgDCS1FRnbzlw'),
  sealed:
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95b' +
    'Qpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
};

test('a push is encrypted as the example of RFC 8291 is', () => {
  const { text, salt, senderKey: privateKey } = EXAMPLE;
  const sealed = encrypted(text, EXAMPLE, { salt, privateKey, paddedBytes: 0 });
  expect(sealed.toString('base64url')).toBe(EXAMPLE.sealed);
  expect(new Subscriber(EXAMPLE.receiverKey, bytes(EXAMPLE.auth)).decrypted(sealed)).toBe(text);
});

test('pushes of different texts have the same length and different bytes, and too long ones are rejected', () => {
  const to = new Subscriber();
  const [short, long, again] = ['a', 'ä'.repeat(500), 'a'].map((text) => encrypted(text, to.keys)) as [
    Buffer,
    Buffer,
    Buffer,
  ];
  expect(long.length).toBe(short.length);
  expect(again.equals(short)).toBe(false);
  expect(to.decrypted(long)).toBe('ä'.repeat(500));
  expect(() => encrypted('x'.repeat(4096), to.keys)).toThrow(RangeError);
});

test('keys of a subscription are a point on the curve and 16 bytes, and all else is rejected', () => {
  const { p256dh, auth } = EXAMPLE;
  expect(areKeys({ p256dh, auth })).toBe(true);
  expect(areKeys({ p256dh, auth: auth.slice(4) })).toBe(false);
  expect(areKeys({ p256dh: p256dh.slice(4), auth })).toBe(false);
  const offCurve = bytes(p256dh);
  offCurve[40] = (offCurve[40] as number) ^ 1;
  expect(areKeys({ p256dh: offCurve.toString('base64url'), auth })).toBe(false);
});

test('a push service can verify by the key who sends, to where, and until when', () => {
  const key = new PushKey(PushKey.fresh(), 'mailto:ops@house.example');
  const at = new Date('2026-01-01T12:00:00Z');
  expect(claimsIn(key.authorization('https://push.example:8443/send/1?x=1', at))).toEqual({
    aud: 'https://push.example:8443',
    exp: at.getTime() / 1000 + 12 * 3600,
    sub: 'mailto:ops@house.example',
    key: key.publicKey,
  });
});

test('a new key has 32 bytes', () => {
  expect(PushKey.fresh()).toHaveLength(32);
});
