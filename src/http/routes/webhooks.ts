import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { type Static, Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { Ref } from '../../kernel/schema.ts';
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
import { KEY_PROBLEMS, KeyHeaders, STRONG_KEY_PROBLEMS, StrongKeyHeaders } from './idempotency-key.ts';

const Params = Type.Object({ webhookId: Type.String({ format: 'uuid', description: 'The id of the webhook.' }) });

const SHOWN: Static<typeof Webhook> = {
  id: '01930000-0000-7000-8000-000000000003',
  url: 'https://agent.example/croupier',
  events: ['turn', 'gameEnded'],
  enabled: true,
  disabledAt: null,
  disabledBecause: null,
  failingSince: null,
  createdAt: '2026-01-01T12:00:00.000Z',
};
const SHOWN_DELIVERY: Static<typeof WebhookDelivery> = {
  id: '01930000-0000-7000-8000-000000000004',
  type: 'turn',
  gameId: '01930000-0000-7000-8000-000000000002',
  competitionId: null,
  version: 17,
  seat: 1,
  round: null,
  status: 'delivered',
  attempts: 2,
  httpStatus: 204,
  error: null,
  createdAt: '2026-01-01T12:10:00.000Z',
  nextAttemptAt: null,
  deliveredAt: '2026-01-01T12:10:05.120Z',
};
const SHOWN_ROUND: Static<typeof WebhookDelivery> = {
  ...SHOWN_DELIVERY,
  id: '01930000-0000-7000-8000-000000000006',
  type: 'roundPaired',
  gameId: null,
  competitionId: '01930000-0000-7000-8000-000000000007',
  version: 40,
  seat: null,
  round: 2,
};
const SHOWN_TEST: Static<typeof WebhookTest> = {
  id: '01930000-0000-7000-8000-000000000005',
  delivered: true,
  httpStatus: 204,
  error: null,
  durationMs: 87,
};

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
        docs: {
          problems: [...BODY_PROBLEMS, ...STRONG_KEY_PROBLEMS, 'invalid-webhook-url', 'too-many-webhooks'],
          requestExamples: { everything: { url: SHOWN.url }, turns: { url: SHOWN.url, events: ['turn'] } },
          responseExamples: { webhook: { webhook: SHOWN, secret: `whsec_${'x'.repeat(43)}=` } },
        },
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
        docs: { problems: ['unauthorized'], responseExamples: { one: { webhooks: [SHOWN] } } },
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
        docs: {
          problems: ['invalid-request', 'unauthorized', 'webhook-not-found'],
          responseExamples: { webhook: { ...SHOWN, deliveries: [SHOWN_ROUND, SHOWN_DELIVERY] } },
        },
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
        docs: {
          problems: [...BODY_PROBLEMS, 'webhook-not-found', 'invalid-webhook-url'],
          requestExamples: { enable: { enabled: true }, turns: { events: ['turn'] } },
          responseExamples: { webhook: SHOWN },
        },
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
      config: { access: 'player', docs: { problems: [...BODY_PROBLEMS, 'webhook-not-found'], responseExamples: {} } },
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
        docs: {
          problems: [...BODY_PROBLEMS, ...KEY_PROBLEMS, 'webhook-not-found', 'webhook-test-running'],
          responseExamples: { delivered: SHOWN_TEST },
        },
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
