import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { type Static, Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { Ref } from '#rules/kernel/schema.ts';
import type { NoticeChannels } from '../../notices/notice-channels.ts';
import type { ChannelRow } from '../../store/contract/notice-channels.ts';
import { channelStanding } from '../answers/channel-standing.ts';
import { BODY_PROBLEMS } from '../answers/state-answer.ts';
import type { ProblemCode } from '../problems/catalogue.ts';
import { sendRefusal } from '../problems/problem.ts';
import {
  NewNoticeChannel,
  NoticeChannel,
  NoticeChannelChange,
  NoticeChannelList,
  NoticeTest,
  PushKey,
} from '../schemas/notice-channel.ts';
import { KEY_PROBLEMS, KeyHeaders } from '../server/idempotency-key.ts';

const Params = Type.Object({ channelId: Type.String({ format: 'uuid', description: 'The id of the channel.' }) });

const OF_CREATING: ProblemCode[] = [
  'invalid-push-subscription',
  'invalid-mail-address',
  'mail-off',
  'mail-not-sent',
  'too-many-confirmations',
  'too-many-notice-channels',
];

/** Where a player is told as a person. Other people's channels do not exist for a caller. */
export function noticeChannelRoutes(app: FastifyInstance, notices: NoticeChannels): void {
  collectionRoutes(app, notices);
  memberRoutes(app, notices);
  testRoute(app, notices);
  pushKeyRoute(app, notices);
}

function collectionRoutes(app: FastifyInstance, notices: NoticeChannels): void {
  const routes = app.withTypeProvider<TypeBoxTypeProvider>();

  routes.post(
    '/v1/me/notice-channels',
    {
      config: {
        access: 'player',
        problems: [...BODY_PROBLEMS, ...KEY_PROBLEMS, ...OF_CREATING, 'notice-channel-not-found'],
      },
      schema: {
        operationId: 'createNoticeChannel',
        summary: 'Be told in a browser or by mail',
        description:
          'From now on this browser is told when it becomes your turn and of whatever else you want to know, by Web Push. ' +
          'A subscription that you have sent before is renewed. To a mail address a question is mailed first: nothing else is, ' +
          'until somebody opens its link and says that the address is theirs. You may have 10 channels.',
        tags: ['notices'],
        headers: KeyHeaders,
        body: Ref(NewNoticeChannel),
        response: { 201: { description: 'The channel.', ...Ref(NoticeChannel) } },
      },
    },
    async (request, reply) => {
      const created = await notices.add(request.player.id, askedIn(request.body), request.idempotent);
      if (!created.ok) return sendRefusal(request, reply, created.refusal);
      reply.code(201).header('location', `/v1/me/notice-channels/${created.value.id}`);
      return shown(created.value);
    },
  );

  routes.get(
    '/v1/me/notice-channels',
    {
      config: {
        access: 'player',
        problems: ['unauthorized'],
      },
      schema: {
        operationId: 'listNoticeChannels',
        summary: 'List where you are told',
        description: 'All of your channels, oldest first. Nobody else sees them.',
        tags: ['notices'],
        response: { 200: { description: 'Your channels.', ...Ref(NoticeChannelList) } },
      },
    },
    async (request) => ({ channels: (await notices.of(request.player.id)).map(shown) }),
  );
}

function memberRoutes(app: FastifyInstance, notices: NoticeChannels): void {
  const routes = app.withTypeProvider<TypeBoxTypeProvider>();

  routes.patch(
    '/v1/me/notice-channels/:channelId',
    {
      config: {
        access: 'player',
        optionalBody: true,
        problems: [...BODY_PROBLEMS, 'notice-channel-not-found', 'mail-unconfirmed'],
      },
      schema: {
        operationId: 'updateNoticeChannel',
        summary: 'Change a channel',
        description: 'Changes what you send and leaves the rest.',
        tags: ['notices'],
        params: Params,
        body: Ref(NoticeChannelChange),
        response: { 200: { description: 'The channel as it is now.', ...Ref(NoticeChannel) } },
      },
    },
    async (request, reply) => {
      const changed = await notices.change(request.player.id, request.params.channelId, request.body);
      return changed.ok ? shown(changed.value) : sendRefusal(request, reply, changed.refusal);
    },
  );

  routes.delete(
    '/v1/me/notice-channels/:channelId',
    {
      config: {
        access: 'player',
        problems: [...BODY_PROBLEMS, 'notice-channel-not-found'],
      },
      schema: {
        operationId: 'deleteNoticeChannel',
        summary: 'Delete a channel',
        description: 'Nothing is sent to it any more, and where it led to is forgotten.',
        tags: ['notices'],
        params: Params,
        response: { 204: { description: 'It is gone.', type: 'null' } },
      },
    },
    async (request, reply) => {
      const removed = await notices.remove(request.player.id, request.params.channelId);
      return removed.ok ? reply.code(204).send() : sendRefusal(request, reply, removed.refusal);
    },
  );
}

function testRoute(app: FastifyInstance, notices: NoticeChannels): void {
  app.withTypeProvider<TypeBoxTypeProvider>().post(
    '/v1/me/notice-channels/:channelId/test',
    {
      config: {
        access: 'player',
        problems: [
          ...BODY_PROBLEMS,
          ...KEY_PROBLEMS,
          'notice-channel-not-found',
          'notice-test-running',
          'mail-unconfirmed',
          'mail-off',
          'notice-channel-disabled',
          'too-many-notice-tests',
        ],
      },
      schema: {
        operationId: 'testNoticeChannel',
        summary: 'Try a channel',
        description:
          'Sends a notice about nothing at once, and answers with what came of it. It is sent once, to a browser also when ' +
          'its channel is disabled, by mail three times an hour at most; and changes nothing. Needs no body.',
        tags: ['notices'],
        params: Params,
        headers: KeyHeaders,
        response: { 200: { description: 'What came of it.', ...Ref(NoticeTest) } },
      },
    },
    async (request, reply) => {
      const tested = await notices.test(request.player.id, request.params.channelId, request.idempotent);
      return tested.ok ? tested.value : sendRefusal(request, reply, tested.refusal);
    },
  );
}

function pushKeyRoute(app: FastifyInstance, notices: NoticeChannels): void {
  app.withTypeProvider<TypeBoxTypeProvider>().get(
    '/v1/notices/push-key',
    {
      config: {
        access: 'anyone',
        problems: ['unauthorized'],
      },
      schema: {
        operationId: 'getPushKey',
        summary: 'Read what browsers subscribe with',
        description: 'The public key of this house for Web Push. It stays the same, or all subscriptions end.',
        tags: ['notices'],
        response: { 200: { description: 'The key.', ...Ref(PushKey) } },
      },
    },
    async () => ({ publicKey: await notices.pushKey() }),
  );
}

function askedIn(asked: Static<typeof NewNoticeChannel>) {
  if (asked.kind === 'mail') return asked;
  const { endpoint, keys } = asked.subscription;
  return { to: { endpoint, ...keys }, events: asked.events };
}

function shown(channel: ChannelRow): Static<typeof NoticeChannel> {
  const { id, events, disabledBecause } = channel;
  return {
    id,
    kind: channel.kind,
    service: channel.kind === 'push' ? new URL(channel.to.endpoint).host : null,
    ...shownMail(channel),
    events,
    disabledBecause: disabledBecause as Static<typeof NoticeChannel>['disabledBecause'],
    ...channelStanding(channel),
  };
}

function shownMail(channel: ChannelRow) {
  if (channel.kind === 'push') return { address: null, confirmedAt: null, digest: null, digestHour: null };
  const { to, confirmedAt, digest, digestHour } = channel;
  return { address: to.address, confirmedAt: confirmedAt?.toISOString() ?? null, digest, digestHour };
}
