import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import type { GameService } from '../../games/game-service.ts';
import {
  Confirmation,
  channelView,
  NewNoticeChannel,
  NoticeChannel,
  NoticeChannelChange,
  NoticeChannelList,
  NoticeTest,
  PushKey,
} from '../../notifications/channel-shapes.ts';
import { OpenedTurn } from '../../players/token-shapes.ts';
import type { FoundLink } from '../../players/turn-tokens.ts';
import { get, patch, post, remove, resource, whenDone } from '../server/operation.ts';

/** Where a player is told as a person, and what links in mails are spent by. Other people's channels do not exist for a caller. */
export const noticeOperations = resource('notices', ({ notices, players, gameService }) => [
  post('/v1/me/notice-channels', {
    id: 'createNoticeChannel',
    summary: 'Be told in a browser or by mail',
    about:
      'From now on this browser is told when it becomes your turn and of whatever else you want to know, by Web Push. ' +
      'A subscription that you have sent before is renewed. To a mail address a question is mailed first: nothing else is, ' +
      'until somebody opens its link and says that the address is theirs. You may have 10 channels.',
    access: 'player',
    key: 'plain',
    body: NewNoticeChannel,
    answers: NoticeChannel,
    says: 'The channel.',
    status: 201,
    refuses: [
      'invalid-push-subscription',
      'invalid-mail-address',
      'mail-off',
      'mail-not-sent',
      'too-many-confirmations',
      'too-many-notice-channels',
      'notice-channel-not-found',
    ],
    handle: async ({ player, body, idempotent }, reply) =>
      whenDone(await notices.add(player.id, body, idempotent), (channel) => {
        reply.header('location', `/v1/me/notice-channels/${channel.id}`);
        return channelView(channel);
      }),
  }),

  get('/v1/me/notice-channels', {
    id: 'listNoticeChannels',
    summary: 'List where you are told',
    about: 'All of your channels, oldest first. Nobody else sees them.',
    access: 'player',
    answers: NoticeChannelList,
    says: 'Your channels.',
    handle: async ({ player }) => ({ channels: (await notices.of(player.id)).map(channelView) }),
  }),

  patch('/v1/me/notice-channels/:channelId', {
    id: 'updateNoticeChannel',
    summary: 'Change a channel',
    about: 'Changes what you send and leaves the rest.',
    access: 'player',
    mayOmitBody: true,
    body: NoticeChannelChange,
    answers: NoticeChannel,
    says: 'The channel as it is now.',
    refuses: ['mail-unconfirmed'],
    handle: async ({ player, params, body }) =>
      whenDone(await notices.change(player.id, params.channelId, body), channelView),
  }),

  remove('/v1/me/notice-channels/:channelId', {
    id: 'deleteNoticeChannel',
    summary: 'Delete a channel',
    about: 'Nothing is sent to it any more, and where it led to is forgotten.',
    access: 'player',
    says: 'It is gone.',
    handle: ({ player, params }) => notices.remove(player.id, params.channelId),
  }),

  post('/v1/me/notice-channels/:channelId/test', {
    id: 'testNoticeChannel',
    summary: 'Try a channel',
    about:
      'Sends a notice about nothing at once, and answers with what came of it. It is sent once, to a browser also when ' +
      'its channel is disabled, by mail three times an hour at most; and changes nothing. Needs no body.',
    access: 'player',
    key: 'plain',
    answers: NoticeTest,
    says: 'What came of it.',
    refuses: [
      'notice-test-running',
      'mail-unconfirmed',
      'mail-off',
      'notice-channel-disabled',
      'too-many-notice-tests',
    ],
    handle: ({ player, params, idempotent }) => notices.test(player.id, params.channelId, idempotent),
  }),

  get('/v1/notices/push-key', {
    id: 'getPushKey',
    summary: 'Read what browsers subscribe with',
    about: 'The public key of this house for Web Push. It stays the same, or all subscriptions end.',
    access: 'anyone',
    answers: PushKey,
    says: 'The key.',
    handle: async () => ({ publicKey: await notices.pushKey() }),
  }),

  // who has the mail needs no token; all of it is done by POST, since scanners open links
  post('/v1/notices/confirmations', {
    id: 'confirmNoticeChannel',
    summary: 'Say that an address is yours',
    about: 'Spends the token of the mail that asks for it: each is good once, and for a day.',
    access: 'anyone',
    key: 'strong',
    body: Confirmation,
    says: 'Notices are mailed from now on.',
    refuses: ['notice-link-spent'],
    handle: ({ body, idempotent }) => notices.mail.confirm(body.token, idempotent),
  }),

  post('/v1/notices/turns', {
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
    says: 'The token and what it is for.',
    refuses: ['notice-link-spent'],
    handle: ({ body, idempotent }) =>
      players.turns.spend(body.token, idempotent, (link) => openSince(gameService, link)),
  }),
]);

/** What mail programs send for a reader's one click (RFC 8058): it takes a form, and does not look at it. */
export const oneClickOperations = resource('notices', ({ notices }) => [
  post('/v1/notices/unsubscriptions/:token', {
    id: 'unsubscribeNoticeChannel',
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
    refuses: ['notice-link-spent'],
    handle: ({ params }) => notices.mail.unsubscribe(params.token),
  }),
]);

export function takeOneClicks(scope: FastifyInstance): void {
  const types = ['application/x-www-form-urlencoded', 'multipart/form-data'];
  scope.addContentTypeParser(types, { parseAs: 'string' }, (_request, _body, done) => done(null, {}));
}

/** The version at which the decision opened that a link is for; null: it is open no more. */
async function openSince({ gameReader }: GameService, { player, gameId, seat, version }: FoundLink) {
  const found = await gameReader.seatAt(player, gameId, seat);
  if (!found.ok || found.value.game.status !== 'playing') return null;
  const decision = found.value.game.decisions.find((open) => open.seat === seat && open.since <= version);
  return decision?.since ?? null;
}
