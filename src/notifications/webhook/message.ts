import { randomUUID } from 'node:crypto';
import type { ClaimedDelivery } from '../../store/deliveries.ts';
import type { WebhookRow } from '../../store/notifications.ts';
import type { Message } from '../delivery.ts';
import { signatureHeaders } from './signature.ts';

type SignedMessage = Pick<ClaimedDelivery, 'id' | 'url' | 'secret'> & { body: string };

/** Says where to look; it contains only what all participants may know. */
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

/** Each attempt gets its own signature. */
export function signed({ id, url, secret, body }: SignedMessage): Message {
  const headers = (at: Date) => ({ 'content-type': 'application/json', ...signatureHeaders(secret, id, at, body) });
  return { url, body, headers };
}
