import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { type Static, Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { Ref } from '#rules/kernel/schema.ts';
import type { DeliveryRow, WebhookRow } from '../../store/contract/webhooks.ts';
import type { Webhooks } from '../../webhooks/webhooks.ts';
import { channelStanding } from '../answers/channel-standing.ts';
import { BODY_PROBLEMS } from '../answers/state-answer.ts';
import { sendRefusal } from '../problems/problem.ts';
import {
  NewWebhook,
  Webhook,
  WebhookChange,
  type WebhookDelivery,
  WebhookDetail,
  WebhookList,
  WebhookTest,
  WebhookWithSecret,
} from '../schemas/webhook.ts';
import { KEY_PROBLEMS, KeyHeaders, STRONG_KEY_PROBLEMS, StrongKeyHeaders } from '../server/idempotency-key.ts';

const Params = Type.Object({ webhookId: Type.String({ format: 'uuid', description: 'The id of the webhook.' }) });

/** Being told of turns and ends instead of asking. Other people's webhooks do not exist for a caller. */
export function webhookRoutes(app: FastifyInstance, webhooks: Webhooks): void {
  collectionRoutes(app, webhooks);
  memberRoutes(app, webhooks);
  testRoute(app, webhooks);
}

function collectionRoutes(app: FastifyInstance, webhooks: Webhooks): void {
  const routes = app.withTypeProvider<TypeBoxTypeProvider>();

  routes.post(
    '/v1/me/webhooks',
    {
      config: {
        access: 'player',
        strongKey: true,
        problems: [...BODY_PROBLEMS, ...STRONG_KEY_PROBLEMS, 'invalid-webhook-url', 'too-many-webhooks'],
      },
      schema: {
        operationId: 'createWebhook',
        summary: 'Be told by webhook',
        description:
          'From now on a `POST` with a `WebhookMessage` goes to this URL when it becomes your turn, when a game of yours ends, ' +
          'and when a competition that you have entered pairs a round or ends, signed after Standard Webhooks. What is not answered with 2xx is sent again, later and later, for more than two ' +
          'days, so that a message can come twice (`webhook-id` tells) and out of order. You may have 10 webhooks.',
        tags: ['webhooks'],
        headers: StrongKeyHeaders,
        body: Ref(NewWebhook),
        response: { 201: { description: 'The webhook and its secret.', ...Ref(WebhookWithSecret) } },
      },
    },
    async (request, reply) => {
      const created = await webhooks.create(request.player.id, request.body, request.idempotent);
      if (!created.ok) return sendRefusal(request, reply, created.refusal);
      const { value: webhook } = created;
      reply.code(201).header('location', `/v1/me/webhooks/${webhook.id}`).header('cache-control', 'no-store');
      return { webhook: shown(webhook), secret: webhook.secret };
    },
  );

  routes.get(
    '/v1/me/webhooks',
    {
      config: {
        access: 'player',
        problems: ['unauthorized'],
      },
      schema: {
        operationId: 'listWebhooks',
        summary: 'List your webhooks',
        description: 'All of your webhooks, oldest first, without their secrets.',
        tags: ['webhooks'],
        response: { 200: { description: 'Your webhooks.', ...Ref(WebhookList) } },
      },
    },
    async (request) => ({ webhooks: (await webhooks.of(request.player.id)).map(shown) }),
  );
}

function memberRoutes(app: FastifyInstance, webhooks: Webhooks): void {
  const routes = app.withTypeProvider<TypeBoxTypeProvider>();

  routes.get(
    '/v1/me/webhooks/:webhookId',
    {
      config: {
        access: 'player',
        problems: ['invalid-request', 'unauthorized', 'webhook-not-found'],
      },
      schema: {
        operationId: 'getWebhook',
        summary: 'Read a webhook and its last deliveries',
        description: 'One of your webhooks, with the last 20 deliveries of the last 7 days and what came of them.',
        tags: ['webhooks'],
        params: Params,
        response: { 200: { description: 'The webhook.', ...Ref(WebhookDetail) } },
      },
    },
    async (request, reply) => {
      const found = await webhooks.get(request.player.id, request.params.webhookId);
      if (!found.ok) return sendRefusal(request, reply, found.refusal);
      const { webhook, deliveries } = found.value;
      return { ...shown(webhook), deliveries: deliveries.map(shownDelivery) };
    },
  );

  routes.patch(
    '/v1/me/webhooks/:webhookId',
    {
      config: {
        access: 'player',
        optionalBody: true,
        problems: [...BODY_PROBLEMS, 'webhook-not-found', 'invalid-webhook-url'],
      },
      schema: {
        operationId: 'updateWebhook',
        summary: 'Change a webhook',
        description:
          'Changes what you send and leaves the rest. What waits to be delivered goes to the new URL. The secret stays as it is.',
        tags: ['webhooks'],
        params: Params,
        body: Ref(WebhookChange),
        response: { 200: { description: 'The webhook as it is now.', ...Ref(Webhook) } },
      },
    },
    async (request, reply) => {
      const changed = await webhooks.change(request.player.id, request.params.webhookId, request.body);
      return changed.ok ? shown(changed.value) : sendRefusal(request, reply, changed.refusal);
    },
  );

  routes.delete(
    '/v1/me/webhooks/:webhookId',
    {
      config: { access: 'player', problems: [...BODY_PROBLEMS, 'webhook-not-found'] },
      schema: {
        operationId: 'deleteWebhook',
        summary: 'Delete a webhook',
        description: 'Nothing is sent to it any more, and its deliveries are forgotten.',
        tags: ['webhooks'],
        params: Params,
        response: { 204: { description: 'It is gone.', type: 'null' } },
      },
    },
    async (request, reply) => {
      const removed = await webhooks.remove(request.player.id, request.params.webhookId);
      return removed.ok ? reply.code(204).send() : sendRefusal(request, reply, removed.refusal);
    },
  );
}

function testRoute(app: FastifyInstance, webhooks: Webhooks): void {
  app.withTypeProvider<TypeBoxTypeProvider>().post(
    '/v1/me/webhooks/:webhookId/test',
    {
      config: {
        access: 'player',
        problems: [...BODY_PROBLEMS, ...KEY_PROBLEMS, 'webhook-not-found', 'webhook-test-running'],
      },
      schema: {
        operationId: 'testWebhook',
        summary: 'Try a webhook',
        description:
          'Sends a message of type `test` at once, signed like any other, and answers with what came back. It is sent once, also ' +
          'to a disabled webhook, and changes nothing. Needs no body.',
        tags: ['webhooks'],
        params: Params,
        headers: KeyHeaders,
        response: { 200: { description: 'What came of it.', ...Ref(WebhookTest) } },
      },
    },
    async (request, reply) => {
      const tested = await webhooks.test(request.player.id, request.params.webhookId, request.idempotent);
      return tested.ok ? tested.value : sendRefusal(request, reply, tested.refusal);
    },
  );
}

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
