import { Type } from '@sinclair/typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Words } from '#rules/kernel/schema.ts';
import { done, type Refused, type Result, refused, wrong } from '../../eventlog/result.ts';
import { silenceOf } from '../../games/chat/chat.ts';
import { isOver } from '../../games/model/game.ts';
import { NO_TELLING } from '../../games/queries/house-sentences.ts';
import { sendLong } from '../answers/bodies.ts';
import { chatLine, EVENT_STREAM, EVENTS_AT_ONCE, eventStream, placeIn } from '../answers/event-stream.ts';
import { asksFor } from '../hooks/negotiation.ts';
import { inTurn, staysOpen } from '../hooks/open-calls.ts';
import { type Asked, eventsOf, openStream, waitForNews } from '../server/open-answers.ts';
import { get, resource, type Sent, whenDone } from '../server/operation.ts';
import {
  flag,
  INVITE_HEADER,
  LAST_EVENT_HEADER,
  LAST_VERSION,
  limitAsked,
  needsBeside,
  refuseInvalidQuery,
  refuseNamesWithoutText,
  SeatQuery,
  TEXT_ASKED,
  versionAsked,
  WaitQuery,
} from '../server/parameters.ts';
import type { Services } from '../services.ts';

/** The defaults of a page. With them the answer has less than 16 kB in every game. */
const FIRST_PAGE = { limit: 25, order: 'asc' } as const;
const EVENTS_A_CALL = 100;
const MOST_A_PAGE = 1000;
const NO_CHAT = 'This token cannot read messages: leave out `chat`.';

const EVENTS_ASKED = {
  seat: SeatQuery,
  after: Type.Unsafe<number | 'mine'>({
    anyOf: [
      { type: 'integer', minimum: 0, maximum: LAST_VERSION },
      { type: 'string', const: 'mine' },
    ],
    default: 0,
    description:
      'The last version that you have seen. `mine`: that of your last action in the game, with `seat` if it is ' +
      'given, else with any of your seats.',
  }),
  ...TEXT_ASKED,
};
const PAGE_ASKED = {
  ...EVENTS_ASKED,
  order: Words(['asc', 'desc'], { default: FIRST_PAGE.order, description: '`desc`: newest first; not for streams.' }),
  before: versionAsked(1, 'With `order=desc`: only events before this version. Default: from the newest on.'),
  ...limitAsked(MOST_A_PAGE, FIRST_PAGE.limit, 'A page ends with the version that reaches this many events.'),
  wait: WaitQuery,
};

export const eventOperations = resource('games', (services) => {
  const { gameService, contract } = services;
  const { gameReader, timeSlicer } = gameService;
  const refuses = ['not-your-seat', 'no-such-seat', 'daily-closed', 'board-sealed', 'too-many-streams'] as const;

  return [
    get('/v1/games/:gameId/events', {
      id: 'listEvents',
      summary: 'List game events',
      about:
        'Returns the events after version `after` that you may see, oldest first. A page holds whole versions; ' +
        'send `next` as `after` until it is null. With `order=desc` the newest come first, and `next` is sent as ' +
        '`before`. `after=mine` starts at your last action. With `wait`, an empty page waits for the next event. ' +
        'The view is that of `seat`, else of your lowest seat that is to act, else of your lowest. If the ' +
        'database was restored and `after` no longer exists, the page is empty and `next` is 0. With `Accept: ' +
        'text/event-stream` the response is that of `followEvents`.',
      access: 'anyone',
      query: PAGE_ASKED,
      headers: INVITE_HEADER,
      config: { turn: true, alsoAnswers: [EVENT_STREAM], cost: ({ query }) => pagesIn(query) },
      preHandler: [refuseNamesWithoutText, refuseInvalidQuery(orderFault)],
      answers: contract.eventPage,
      refuses: [...refuses],
      handle: async (request, reply) => {
        const { seat, after: _, before, order, limit, wait = 0, ...words } = { ...FIRST_PAGE, ...request.query };
        const { gameId } = request.params;
        const { reader } = request;
        reply.header('cache-control', 'private, no-cache').header('vary', 'authorization, accept');
        if (asksFor(request, EVENT_STREAM)) return sendEventStream(request, reply, services, request.query);
        const seen = await versionAfter(request, services, request.query);
        if (!seen.ok) return seen;
        const after = seen.value;
        const telling = { ...NO_TELLING, ...words };
        const known = { version: after };
        const news = (asked: Asked) => gameReader.wait(reader, gameId, { ...asked, known });
        if (wait > 0 && (await waitForNews(request, reply, wait, news))) return reply;
        const list = async () => {
          const page = await gameReader.events(reader, gameId, { seat, after, before, order, limit, telling });
          return whenDone(page, (events) => sendLong(reply, events, 'events', timeSlicer));
        };
        return limit > EVENTS_A_CALL ? inTurn(request, list) : list();
      },
    }),

    get('/v1/games/:gameId/events/stream', {
      id: 'followEvents',
      summary: 'Stream game events',
      about:
        'Streams the events of `listEvents` as server-sent events. The `id` holds the event’s id and the start ' +
        'of its head; `data` is the event as JSON, a `LiveEvent`, which also names the ruleset. Resume a broken ' +
        'stream with `Last-Event-ID`. The stream ends with the game (then 204), or soon after its token is ' +
        'replaced or revoked (then 401). The view is that of `seat`, else of your lowest seat. If the database ' +
        'was restored to an earlier moment, an event named `rewound` with `{"version", "head"}` is sent: discard ' +
        'all later versions; the valid ones follow. `version` is the last valid one if known, else 0 with `head` ' +
        'null.',
      access: 'anyone',
      query: {
        ...EVENTS_ASKED,
        chat: flag(
          'Adds chat: an event named `chat` without an `id` at the beginning and for each newer message that ' +
            'you may read. Its `data` is `{"newest"}`, the `id` of that message; read it with `listMessages`.',
        ),
      },
      headers: { ...INVITE_HEADER, ...LAST_EVENT_HEADER },
      config: { turn: true },
      preHandler: refuseNamesWithoutText,
      streams: eventsOf(contract.liveEvent),
      says: 'The stream.',
      also: { 204: { description: 'The game is over and you have every event.', type: 'null' } },
      refuses: [...refuses, 'chat-off', 'read-only-token'],
      handle: (request, reply) => sendEventStream(request, reply, services, request.query),
    }),
  ];
});

/** Returns the cost of a page in the rate limit, counted in calls. Invalid limits are rejected later. */
function pagesIn(query: unknown): number {
  const limit = Number((query as { limit?: unknown }).limit ?? FIRST_PAGE.limit);
  return limit <= MOST_A_PAGE ? Math.max(1, Math.ceil(limit / EVENTS_A_CALL)) : 1;
}

function orderFault({ order, before, wait = 0 }: Sent<typeof PAGE_ASKED>, request: FastifyRequest) {
  if (order !== 'desc') {
    return before === undefined ? null : needsBeside('before', '`order=desc`');
  }
  if (asksFor(request, EVENT_STREAM)) {
    const detail = 'A stream cannot go backwards: leave out `order=desc`, or send `Accept: application/json`.';
    return wrong(detail, '/order', 'cannot be `desc` in a stream');
  }
  if (wait === 0) return null;
  const detail = 'With `order=desc`, the server cannot wait for newer events: leave out `wait`, or leave out `order`.';
  return wrong(detail, '/wait', 'cannot be combined with `order=desc`');
}

type EventsAsked = Sent<typeof EVENTS_ASKED>;

async function versionAfter(
  { reader, params }: FastifyRequest,
  { gameService: { gameReader } }: Services,
  { seat, after = 0 }: EventsAsked,
): Promise<Result<number>> {
  const { gameId } = params as { gameId: string };
  return after === 'mine' ? gameReader.lastOwnAction(reader, gameId, seat) : done(after);
}

async function sendEventStream(
  request: FastifyRequest<{ Params: { gameId: string } }>,
  reply: FastifyReply,
  services: Services,
  asked: EventsAsked & { chat?: boolean },
): Promise<FastifyReply | Refused> {
  const { gameService, chat, limits } = services;
  const { gameReader, subscriptions } = gameService;
  const { reader, params, token } = request;
  const { gameId } = params;
  const { seat, text = false, names = false, chat: tellsChat = false } = asked;
  const version = await versionAfter(request, services, asked);
  if (!version.ok) return version;
  if (tellsChat && token?.scope === 'read') return refused('read-only-token', NO_CHAT);
  if (tellsChat && token?.scope === 'turn') return refused('turn-token', NO_CHAT);
  reply.header('cache-control', 'private, no-cache').header('vary', 'authorization, accept');
  const from = placeIn(request, version.value, '12.0.3f9a01c27be4');
  if (!from.ok) return from;
  const looked = await gameReader.look(reader, gameId, { seat });
  if (!looked.ok) return looked;
  const { game, onlooker } = looked.value;
  const silence = tellsChat ? silenceOf(game.header) : null;
  if (silence !== null) return silence;
  const viewer = seat ?? onlooker.you[0] ?? 'spectator';
  const eventReader = gameReader.eventReader(viewer, from.value, { text, names });
  const rewound = await eventReader.rewind(game);
  const events = isOver(game) ? ((await eventReader.next(game, EVENTS_AT_ONCE)) ?? []) : [];
  if (isOver(game) && rewound === null && events.length === 0) return reply.code(204).send();
  if (!staysOpen('stream', request, reply)) return reply;
  return reply.send(
    eventStream(game, {
      gameReader,
      subscriptions,
      reader,
      eventReader,
      chat: tellsChat ? chatLine(chat, reader, gameId) : null,
      opening: { rewound, events },
      quietMs: limits.patience.quietMs,
      ...openStream(request, reply),
    }),
  );
}
