import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import type { GameService } from '../../games/game-service.ts';
import {
  Confirmation,
  channelView,
  NewNotificationChannel,
  NotificationChannel,
  NotificationChannelChange,
  NotificationChannelList,
  NotificationTest,
  PushKey,
} from '../../notifications/channel-shapes.ts';
import {
  deliveryView,
  NewWebhook,
  Webhook,
  WebhookChange,
  WebhookDetail,
  WebhookList,
  WebhookTest,
  WebhookWithSecret,
  webhookView,
} from '../../notifications/webhook/webhook-shapes.ts';
import { OpenedTurn } from '../../players/token-shapes.ts';
import type { FoundLink } from '../../players/turn-tokens.ts';
import { PERSONAL, WEBHOOKS } from '../../store/notifications.ts';
import { tokenOf } from '../hooks/caller.ts';
import { get, patch, post, remove, resource, whenDone } from '../server/operation.ts';

export const notificationOperations = resource('notifications', ({ notifications, players, gameService }) => [
  post('/v1/me/webhooks', {
    id: 'createWebhook',
    summary: 'Create a webhook',
    about:
      'The server sends a `POST` with a `WebhookMessage` to this URL when it is your turn, when a game of yours ' +
      'ends, and when a competition that you entered pairs a round or ends. Messages are signed as in Standard ' +
      'Webhooks. A delivery without a 2xx response is retried at growing intervals for more than two days, so ' +
      'messages can arrive twice (compare `webhook-id`) and out of order. You may have 10 webhooks.',
    key: 'strong',
    body: NewWebhook,
    answers: WebhookWithSecret,
    status: 201,
    refuses: ['invalid-webhook-url', 'too-many-webhooks'],
    at: ({ webhook }) => `/v1/me/webhooks/${webhook.id}`,
    handle: async ({ player, body, idempotent }) =>
      whenDone(await notifications.createWebhook(player.id, body, idempotent), (webhook) => {
        return { webhook: webhookView(webhook), secret: webhook.secret };
      }),
  }),

  get('/v1/me/webhooks', {
    id: 'listWebhooks',
    summary: 'List your webhooks',
    about: 'Returns your webhooks, oldest first, without their secrets.',
    answers: WebhookList,
    handle: async (request) => ({ webhooks: (await notifications.of(request.player.id, WEBHOOKS)).map(webhookView) }),
  }),

  get('/v1/me/webhooks/:webhookId', {
    id: 'getWebhook',
    summary: 'Read a webhook and its last deliveries',
    about: 'Returns a webhook with its last 20 deliveries of the last 7 days and their results.',
    answers: WebhookDetail,
    handle: async ({ player, params }) =>
      whenDone(await notifications.webhook(player.id, params.webhookId), ({ webhook, deliveries }) => ({
        ...webhookView(webhook),
        deliveries: deliveries.map(deliveryView),
      })),
  }),

  patch('/v1/me/webhooks/:webhookId', {
    id: 'updateWebhook',
    summary: 'Change a webhook',
    about: 'Changes the fields that you send. Pending deliveries go to the new URL. The secret stays the same.',
    mayOmitBody: true,
    body: WebhookChange,
    answers: Webhook,
    refuses: ['invalid-webhook-url'],
    handle: async ({ player, params, body }) =>
      whenDone(await notifications.change(player.id, params.webhookId, WEBHOOKS, body), webhookView),
  }),

  remove('/v1/me/webhooks/:webhookId', {
    id: 'deleteWebhook',
    summary: 'Delete a webhook',
    about: 'Stops all deliveries and deletes their records.',
    says: 'Deleted.',
    handle: ({ player, params }) => notifications.remove(player.id, params.webhookId, WEBHOOKS),
  }),

  post('/v1/me/webhooks/:webhookId/test', {
    id: 'testWebhook',
    summary: 'Test a webhook',
    about:
      'Sends a signed message of type `test` and returns the response. It is sent once, also to a disabled ' +
      'webhook, and changes nothing. Needs no body.',
    answers: WebhookTest,
    refuses: ['webhook-test-running'],
    handle: ({ player, params, idempotent }) => notifications.testWebhook(player.id, params.webhookId, idempotent),
  }),

  post('/v1/me/notification-channels', {
    id: 'createNotificationChannel',
    summary: 'Create a browser or mail channel',
    about:
      'Notifies this browser by Web Push of your turns and of the other events that you choose. A subscription ' +
      'that you sent before is renewed. A mail address first gets one mail with a link to confirm it, and ' +
      'nothing else until then. You may have 10 channels.',
    body: NewNotificationChannel,
    answers: NotificationChannel,
    status: 201,
    refuses: [
      'invalid-push-subscription',
      'invalid-mail-address',
      'mail-off',
      'mail-not-sent',
      'too-many-confirmations',
      'too-many-notification-channels',
      'notification-channel-not-found',
    ],
    at: ({ id }) => `/v1/me/notification-channels/${id}`,
    handle: async (request) =>
      whenDone(await notifications.add(tokenOf(request), request.body, request.idempotent), channelView),
  }),

  get('/v1/me/notification-channels', {
    id: 'listNotificationChannels',
    summary: 'List your channels',
    about: 'Returns your channels, oldest first. Only you see them.',
    answers: NotificationChannelList,
    handle: async ({ player }) => ({ channels: (await notifications.of(player.id, PERSONAL)).map(channelView) }),
  }),

  patch('/v1/me/notification-channels/:channelId', {
    id: 'updateNotificationChannel',
    summary: 'Change a channel',
    about: 'Changes the fields that you send.',
    mayOmitBody: true,
    body: NotificationChannelChange,
    answers: NotificationChannel,
    refuses: ['mail-unconfirmed'],
    handle: async ({ player, params, body }) =>
      whenDone(await notifications.change(player.id, params.channelId, PERSONAL, body), channelView),
  }),

  remove('/v1/me/notification-channels/:channelId', {
    id: 'deleteNotificationChannel',
    summary: 'Delete a channel',
    about: 'Stops all notifications and deletes the address.',
    says: 'Deleted.',
    handle: ({ player, params }) => notifications.remove(player.id, params.channelId, PERSONAL),
  }),

  post('/v1/me/notification-channels/:channelId/test', {
    id: 'testNotificationChannel',
    summary: 'Test a channel',
    about:
      'Sends a test notification and returns the result. It is sent once, to a browser also when its channel is ' +
      'disabled, by mail at most three times an hour. It changes nothing. Needs no body.',
    answers: NotificationTest,
    refuses: [
      'notification-test-running',
      'mail-unconfirmed',
      'mail-off',
      'notification-channel-disabled',
      'too-many-notification-tests',
    ],
    handle: ({ player, params, idempotent }) => notifications.testChannel(player.id, params.channelId, idempotent),
  }),

  get('/v1/notifications/push-key', {
    id: 'getPushKey',
    summary: 'Read the Web Push key',
    about: 'The public key of this server for Web Push. If it changes, all subscriptions end.',
    access: 'anyone',
    answers: PushKey,
    handle: async () => ({ publicKey: await notifications.pushKey() }),
  }),

  // the token of the link replaces a player's token; only POST confirms, because mail scanners open links
  post('/v1/notifications/confirmations', {
    id: 'confirmNotificationChannel',
    summary: 'Confirm a mail address',
    about: 'Confirms a mail address with the token of the confirmation mail. The token is valid once, for a day.',
    access: 'anyone',
    key: 'strong',
    body: Confirmation,
    says: 'The address is confirmed; notifications are mailed to it.',
    refuses: ['notification-link-spent'],
    handle: ({ body, idempotent }) => notifications.mail.confirm(body.token, idempotent),
  }),

  post('/v1/notifications/turns', {
    id: 'openTurn',
    summary: 'Open a game from a mail link',
    about:
      'Exchanges the token of a turn mail for a short-lived token. The mail’s token is valid once, for a day, ' +
      'while that decision is open. The returned token reads that one game as its player and answers that one ' +
      'decision with `submitAction` and `expectedVersion` or `If-Match`. All other requests are rejected.',
    access: 'anyone',
    key: 'strong',
    body: Confirmation,
    answers: OpenedTurn,
    refuses: ['notification-link-spent'],
    handle: ({ body, idempotent }) =>
      players.turns.spend(body.token, idempotent, (link) => openSince(gameService, link)),
  }),
]);

/** Unsubscribes with one click (RFC 8058). Mail programs send a form, which is accepted and ignored. */
export const oneClickOperations = resource('notifications', ({ notifications }) => [
  post('/v1/notifications/unsubscriptions/:token', {
    id: 'unsubscribeNotificationChannel',
    summary: 'Unsubscribe a mail address',
    about:
      'The target of the `List-Unsubscribe` header in each mail (RFC 8058): mail programs call it when their ' +
      'user unsubscribes. Repeating it changes nothing. Needs no body.',
    access: 'anyone',
    key: 'needless',
    anyQuery: true,
    path: { token: Type.String({ minLength: 1, maxLength: 200, description: 'The token in the links of each mail.' }) },
    says: 'The address is unsubscribed.',
    refuses: ['notification-link-spent'],
    handle: ({ params }) => notifications.mail.unsubscribe(params.token),
  }),
]);

export function takeOneClicks(scope: FastifyInstance): void {
  const types = ['application/x-www-form-urlencoded', 'multipart/form-data'];
  scope.addContentTypeParser(types, { parseAs: 'string' }, (_request, _body, done) => done(null, {}));
}

async function openSince({ gameReader }: GameService, { player, gameId, seat, version }: FoundLink) {
  const found = await gameReader.seatAt(player, gameId, seat);
  if (!found.ok || found.value.game.status !== 'playing') return null;
  const decision = found.value.game.decisions.find((open) => open.seat === seat && open.since <= version);
  return decision?.since ?? null;
}
