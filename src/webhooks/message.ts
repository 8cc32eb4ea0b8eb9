import { randomUUID } from 'node:crypto';
import type { ClaimedDelivery, WebhookRow } from '../store/contract/webhooks.ts';
import type { Message } from './delivery.ts';

/** What a delivery sends: enough to know where to look, and nothing that is not known to everyone who takes part. */
export function messageOf(delivery: ClaimedDelivery): Message {
  const { id, url, secret, type, createdAt, gameId, competitionId, ruleset, version, seat, round } = delivery;
  const data = competitionId === null ? { gameId, ruleset, version, seat } : { competitionId, ruleset, version, round };
  return { id, url, secret, body: JSON.stringify({ type, timestamp: createdAt.toISOString(), data }) };
}

/** A message about nothing but the webhook itself. */
export function testMessage({ id, url, secret }: WebhookRow, at: Date): Message {
  const body = JSON.stringify({ type: 'test', timestamp: at.toISOString(), data: { webhookId: id } });
  return { id: randomUUID(), url, secret, body };
}
