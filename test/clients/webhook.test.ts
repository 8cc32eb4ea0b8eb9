import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { verifyWebhook } from '../../clients/typescript/src/croupier-client.ts';

const KEY = Buffer.from('a key of the webhook, of 32 bytes');
const SECRET = `whsec_${KEY.toString('base64')}`;
const BODY = '{"type":"turn","timestamp":"2026-11-21T14:36:20.417Z","data":{"seat":1}}';

function headersOf(body: string, age = 0): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1000) - age);
  const signature = createHmac('sha256', KEY).update(`5f0c.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': '5f0c', 'webhook-timestamp': timestamp, 'webhook-signature': `v1,other v1,${signature}` };
}

test('a webhook with the signature of the service is accepted, from headers of either kind', () => {
  expect(verifyWebhook(headersOf(BODY), BODY, SECRET)).toEqual(JSON.parse(BODY));
  expect(verifyWebhook(new Headers(headersOf(BODY)), BODY, SECRET)?.type).toBe('turn');
});

test('a webhook is rejected with a foreign signature, another body, an old time or no signature', () => {
  const other = `whsec_${Buffer.from('another key').toString('base64')}`;
  expect(verifyWebhook(headersOf(BODY), BODY, other)).toBeNull();
  expect(verifyWebhook(headersOf(BODY), `${BODY} `, SECRET)).toBeNull();
  expect(verifyWebhook(headersOf(BODY, 600), BODY, SECRET)).toBeNull();
  expect(verifyWebhook({}, BODY, SECRET)).toBeNull();
});

test('a signed body that is no message is rejected', () => {
  for (const body of ['hello', '[]', 'null', '['.repeat(200_000)]) {
    expect(verifyWebhook(headersOf(body), body, SECRET)).toBeNull();
  }
  expect(verifyWebhook({ ...headersOf(BODY), 'webhook-timestamp': '9'.repeat(5000) }, BODY, SECRET)).toBeNull();
});

test('an invalid secret throws, because anyone could sign with it', () => {
  for (const secret of ['', 'whsec_', 'whsec_%']) {
    expect(() => verifyWebhook(headersOf(BODY), BODY, secret)).toThrow('The secret of a webhook is whsec_ and base64');
  }
});
