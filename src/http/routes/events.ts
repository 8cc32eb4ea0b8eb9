import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { type Static, Type } from '@sinclair/typebox';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { GameService } from '../../games/game-service.ts';
import { isOver } from '../../games/model/game.ts';
import { NO_TELLING, type Telling } from '../../games/queries/wording.ts';
import type { Viewer } from '../../kernel/ruleset.ts';
import { Ref, Words } from '../../kernel/schema.ts';
import { EVENT_STREAM, EVENTS_AT_ONCE, eventStream, positionIn } from '../answers/event-stream.ts';
import { sendLong } from '../answers/long-list.ts';
import { sendStopping } from '../answers/state-answer.ts';
import type { Examples } from '../documentation/examples.ts';
import { CallLifetime, sendTokenEnded } from '../hooks/call-lifetime.ts';
import { inTurn } from '../hooks/costly-reads.ts';
import { staysOpen } from '../hooks/open-calls.ts';
import { sendProblem, sendRefusal } from '../problems/problem.ts';
import type { Contract } from '../schemas/contract.ts';
import { openStream } from './open-stream.ts';
import {
  each,
  GameParams,
  INVITE_HEADER,
  LAST_VERSION,
  NamesAsked,
  refuseWordsAmiss,
  SeatAsked,
  TextAsked,
  viewerAsked,
  WaitAsked,
} from './parameters.ts';
import { asksFor } from './preferences.ts';

const FIRST_PAGE = { after: 0, limit: 100, order: 'asc' } as const;
const MOST_A_PAGE = 1000;
const MS = 1000;

const EventsQuery = Type.Object(
  {
    seat: Type.Optional(SeatAsked),
    after: Type.Optional(
      Type.Unsafe<number | 'mine'>({
        anyOf: [
          { type: 'integer', minimum: 0, maximum: LAST_VERSION },
          { type: 'string', const: 'mine' },
        ],
        default: FIRST_PAGE.after,
        description:
          'The version that you have seen; `mine`: that of your own last action in the game, of the seat that `seat` names, else ' +
          'of any of yours.',
      }),
    ),
    order: Type.Optional(
      Words(['asc', 'desc'], {
        default: FIRST_PAGE.order,
        description: '`desc`: newest first, for pages alone.',
      }),
    ),
    before: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: LAST_VERSION,
        description: 'With `order=desc`: only what happened before this version; without it from the newest on.',
      }),
    ),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MOST_A_PAGE,
        default: FIRST_PAGE.limit,
        description: 'A page ends with the version that reaches this many events.',
      }),
    ),
    wait: Type.Optional(WaitAsked),
    text: Type.Optional(TextAsked),
    names: Type.Optional(NamesAsked),
  },
  { additionalProperties: false },
);

/** What happened, version by version: in pages, or live. */
export function eventRoutes(
  app: FastifyInstance,
  gameService: GameService,
  contract: Contract,
  examples: ReadonlyMap<string, Examples>,
  { quietMs }: { quietMs: number },
): void {
  app.withTypeProvider<TypeBoxTypeProvider>().get(
    '/v1/games/:gameId/events',
    {
      config: {
        access: 'anyone',
        cost: ({ query }) => pagesIn(query),
        docs: {
          problems: [
            'invalid-request',
            'unauthorized',
            'not-your-seat',
            'daily-closed',
            'game-not-found',
            'no-such-seat',
            'too-many-streams',
            'too-many-waiting',
            'stopping',
          ],
          responseExamples: each(examples, (example) => example.eventPage),
        },
      },
      preHandler: refuseWordsAmiss,
      schema: {
        operationId: 'listEvents',
        summary: 'List what happened, or follow it live',
        description:
          'What happened after version `after`, as you may see it, oldest first. A page holds whole versions; ask on with ' +
          '`next` as `after` until it is null. With `order=desc` it is newest first, and `next` is sent as `before`. With ' +
          '`after=mine` it is what happened since you last acted. With `wait` an empty page waits for the next event. With `Accept: ' +
          'text/event-stream` the same events come live, as server-sent events whose `id` is the event’s and how its head ' +
          'begins, and whose `data` is the event as JSON, a `LiveEvent`, which says besides what is played; a stream that broke off is resumed with `Last-Event-ID`, and ends with ' +
          'the game (204: there is nothing left of it), or soon after its token was changed or revoked (then 401). It shows one ' +
          'seat’s view: `seat`, else your lowest. When the database was put back to an earlier moment, an event named `takenBack` ' +
          'says so, with `{"version", "head"}` as its `data`: what was told after that version never happened, and what did ' +
          'follows. The version is the last one that is still there where that can be told, else 0, with `head` null. A page ' +
          'whose `after` is no longer there is empty, and its `next` is 0.',
        tags: ['games'],
        security: [{}, { token: [] }],
        params: GameParams,
        querystring: EventsQuery,
        headers: Type.Object({
          ...INVITE_HEADER,
          'last-event-id': Type.Optional(
            Type.String({
              description:
                'The `id` of the last event that you have; goes before `after`. Without its head it names any history.',
            }),
          ),
        }),
        response: {
          200: {
            description: 'A page of events, or the stream.',
            content: {
              'application/json': { schema: Ref(contract.eventPage) },
              [EVENT_STREAM]: {
                schema: Type.String({
                  description: 'The `data` of each event is a `LiveEvent`.',
                  contentSchema: Ref(contract.liveEvent),
                }),
              },
            },
          },
          204: { description: 'The game is over and you have every event of it.', type: 'null' },
        },
      },
    },
    async (request, reply) => {
      const {
        seat: asked,
        after: since,
        before,
        order,
        limit,
        wait = 0,
        ...words
      } = { ...FIRST_PAGE, ...request.query };
      const { gameId } = request.params;
      const { reader } = request;
      const seat = viewerAsked(asked);
      const fault = orderFault(request.query, asksFor(request, EVENT_STREAM));
      if (fault !== null) return sendProblem(request, reply, 'invalid-request', fault);
      reply.header('cache-control', 'private, no-cache').header('vary', 'authorization, accept');
      const own = since === 'mine' ? await gameService.gameReader.lastOwnAction(reader, gameId, seat) : null;
      if (own?.ok === false) return sendRefusal(request, reply, own.refusal);
      const after = own === null ? Number(since) : own.value;
      const telling = { ...NO_TELLING, ...words };
      if (asksFor(request, EVENT_STREAM)) return sendStream(request, reply, gameId, { seat, after, telling });
      if (wait > 0) {
        if (!staysOpen('wait', request, reply)) return reply;
        const lifetime = new CallLifetime(request, reply);
        const woken = await gameService.gameReader.wait(reader, gameId, {
          known: { version: after },
          ms: wait * MS,
          caller: lifetime.gone,
        });
        if (woken === 'closing') return sendStopping(request, reply);
        if (lifetime.tokenEnded) return sendTokenEnded(request, reply);
      }
      const list = async () => {
        const page = { seat, after, before, order, limit, telling };
        const listed = await gameService.gameReader.events(reader, gameId, page);
        if (!listed.ok) return sendRefusal(request, reply, listed.refusal);
        return sendLong(reply, listed.value, 'events', gameService.timeSlicer);
      };
      return limit > FIRST_PAGE.limit ? inTurn(request, list) : list();
    },
  );

  async function sendStream(
    request: FastifyRequest,
    reply: FastifyReply,
    gameId: string,
    { seat, after, telling }: { seat: Viewer | undefined; after: number; telling: Telling },
  ) {
    const reader = request.reader;
    const lastId = request.headers['last-event-id'];
    const from = typeof lastId === 'string' ? positionIn(lastId) : { version: after, index: null, head: null };
    if (from === null) {
      const errors = [{ pointer: '/last-event-id', message: 'must be the id of an event, such as 12.0.3f9a01c27be4' }];
      return sendProblem(request, reply, 'invalid-request', { detail: 'There is no such place.', errors });
    }
    const looked = await gameService.gameReader.look(reader, gameId, { seat });
    if (!looked.ok) return sendRefusal(request, reply, looked.refusal);
    const { game, onlooker } = looked.value;
    const viewer = seat ?? onlooker.you[0] ?? 'spectator';
    const eventReader = gameService.gameReader.eventReader(viewer, from, telling);
    const takenBack = await eventReader.takeBack(game);
    const events = isOver(game) ? ((await eventReader.next(game, EVENTS_AT_ONCE)) ?? []) : [];
    if (isOver(game) && takenBack === null && events.length === 0) return reply.code(204).send();
    if (!staysOpen('stream', request, reply)) return reply;
    const open = openStream(request, reply);
    const { gameReader, subscriptions } = gameService;
    const opening = { takenBack, events };
    return eventStream(game, { gameReader, subscriptions, reader, eventReader, opening, quietMs, ...open });
  }
}

/** A page counts for as many calls as pages of the usual length are in it. What does not fit is refused later. */
function pagesIn(query: unknown): number {
  const limit = Number((query as { limit?: unknown }).limit ?? FIRST_PAGE.limit);
  return limit <= MOST_A_PAGE ? Math.max(1, Math.ceil(limit / FIRST_PAGE.limit)) : 1;
}

/** What speaks against the order that was asked for; null when nothing does. */
function orderFault({ order, before, wait = 0 }: Static<typeof EventsQuery>, isStream: boolean) {
  if (order !== 'desc') {
    if (before === undefined) return null;
    return {
      detail: 'Events are told up to the newest.',
      errors: [{ pointer: '/before', message: 'needs order=desc beside it' }],
    };
  }
  if (isStream) {
    return {
      detail: 'A stream tells what comes.',
      errors: [{ pointer: '/order', message: 'cannot be desc in a stream' }],
    };
  }
  if (wait === 0) return null;
  return {
    detail: 'What is new comes at the end.',
    errors: [{ pointer: '/wait', message: 'cannot be combined with order=desc' }],
  };
}
