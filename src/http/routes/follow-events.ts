import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Viewer } from '#rules/kernel/ruleset.ts';
import { Ref } from '#rules/kernel/schema.ts';
import type { GameService } from '../../games/game-service.ts';
import { isOver } from '../../games/model/game.ts';
import { done, type Result } from '../../games/model/result.ts';
import { NO_TELLING, type Telling } from '../../games/queries/wording.ts';
import { silenceOf, type Talk } from '../../talk/talk.ts';
import { EVENT_STREAM, EVENTS_AT_ONCE, eventStream, positionIn } from '../answers/event-stream.ts';
import { TalkLine } from '../answers/talk-line.ts';
import { staysOpen } from '../hooks/open-calls.ts';
import { sendProblem, sendRefusal } from '../problems/problem.ts';
import type { Contract } from '../schemas/contract.ts';
import { openStream } from '../server/open-stream.ts';
import {
  AfterAsked,
  GameParams,
  INVITE_HEADER,
  NamesAsked,
  refuseWordsAmiss,
  SeatAsked,
  TextAsked,
  viewerAsked,
} from '../server/parameters.ts';

const NO_TALK = 'This token cannot read what is said: leave out `talk`.';

/** Where a stream of events begins, and how it is told. */
export interface StreamAsked {
  seat: Viewer | undefined;
  after: number;
  telling: Telling;
  /** null: it tells nothing of what is said */
  talk: Talk | null;
}

/** What happens in a game, as it happens. */
export function followEventRoutes(
  app: FastifyInstance,
  gameService: GameService,
  contract: Contract,
  { quietMs, talk }: { quietMs: number; talk: Talk },
): void {
  app.withTypeProvider<TypeBoxTypeProvider>().get(
    '/v1/games/:gameId/events/stream',
    {
      config: {
        access: 'anyone',
        turn: true,
        problems: [
          'invalid-request',
          'unauthorized',
          'not-your-seat',
          'daily-closed',
          'board-sealed',
          'game-not-found',
          'no-such-seat',
          'too-many-streams',
          'talk-off',
          'read-only-token',
        ],
      },
      preHandler: refuseWordsAmiss,
      schema: {
        operationId: 'followEvents',
        summary: 'Follow a game live',
        description:
          'What `listEvents` tells, live: server-sent events whose `id` is the event’s and how its head begins, and whose `data` is the ' +
          'event as JSON, a `LiveEvent`, which says besides what is played. A stream that broke off is resumed with `Last-Event-ID`, and ' +
          'ends with the game (204: there is nothing left of it), or soon after its token was changed or revoked (then 401). It shows one ' +
          'seat’s view: `seat`, else your lowest. When the database was put back to an earlier moment, an event named `takenBack` ' +
          'says so, with `{"version", "head"}` as its `data`: what was told after that version never happened, and what did ' +
          'follows. The version is the last one that is still there where that can be told, else 0, with `head` null.',
        tags: ['games'],
        params: GameParams,
        querystring: Type.Object(
          {
            seat: Type.Optional(SeatAsked),
            after: Type.Optional(AfterAsked),
            text: Type.Optional(TextAsked),
            names: Type.Optional(NamesAsked),
            talk: Type.Optional(
              Type.Boolean({
                default: false,
                description:
                  'Tells besides of what is said: an event named `talk`, without an `id`, at the beginning and whenever there is a newer ' +
                  'message that you may read. Its `data` is `{"newest"}`, the `id` of that message; read it with `listMessages`.',
              }),
            ),
          },
          { additionalProperties: false },
        ),
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
            description: 'The stream.',
            content: {
              [EVENT_STREAM]: {
                schema: Type.Unsafe<unknown>({
                  type: 'string',
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
      const { seat: asked, after: since, talk: tellsTalk = false, ...words } = request.query;
      const seat = viewerAsked(asked);
      const after = await versionAfter(request, gameService, { since, seat });
      if (!after.ok) return sendRefusal(request, reply, after.refusal);
      const telling = { ...NO_TELLING, ...words };
      const scope = tellsTalk ? request.token?.scope : undefined;
      if (scope === 'read') return sendProblem(request, reply, 'read-only-token', { detail: NO_TALK });
      if (scope === 'turn') return sendProblem(request, reply, 'turn-token', { detail: NO_TALK });
      const place = { seat, after: after.value, telling, talk: tellsTalk ? talk : null };
      return sendEventStream(request, reply, gameService, { ...place, quietMs });
    },
  );
}

/** The version after which events are asked for, of the game in the path. */
export async function versionAfter(
  request: FastifyRequest,
  { gameReader }: GameService,
  { since = 0, seat }: { since: number | 'mine' | undefined; seat: Viewer | undefined },
): Promise<Result<number>> {
  if (since !== 'mine') return done(Number(since));
  const { gameId } = request.params as { gameId: string };
  return gameReader.lastOwnAction(request.reader, gameId, seat);
}

/** Answers with the events of the game in the path as a stream, or says why there is none. */
export async function sendEventStream(
  request: FastifyRequest,
  reply: FastifyReply,
  { gameReader, subscriptions }: GameService,
  { seat, after, telling, talk, quietMs }: StreamAsked & { quietMs: number },
) {
  const { reader } = request;
  const { gameId } = request.params as { gameId: string };
  reply.header('cache-control', 'private, no-cache').header('vary', 'authorization, accept');
  const lastId = request.headers['last-event-id'];
  const from = typeof lastId === 'string' ? positionIn(lastId) : { version: after, index: null, head: null };
  if (from === null) {
    const errors = [{ pointer: '/last-event-id', message: 'must be the id of an event, such as 12.0.3f9a01c27be4' }];
    return sendProblem(request, reply, 'invalid-request', { detail: 'There is no such place.', errors });
  }
  const looked = await gameReader.look(reader, gameId, { seat });
  if (!looked.ok) return sendRefusal(request, reply, looked.refusal);
  const { game, onlooker } = looked.value;
  const silence = talk === null ? null : silenceOf(game.header);
  if (silence !== null) return sendRefusal(request, reply, silence);
  const viewer = seat ?? onlooker.you[0] ?? 'spectator';
  const eventReader = gameReader.eventReader(viewer, from, telling);
  const takenBack = await eventReader.takeBack(game);
  const events = isOver(game) ? ((await eventReader.next(game, EVENTS_AT_ONCE)) ?? []) : [];
  if (isOver(game) && takenBack === null && events.length === 0) return reply.code(204).send();
  if (!staysOpen('stream', request, reply)) return reply;
  const open = openStream(request, reply);
  const line = talk === null ? null : new TalkLine(talk, reader, gameId);
  const opening = { takenBack, events };
  return eventStream(game, { gameReader, subscriptions, reader, eventReader, talk: line, opening, quietMs, ...open });
}
