import { createHmac, randomBytes } from 'node:crypto';

/** Standard Webhooks 1.0, symmetric kind `v1`. */
const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** `whsec_` and base64. */
export function newSecret(bytes: Uint8Array = randomBytes(SECRET_BYTES)): string {
  return PREFIX + Buffer.from(bytes).toString('base64');
}

/** `id`: without a dot, the same in each attempt. */
export function signatureHeaders(secret: string, id: string, at: Date, body: string): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}
