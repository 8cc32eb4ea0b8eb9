import { randomUUID } from 'node:crypto';
import type { ClaimedDelivery } from '../../store/deliveries.ts';
import type { WebhookRow } from '../../store/notifications.ts';
import type { Message } from '../delivery.ts';
import { signatureHeaders } from './signature.ts';

/** What is told to a webhook. */
interface SignedMessage {
  /** the same in every attempt */
  id: string;
  url: string;
  secret: string;
  /** JSON */
  body: string;
}

/** What a delivery sends: enough to know where to look, and nothing that is not known to everyone who takes part. */
export function messageOf(delivery: ClaimedDelivery): Message {
  const { id, url, secret, type, createdAt, gameId, competitionId, ruleset, version, seat, round, ask } = delivery;
  const asked = ask === null ? {} : { ask };
  const data =
    competitionId === null ? { gameId, ruleset, version, seat, ...asked } : { competitionId, ruleset, version, round };
  return signed({ id, url, secret, body: JSON.stringify({ type, timestamp: createdAt.toISOString(), data }) });
}

/** A message about nothing but the webhook itself, and its id. */
export function testMessage({ id, url, secret }: WebhookRow, at: Date): { id: string; message: Message } {
  const body = JSON.stringify({ type: 'test', timestamp: at.toISOString(), data: { webhookId: id } });
  const messageId = randomUUID();
  return { id: messageId, message: signed({ id: messageId, url, secret, body }) };
}

/** The message with a signature of its own in each attempt. */
export function signed({ id, url, secret, body }: SignedMessage): Message {
  const headers = (at: Date) => ({ 'content-type': 'application/json', ...signatureHeaders(secret, id, at, body) });
  return { url, body, headers };
}
