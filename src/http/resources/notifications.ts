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
import { get, patch, post, remove, resource, whenDone } from '../server/operation.ts';

export const notificationOperations = resource('notifications', ({ notifications, players, gameService }) => [
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
    status: 201,
    refuses: ['invalid-webhook-url', 'too-many-webhooks'],
    handle: async ({ player, body, idempotent }, reply) =>
      whenDone(await notifications.createWebhook(player.id, body, idempotent), (webhook) => {
        reply.header('location', `/v1/me/webhooks/${webhook.id}`);
        return { webhook: webhookView(webhook), secret: webhook.secret };
      }),
  }),

  get('/v1/me/webhooks', {
    id: 'listWebhooks',
    summary: 'List your webhooks',
    about: 'All of your webhooks, oldest first, without their secrets.',
    access: 'player',
    answers: WebhookList,
    handle: async (request) => ({ webhooks: (await notifications.of(request.player.id, WEBHOOKS)).map(webhookView) }),
  }),

  get('/v1/me/webhooks/:webhookId', {
    id: 'getWebhook',
    summary: 'Read a webhook and its last deliveries',
    about: 'One of your webhooks, with the last 20 deliveries of the last 7 days and what came of them.',
    access: 'player',
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
    about:
      'Changes what you send and leaves the rest. What waits to be delivered goes to the new URL. The secret stays as it is.',
    access: 'player',
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
    about: 'Nothing is sent to it any more, and its deliveries are forgotten.',
    access: 'player',
    says: 'It is gone.',
    handle: ({ player, params }) => notifications.remove(player.id, params.webhookId, WEBHOOKS),
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
    refuses: ['webhook-test-running'],
    handle: ({ player, params, idempotent }) => notifications.testWebhook(player.id, params.webhookId, idempotent),
  }),

  post('/v1/me/notification-channels', {
    id: 'createNotificationChannel',
    summary: 'Be told in a browser or by mail',
    about:
      'From now on this browser is told when it becomes your turn and of whatever else you want to know, by Web Push. ' +
      'A subscription that you have sent before is renewed. To a mail address a question is mailed first: nothing else is, ' +
      'until somebody opens its link and says that the address is theirs. You may have 10 channels.',
    access: 'player',
    key: 'plain',
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
    handle: async ({ player, body, idempotent }, reply) =>
      whenDone(await notifications.add(player.id, body, idempotent), (channel) => {
        reply.header('location', `/v1/me/notification-channels/${channel.id}`);
        return channelView(channel);
      }),
  }),

  get('/v1/me/notification-channels', {
    id: 'listNotificationChannels',
    summary: 'List where you are told',
    about: 'All of your channels, oldest first. Nobody else sees them.',
    access: 'player',
    answers: NotificationChannelList,
    handle: async ({ player }) => ({ channels: (await notifications.of(player.id, PERSONAL)).map(channelView) }),
  }),

  patch('/v1/me/notification-channels/:channelId', {
    id: 'updateNotificationChannel',
    summary: 'Change a channel',
    about: 'Changes what you send and leaves the rest.',
    access: 'player',
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
    about: 'Nothing is sent to it any more, and where it led to is forgotten.',
    access: 'player',
    says: 'It is gone.',
    handle: ({ player, params }) => notifications.remove(player.id, params.channelId, PERSONAL),
  }),

  post('/v1/me/notification-channels/:channelId/test', {
    id: 'testNotificationChannel',
    summary: 'Try a channel',
    about:
      'Sends a notification about nothing at once, and answers with what came of it. It is sent once, to a browser also when ' +
      'its channel is disabled, by mail three times an hour at most; and changes nothing. Needs no body.',
    access: 'player',
    key: 'plain',
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
    summary: 'Read what browsers subscribe with',
    about: 'The public key of this house for Web Push. It stays the same, or all subscriptions end.',
    access: 'anyone',
    answers: PushKey,
    handle: async () => ({ publicKey: await notifications.pushKey() }),
  }),

  // the mailed link replaces a token; only POST acts, because mail scanners open links
  post('/v1/notifications/confirmations', {
    id: 'confirmNotificationChannel',
    summary: 'Say that an address is yours',
    about: 'Spends the token of the mail that asks for it: each is good once, and for a day.',
    access: 'anyone',
    key: 'strong',
    body: Confirmation,
    says: 'Notifications are mailed from now on.',
    refuses: ['notification-link-spent'],
    handle: ({ body, idempotent }) => notifications.mail.confirm(body.token, idempotent),
  }),

  post('/v1/notifications/turns', {
    id: 'openTurn',
    summary: 'Open a game by the link of a mail',
    about:
      'Spends the token of a mail that tells you of your turn: it is good once, for a day, and while that decision is open. ' +
      'What it gives reads that one game as its player, and acts in that one decision: `submitAction` with `expectedVersion`, ' +
      'or `If-Match`. Everything else is refused.',
    access: 'anyone',
    key: 'strong',
    body: Confirmation,
    answers: OpenedTurn,
    refuses: ['notification-link-spent'],
    handle: ({ body, idempotent }) =>
      players.turns.spend(body.token, idempotent, (link) => openSince(gameService, link)),
  }),
]);

/** One-click unsubscribe (RFC 8058): accepts a form and ignores it. */
export const oneClickOperations = resource('notifications', ({ notifications }) => [
  post('/v1/notifications/unsubscriptions/:token', {
    id: 'unsubscribeNotificationChannel',
    summary: 'End all mail to an address',
    about:
      'What the header `List-Unsubscribe` of each mail names: mail programs send it when their user wants no more (RFC 8058). ' +
      'Doing it again changes nothing. The player may turn the address on again. Needs no body.',
    access: 'anyone',
    key: 'needless',
    anyQuery: true,
    path: {
      token: Type.String({ minLength: 1, maxLength: 200, description: 'What stands in the links of each mail.' }),
    },
    says: 'No more is mailed.',
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
