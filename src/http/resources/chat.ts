import { Type } from '@sinclair/typebox';
import { done, wrong } from '../../eventlog/result.ts';
import type { Chat } from '../../games/chat/chat.ts';
import { AvoidedList, Message, MessageList, NewMessage, NewReport } from '../../games/chat/chat-shapes.ts';
import type { BlockKind } from '../../store/blocks.ts';
import { sendList } from '../server/open-answers.ts';
import { bodyOf, get, post, put, remove, resource, whenDone } from '../server/operation.ts';
import { flag, INVITE_HEADER, limitAsked, WaitQuery } from '../server/parameters.ts';

const PAGE = 50;
const MOST_A_PAGE = 100;
/** The cost in the rate limit, counted in calls: see docs/configuration.md. */
const POST_COST = 2;

const MessageId = Type.String({ format: 'uuid' });
const CLOSED = ['daily-closed', 'board-sealed', 'chat-off'] as const;

export const chatOperations = resource('chat', ({ chat }) => [
  get('/v1/games/:gameId/messages', {
    id: 'listMessages',
    summary: 'List chat messages',
    about:
      'Returns the newest messages that you may read, oldest first: public ones and, if you hold a seat, those ' +
      'for the table. Messages of players whom you muted or blocked are left out. Page back with `before` and ' +
      'the first `id`, forward with `after` and the last. With `wait`, an empty page waits for the next message; ' +
      'with `If-None-Match`, any page waits until it changes. Messages do not change the `version`, `head` or ' +
      '`ETag` of the game.',
    access: 'anyone',
    config: { readable: false },
    query: {
      after: { ...MessageId, description: 'Only messages after this one, oldest first.' },
      before: { ...MessageId, description: 'Only the newest messages before this one; not together with `after`.' },
      ...limitAsked(MOST_A_PAGE, PAGE, 'How many, at most.'),
      wait: WaitQuery,
      peek: flag(
        'Does not mark the messages as read. Your webhooks are notified of new messages only after you have ' +
          'read the earlier ones.',
      ),
    },
    headers: INVITE_HEADER,
    tagged: true,
    answers: MessageList,
    refuses: [...CLOSED],
    handle: (request, reply) => {
      const { wait = 0, limit = PAGE, peek = false, after, before } = request.query;
      const { reader, params } = request;
      if (after !== undefined && before !== undefined) {
        return wrong('Send either `before` or `after`, not both.', '/before', 'cannot be combined with `after`');
      }
      reply.header('vary', 'authorization');
      const read = async () => {
        const listed = await chat.list(reader, params.gameId, { after, before, limit, peek });
        return whenDone(listed, ({ messages, mark: known }) =>
          done({ list: { messages }, known, hasNews: messages.length > 0 || before !== undefined }),
        );
      };
      return sendList(request, reply, { wait, watch: () => chat.watch(params.gameId), read });
    },
  }),

  post('/v1/games/:gameId/messages', {
    id: 'postMessage',
    summary: 'Send a chat message',
    about:
      'Sends a message to the table, or to all who may watch. Players with a seat may write until seven days ' +
      'after the end: at most 12 messages a minute, and 500 per player in one game, which stores 2000. If a ' +
      'block exists between you and another player at the table, you may send public messages only. Do not rely ' +
      'on links: pages show text.',
    config: { cost: POST_COST },
    body: NewMessage,
    answers: Message,
    status: 201,
    refuses: [...CLOSED, 'not-at-the-table', 'not-open-to-you', 'chat-over', 'too-many-messages', 'too-fast'],
    handle: ({ player, params, body: { text, audience = 'table' }, idempotent }) =>
      chat.post(player, params.gameId, { text, audience }, idempotent),
  }),

  post('/v1/games/:gameId/messages/:messageId/reports', {
    id: 'reportMessage',
    summary: 'Report a chat message',
    about:
      'Reports a message that you may read to the operators. The author is not notified. One report is stored ' +
      'per player and message; a second changes nothing. At most 50 a day.',
    key: 'needless',
    config: { cost: POST_COST },
    body: NewReport,
    says: 'The report is stored.',
    refuses: [...CLOSED, 'own-message', 'too-many-reports'],
    handle: ({ player, params, body }) => chat.report(player, params.gameId, params.messageId, body),
  }),

  ...avoiding(chat, 'mute', {
    list: { id: 'listMutes', summary: 'List muted players' },
    put: { id: 'mutePlayer', summary: 'Mute a player' },
    remove: { id: 'unmutePlayer', summary: 'Unmute a player' },
    means:
      'Hides their messages from you, without notifications. Neither they nor others learn of it. At most 500; repeating it changes nothing.',
  }),

  ...avoiding(chat, 'block', {
    list: { id: 'listBlocks', summary: 'List blocked players' },
    put: { id: 'blockPlayer', summary: 'Block a player' },
    remove: { id: 'unblockPlayer', summary: 'Unblock a player' },
    means:
      'You are not shown what they write, and the two of you do not meet any more: neither can invite the other, sit down where the other ' +
      'sits or whose game it is, play again with the other or write to a table of both, and seeks do not pair you. Both get `not-open-to-you`, which does not ' +
      'say why. Games under way go on, and competitions seat whom they pair. At most 500; again changes nothing.',
  }),
]);

interface Named {
  id: string;
  summary: string;
}

function avoiding(chat: Chat, kind: BlockKind, words: { list: Named; put: Named; remove: Named; means: string }) {
  const path = { playerId: Type.String({ format: 'uuid', description: 'The id of the other player.' }) };
  return [
    get(`/v1/me/${kind}s`, {
      ...words.list,
      about: 'Newest first. Only you can read this list.',
      answers: AvoidedList,
      handle: async ({ player }, reply) => {
        reply.header('cache-control', 'private, no-store');
        const players = await chat.avoidedBy(player, kind);
        return { players: players.map(({ at, ...other }) => ({ ...other, at: at.toISOString() })) };
      },
    }),

    put(`/v1/me/${kind}s/:playerId`, {
      ...words.put,
      about: words.means,
      path,
      mayOmitBody: true,
      body: bodyOf({}),
      says: 'Stored.',
      refuses: ['player-not-found', 'cap-reached'],
      handle: ({ player, params }) => chat.avoid(player, kind, params.playerId),
    }),

    remove(`/v1/me/${kind}s/:playerId`, {
      ...words.remove,
      about: 'Succeeds also if there was nothing to remove.',
      path,
      says: 'Removed.',
      handle: ({ player, params }) => chat.stopAvoiding(player, kind, params.playerId),
    }),
  ];
}
