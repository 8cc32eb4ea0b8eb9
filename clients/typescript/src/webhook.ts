import { hmac } from './hashing.ts';
import type { WebhookMessage } from './types.ts';

/** The headers of a request, as `fetch` or as Node has them. */
type RequestHeaders = Headers | Record<string, string | string[] | undefined>;

/** Older or newer by more than this is an old message that was sent again, or a clock that is wrong. */
const TOLERANCE_SECONDS = 300;

/**
 * What a webhook was told, when it is the service that told it and not long ago; null otherwise. `body` is the text as it arrived,
 * before it is parsed; `secret` is what `createWebhook` answered, `whsec_…`. A message may come more than once, under the same
 * `webhook-id`. Throws where the secret is none, such as that of a variable which is not set.
 */
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

/** By an empty key anybody can sign. */
function keyIn(secret: string): Uint8Array {
  try {
    const key = Uint8Array.from(atob(secret.replace(/^whsec_/, '')), (letter) => letter.charCodeAt(0));
    if (key.length > 0) return key;
  } catch {
    // no base64, or no text at all
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

/** Takes as long wherever two texts differ, so that a signature cannot be guessed letter by letter. */
function areSame(one: string, other: string): boolean {
  if (one.length !== other.length) return false;
  let difference = 0;
  for (let i = 0; i < one.length; i++) difference |= one.charCodeAt(i) ^ other.charCodeAt(i);
  return difference === 0;
}
