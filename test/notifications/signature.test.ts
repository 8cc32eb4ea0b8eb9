import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { newSecret, signatureHeaders } from '../../src/notifications/webhook/message.ts';

test('a signature equals the published test vector of Standard Webhooks', () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const at = new Date(1614265330_000);
  expect(signatureHeaders(secret, 'msg_p5jXN8AQM9LWM0D4loKWxJek', at, '{"test": 2432232314}')).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
});

test('the time is in whole seconds, and the body is signed as UTF-8', () => {
  const secret = newSecret();
  const headers = signatureHeaders(secret, 'id', new Date(1_999), '{"ä":"😀"}');
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const signed = createHmac('sha256', key).update(Buffer.from('id.1.{"ä":"😀"}', 'utf8')).digest('base64');
  expect(headers).toMatchObject({ 'webhook-timestamp': '1', 'webhook-signature': `v1,${signed}` });
});

test('secrets have the specified length, and differ', () => {
  const secrets = Array.from({ length: 20 }, newSecret);
  expect(new Set(secrets).size).toBe(20);
  for (const secret of secrets) {
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]+=*$/);
    const bytes = Buffer.from(secret.slice('whsec_'.length), 'base64').length;
    expect(bytes).toBeGreaterThanOrEqual(24);
    expect(bytes).toBeLessThanOrEqual(64);
  }
});

test('the few lines in docs/notifications.md verify a message, and reject one that is changed, old or lacks a header', async () => {
  const page = readFileSync(new URL('../../docs/notifications.md', import.meta.url), 'utf8');
  const code = /```js\n(import \{ createHmac.*?)```/s.exec(page)?.[1];
  const module = await import(`data:text/javascript,${encodeURIComponent(`${code}\nexport { isFromCroupier };`)}`);
  const [secret, body, now] = [newSecret(), '{"type":"turn"}', Date.now()];
  const verifies = (headers: Record<string, string>, text = body, by = secret) =>
    module.isFromCroupier(headers, text, by);
  const headers = signatureHeaders(secret, 'id', new Date(now), body);
  expect(verifies(headers)).toBe(true);
  expect(verifies({ ...headers, 'webhook-signature': `v1,AAAA ${headers['webhook-signature']}` })).toBe(true);
  expect(verifies(headers, '{"type": "turn"}')).toBe(false);
  expect(verifies(headers, body, newSecret())).toBe(false);
  expect(verifies({ ...headers, 'webhook-id': 'other' })).toBe(false);
  expect(verifies(signatureHeaders(secret, 'id', new Date(now - 400_000), body))).toBe(false);
  for (const name of Object.keys(headers)) {
    expect(verifies(Object.fromEntries(Object.entries(headers).filter(([each]) => each !== name)))).toBe(false);
  }
});
