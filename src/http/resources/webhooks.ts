import type { Static } from '@sinclair/typebox';
import type { DeliveryRow, WebhookRow } from '../../store/contract/webhooks.ts';
import { channelStanding } from '../../notifications/channel-standing.ts';
import {
  NewWebhook,
  Webhook,
  WebhookChange,
  type WebhookDelivery,
  WebhookDetail,
  WebhookList,
  WebhookTest,
  WebhookWithSecret,
} from '../../notifications/webhook/webhook-shapes.ts';
import { get, patch, post, remove, resource, whenDone } from '../server/operation.ts';

/** Being told of turns and ends instead of asking. Other people's webhooks do not exist for a caller. */
export const webhookOperations = resource('webhooks', ({ webhooks }) => [
  post('/v1/me/webhooks', {
    id: 'createWebhook',
    summary: 'Be told by webhook',
    about:
      'From now on a `POST` with a `WebhookMessage` goes to this URL when it becomes your turn, when a game of yours ends, ' +
      'and when a competition that you have entered pairs a round or ends, signed after Standard Webhooks. What is not answered with 2xx is sent again, later and later, for more than two ' +
      'days, so that a message can come twice (`webhook-id` tells) and out of order. You may have 10 webhooks.',
    access: 'player',
    key: 'strong',
    body: NewWebhook,
    answers: WebhookWithSecret,
    says: 'The webhook and its secret.',
    status: 201,
    refuses: ['invalid-webhook-url', 'too-many-webhooks'],
    handle: async ({ player, body, idempotent }, reply) =>
      whenDone(await webhooks.create(player.id, body, idempotent), (webhook) => {
        reply.header('location', `/v1/me/webhooks/${webhook.id}`);
        return { webhook: shown(webhook), secret: webhook.secret };
      }),
  }),

  get('/v1/me/webhooks', {
    id: 'listWebhooks',
    summary: 'List your webhooks',
    about: 'All of your webhooks, oldest first, without their secrets.',
    access: 'player',
    answers: WebhookList,
    says: 'Your webhooks.',
    handle: async (request) => ({ webhooks: (await webhooks.of(request.player.id)).map(shown) }),
  }),

  get('/v1/me/webhooks/:webhookId', {
    id: 'getWebhook',
    summary: 'Read a webhook and its last deliveries',
    about: 'One of your webhooks, with the last 20 deliveries of the last 7 days and what came of them.',
    access: 'player',
    answers: WebhookDetail,
    says: 'The webhook.',
    handle: async ({ player, params }) =>
      whenDone(await webhooks.get(player.id, params.webhookId), ({ webhook, deliveries }) => ({
        ...shown(webhook),
        deliveries: deliveries.map(shownDelivery),
      })),
  }),

  patch('/v1/me/webhooks/:webhookId', {
    id: 'updateWebhook',
    summary: 'Change a webhook',
    about:
      'Changes what you send and leaves the rest. What waits to be delivered goes to the new URL. The secret stays as it is.',
    access: 'player',
    mayOmitBody: true,
    body: WebhookChange,
    answers: Webhook,
    says: 'The webhook as it is now.',
    refuses: ['invalid-webhook-url'],
    handle: async ({ player, params, body }) =>
      whenDone(await webhooks.change(player.id, params.webhookId, body), shown),
  }),

  remove('/v1/me/webhooks/:webhookId', {
    id: 'deleteWebhook',
    summary: 'Delete a webhook',
    about: 'Nothing is sent to it any more, and its deliveries are forgotten.',
    access: 'player',
    says: 'It is gone.',
    handle: ({ player, params }) => webhooks.remove(player.id, params.webhookId),
  }),

  post('/v1/me/webhooks/:webhookId/test', {
    id: 'testWebhook',
    summary: 'Try a webhook',
    about:
      'Sends a message of type `test` at once, signed like any other, and answers with what came back. It is sent once, also ' +
      'to a disabled webhook, and changes nothing. Needs no body.',
    access: 'player',
    key: 'plain',
    answers: WebhookTest,
    says: 'What came of it.',
    refuses: ['webhook-test-running'],
    handle: ({ player, params, idempotent }) => webhooks.test(player.id, params.webhookId, idempotent),
  }),
]);

function shown(webhook: WebhookRow): Static<typeof Webhook> {
  const { id, url, events, disabledBecause } = webhook;
  return { id, url, events, disabledBecause, ...channelStanding(webhook) };
}

function shownDelivery(delivery: DeliveryRow): Static<typeof WebhookDelivery> {
  const { id, type, gameId, competitionId, version, seat, round, status, attempts } = delivery;
  const { lastStatus, lastError, createdAt } = delivery;
  return {
    id,
    type,
    gameId,
    competitionId,
    version,
    seat,
    round,
    status,
    attempts,
    httpStatus: lastStatus,
    error: lastError,
    createdAt: createdAt.toISOString(),
    nextAttemptAt: status === 'pending' ? delivery.dueAt.toISOString() : null,
    deliveredAt: delivery.deliveredAt?.toISOString() ?? null,
  };
}
