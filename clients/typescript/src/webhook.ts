import { hmac } from './hashing.ts';
import type { WebhookMessage } from './types.ts';

type RequestHeaders = Headers | Record<string, string | string[] | undefined>;

/** How old a message may be. An older one may be a copy that an attacker sends again. */
const TOLERANCE_SECONDS = 300;

/** Returns the message if its signature and age are valid; null: they are not. `body` is the text before parsing,
 * `secret` is `whsec_…` from `createWebhook`. A message may come again with the same `webhook-id`. Throws if the secret
 * is invalid, for example because a variable is not set. */
export function verifyWebhook(headers: RequestHeaders, body: string, secret: string): WebhookMessage | null {
  const key = keyIn(secret);
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) =>
    header(headers, `webhook-${name}`),
  );
  const age = Math.abs(Date.now() / 1000 - Number(timestamp || Number.NaN));
  if (!(age < TOLERANCE_SECONDS)) return null;
  const signature = btoa(String.fromCharCode(...hmac(key, `${id}.${timestamp}.${body}`)));
  const isSigned = (signatures ?? '').split(' ').some((given) => areSame(given, `v1,${signature}`));
  return isSigned ? messageIn(body) : null;
}

/** Throws if the secret is empty or invalid: with an empty key anyone could sign. */
function keyIn(secret: string): Uint8Array {
  try {
    const key = Uint8Array.from(atob(secret.replace(/^whsec_/, '')), (letter) => letter.charCodeAt(0));
    if (key.length > 0) return key;
  } catch {
    // the text is no base64, or there is none
  }
  throw new TypeError('The secret of a webhook is whsec_ and base64; this one is empty or another text.');
}

function messageIn(body: string): WebhookMessage | null {
  try {
    const said: unknown = JSON.parse(body);
    return typeof said === 'object' && said !== null && !Array.isArray(said) ? (said as WebhookMessage) : null;
  } catch {
    return null;
  }
}

function header(headers: RequestHeaders, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : headers[name];
  return String(value ?? '');
}

/** Takes the same time for any difference, so that a signature cannot be guessed letter by letter. */
function areSame(one: string, other: string): boolean {
  if (one.length !== other.length) return false;
  let difference = 0;
  for (let i = 0; i < one.length; i++) difference |= one.charCodeAt(i) ^ other.charCodeAt(i);
  return difference === 0;
}
