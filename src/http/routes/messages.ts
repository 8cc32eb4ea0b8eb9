import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { type Static, Type } from '@sinclair/typebox';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Ref } from '#rules/kernel/schema.ts';
import type { HouseRefusal } from '../../games/model/result.ts';
import type { Talk } from '../../talk/talk.ts';
import { BODY_PROBLEMS } from '../answers/state-answer.ts';
import type { ProblemCode } from '../problems/catalogue.ts';
import { sendRefusal } from '../problems/problem.ts';
import { Message, MessageList, NewMessage, NewReport } from '../schemas/talk.ts';
import { KEY_HEADER, KEY_PROBLEMS, NeedlessKeyHeaders } from '../server/idempotency-key.ts';
import { listEtag, sendList } from '../server/list-answer.ts';
import { GameParams, INVITE_HEADER, WaitAsked } from '../server/parameters.ts';
import { ETAG, IF_NONE_MATCH, NOT_MODIFIED } from './competition-parameters.ts';

const PAGE = 50;
const MOST_A_PAGE = 100;
const MINUTE_SECONDS = 60;
const DAY_SECONDS = 24 * 60 * MINUTE_SECONDS;
/** In calls that it counts for; see docs/configuration.md. */
const POST_COST = 2;

const READ_PROBLEMS: ProblemCode[] = [
  'invalid-request',
  'unauthorized',
  'daily-closed',
  'board-sealed',
  'game-not-found',
  'talk-off',
];

const MessageId = Type.String({ format: 'uuid' });

const MessagesQuery = Type.Object(
  {
    after: Type.Optional({ ...MessageId, description: 'Only what was said after this message, the oldest first.' }),
    before: Type.Optional({
      ...MessageId,
      description: 'Only what was said before this message, the newest of that; not together with `after`.',
    }),
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: MOST_A_PAGE, default: PAGE, description: 'How many, at most.' }),
    ),
    wait: Type.Optional(WaitAsked),
    peek: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'Reads without having looked: your webhooks are told of what is new only after you have looked at what was new before.',
      }),
    ),
  },
  { additionalProperties: false },
);

/** What people say about games. */
export function messageRoutes(app: FastifyInstance, talk: Talk): void {
  listRoute(app, talk);
  postRoute(app, talk);
  reportRoute(app, talk);
}

function listRoute(app: FastifyInstance, talk: Talk): void {
  app.withTypeProvider<TypeBoxTypeProvider>().get(
    '/v1/games/:gameId/messages',
    {
      config: {
        access: 'anyone',
        readable: false,
        problems: [...READ_PROBLEMS, 'too-many-waiting', 'stopping'],
      },
      schema: {
        operationId: 'listMessages',
        summary: 'Read what is said about a game',
        description:
          'The newest messages that you may read, oldest first: public ones, and those for the table where you sit at it. Who you have ' +
          'muted or blocked is left out. Go back with `before` and the first `id`, on with `after` and the last one; with `wait` an empty page waits for the ' +
          'next message, and with `If-None-Match` any page until it is another. Messages are no part of the game: neither its `version` nor its `head` nor its `ETag` knows of them.',
        tags: ['talk'],
        params: GameParams,
        querystring: MessagesQuery,
        headers: Type.Object({ ...INVITE_HEADER, ...IF_NONE_MATCH }),
        response: { 200: { description: 'The messages.', ...ETAG, ...Ref(MessageList) }, ...NOT_MODIFIED },
      },
    },
    async (request, reply) => {
      const { wait = 0, limit = PAGE, peek = false, after, before } = request.query;
      const { reader, params } = request;
      if (after !== undefined && before !== undefined) {
        const errors = [{ pointer: '/before', message: 'cannot be combined with after' }];
        const detail = 'A page goes on in one direction.';
        return sendRefusal(request, reply, { code: 'invalid-request', detail, errors });
      }
      reply.header('vary', 'authorization');
      const read = async () => {
        const listed = await talk.list(reader, params.gameId, { after, before, limit, peek });
        if (!listed.ok) return listed;
        const { messages, mark } = listed.value;
        const text = JSON.stringify({ messages });
        const hasNews = messages.length > 0 || before !== undefined;
        return { ok: true as const, value: { text, etag: listEtag(text), known: mark, hasNews } };
      };
      return sendList(request, reply, { wait, watch: () => talk.watch(params.gameId), read });
    },
  );
}

function postRoute(app: FastifyInstance, talk: Talk): void {
  app.withTypeProvider<TypeBoxTypeProvider>().post(
    '/v1/games/:gameId/messages',
    {
      config: {
        access: 'player',
        cost: POST_COST,
        problems: [
          ...BODY_PROBLEMS,
          ...READ_PROBLEMS,
          ...KEY_PROBLEMS,
          'not-at-the-table',
          'not-open-to-you',
          'message-not-found',
          'talk-over',
          'too-many-messages',
          'too-fast',
        ],
      },
      schema: {
        operationId: 'postMessage',
        summary: 'Say something about a game',
        description:
          'A message to the table, or to all who may watch. Those who hold a seat write, up to seven days after the end: at most 12 a ' +
          'minute and 500 in all about one game, which takes 2000. Where somebody at the table and you are not to meet, because one of you has blocked ' +
          'the other, only public messages are open to you. Send no link that is to be clicked: pages show text.',
        tags: ['talk'],
        params: GameParams,
        headers: Type.Object(KEY_HEADER),
        body: Ref(NewMessage),
        response: { 201: { description: 'The message.', ...Ref(Message) } },
      },
    },
    async (request, reply) => {
      const { player, params, body, idempotent } = request;
      const { text, audience = 'table' } = body;
      const posted = await talk.post(player, params.gameId, { text, audience }, idempotent);
      if (!posted.ok) return sendTalkRefusal(request, reply, posted.refusal);
      reply.code(201);
      return posted.value as Static<typeof Message>;
    },
  );
}

function reportRoute(app: FastifyInstance, talk: Talk): void {
  app.withTypeProvider<TypeBoxTypeProvider>().post(
    '/v1/games/:gameId/messages/:messageId/reports',
    {
      config: {
        access: 'player',
        cost: POST_COST,
        problems: [...BODY_PROBLEMS, ...READ_PROBLEMS, 'message-not-found', 'own-message', 'too-many-reports'],
      },
      schema: {
        operationId: 'reportMessage',
        summary: 'Report a message',
        description:
          'Tells the operators of the house about a message that you may read. Its author is not told. One report a player and message is kept, the ' +
          'first; a second changes nothing. At most 50 a day.',
        tags: ['talk'],
        params: Type.Object({
          ...GameParams.properties,
          messageId: { ...MessageId, description: 'The id of the message.' },
        }),
        headers: NeedlessKeyHeaders,
        body: Ref(NewReport),
        response: { 204: { description: 'The operators can read it.', type: 'null' } },
      },
    },
    async (request, reply) => {
      const { player, params, body } = request;
      const reported = await talk.report(player, params.gameId, params.messageId, body);
      return reported.ok ? reply.code(204).send() : sendTalkRefusal(request, reply, reported.refusal);
    },
  );
}

function sendTalkRefusal(request: FastifyRequest, reply: FastifyReply, refusal: HouseRefusal): FastifyReply {
  if (refusal.code === 'too-fast') reply.header('retry-after', MINUTE_SECONDS);
  if (refusal.code === 'too-many-reports') reply.header('retry-after', DAY_SECONDS);
  return sendRefusal(request, reply, refusal);
}
