import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import type { ClaimedDelivery } from '../../store/deliveries.ts';
import type { WebhookRow } from '../../store/notifications.ts';
import type { Message } from '../delivery.ts';

type SignedMessage = Pick<ClaimedDelivery, 'id' | 'url' | 'secret'> & { body: string };

/** Builds the message of a delivery. It names the game or competition and says only what all participants may know. */
export function messageOf(delivery: ClaimedDelivery): Message {
  const { id, url, secret, type, createdAt, gameId, competitionId, ruleset, version, seat, round, ask } = delivery;
  const asked = ask === null ? {} : { ask };
  const data =
    competitionId === null ? { gameId, ruleset, version, seat, ...asked } : { competitionId, ruleset, version, round };
  return signed({ id, url, secret, body: JSON.stringify({ type, timestamp: createdAt.toISOString(), data }) });
}

export function testMessage({ id, url, secret }: WebhookRow, at: Date): { id: string; message: Message } {
  const body = JSON.stringify({ type: 'test', timestamp: at.toISOString(), data: { webhookId: id } });
  const messageId = randomUUID();
  return { id: messageId, message: signed({ id: messageId, url, secret, body }) };
}

/** Signs a message. Each attempt has a new signature. */
export function signed({ id, url, secret, body }: SignedMessage): Message {
  const headers = (at: Date) => ({ 'content-type': 'application/json', ...signatureHeaders(secret, id, at, body) });
  return { url, body, headers };
}

/** The prefix of secrets by Standard Webhooks 1.0, symmetric kind `v1`. */
const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** Returns a secret: `whsec_` and the bytes as base64. */
export function newSecret(bytes: Uint8Array = randomBytes(SECRET_BYTES)): string {
  return PREFIX + Buffer.from(bytes).toString('base64');
}

/** Returns the headers that sign a message. `id` has no dot and is the same in each attempt to send the message. */
export function signatureHeaders(secret: string, id: string, at: Date, body: string): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}
