import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { type Static, Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { Ref, Words } from '#rules/kernel/schema.ts';
import type { GameService } from '../../games/game-service.ts';
import { NO_TELLING } from '../../games/queries/wording.ts';
import { EVENT_STREAM } from '../answers/event-stream.ts';
import { sendLong } from '../answers/long-list.ts';
import { sendStopping } from '../answers/state-answer.ts';
import { CallLifetime, sendTokenEnded } from '../hooks/call-lifetime.ts';
import { inTurn } from '../hooks/costly-reads.ts';
import { asksFor } from '../hooks/media-types.ts';
import { staysOpen } from '../hooks/open-calls.ts';
import { sendProblem, sendRefusal } from '../problems/problem.ts';
import type { Contract } from '../schemas/contract.ts';
import {
  AfterAsked,
  GameParams,
  LAST_VERSION,
  NamesAsked,
  refuseWordsAmiss,
  SeatAsked,
  TextAsked,
  viewerAsked,
  WaitAsked,
  WatcherHeaders,
} from '../server/parameters.ts';
import { sendEventStream, versionAfter } from './follow-events.ts';

/** Less than 16 kB in every game. */
const FIRST_PAGE = { limit: 25, order: 'asc' } as const;
/** This many events cost as much as one call. */
const EVENTS_A_CALL = 100;
const MOST_A_PAGE = 1000;
const MS = 1000;

const EventsQuery = Type.Object(
  {
    seat: Type.Optional(SeatAsked),
    after: Type.Optional(AfterAsked),
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

/** What happened, version by version, in pages; live for who asks for a stream here. */
export function eventRoutes(
  app: FastifyInstance,
  gameService: GameService,
  contract: Contract,
  { quietMs }: { quietMs: number },
): void {
  app.withTypeProvider<TypeBoxTypeProvider>().get(
    '/v1/games/:gameId/events',
    {
      config: {
        access: 'anyone',
        turn: true,
        alsoAnswers: [EVENT_STREAM],
        cost: ({ query }) => pagesIn(query),
        problems: [
          'invalid-request',
          'unauthorized',
          'not-your-seat',
          'daily-closed',
          'board-sealed',
          'game-not-found',
          'no-such-seat',
          'too-many-streams',
          'too-many-waiting',
          'stopping',
        ],
      },
      preHandler: refuseWordsAmiss,
      schema: {
        operationId: 'listEvents',
        summary: 'List what happened',
        description:
          'What happened after version `after`, as you may see it, oldest first. A page holds whole versions; ask on with ' +
          '`next` as `after` until it is null. With `order=desc` it is newest first, and `next` is sent as `before`. With ' +
          '`after=mine` it is what happened since you last acted. With `wait` an empty page waits for the next event. It shows one seat’s ' +
          'view: `seat`, else the lowest of yours that is to act, else your lowest. A page whose `after` is no longer there, since the ' +
          'database was put back to an earlier moment, is empty, and its `next` is 0. With `Accept: text/event-stream` the answer is ' +
          'that of `followEvents`.',
        tags: ['games'],
        params: GameParams,
        querystring: EventsQuery,
        headers: WatcherHeaders,
        response: { 200: { description: 'A page of events.', ...Ref(contract.eventPage) } },
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
      const seen = await versionAfter(request, gameService, { since, seat });
      if (!seen.ok) return sendRefusal(request, reply, seen.refusal);
      const after = seen.value;
      const telling = { ...NO_TELLING, ...words };
      if (asksFor(request, EVENT_STREAM))
        return sendEventStream(request, reply, gameService, { seat, after, telling, talk: null, quietMs });
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
      return limit > EVENTS_A_CALL ? inTurn(request, list) : list();
    },
  );
}

/** A page counts for a call for each hundred events. A limit that is not valid is refused later. */
function pagesIn(query: unknown): number {
  const limit = Number((query as { limit?: unknown }).limit ?? FIRST_PAGE.limit);
  return limit <= MOST_A_PAGE ? Math.max(1, Math.ceil(limit / EVENTS_A_CALL)) : 1;
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
