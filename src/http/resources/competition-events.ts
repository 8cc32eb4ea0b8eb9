import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Ref } from '#rules/kernel/schema.ts';
import type { GameService } from '../../games/game-service.ts';
import { competitionStream } from '../answers/competition-stream.ts';
import { EVENT_STREAM, EVENTS_AT_ONCE, positionIn } from '../answers/event-stream.ts';
import { sendLong } from '../answers/long-list.ts';
import { sendStopping } from '../answers/state-answer.ts';
import { CallLifetime, sendTokenEnded } from '../hooks/call-lifetime.ts';
import { staysOpen } from '../hooks/open-calls.ts';
import { sendProblem, sendRefusal } from '../problems/problem.ts';
import { CompetitionEvent, CompetitionEventPage } from '../schemas/competition-events.ts';
import { openStream } from '../server/open-stream.ts';
import { LAST_VERSION, WaitAsked } from '../server/parameters.ts';
import { competitionParams, INVITE_HEADER, READ_PROBLEMS, READING } from './competition-parameters.ts';
import type { CompetitionParts } from './competitions.ts';
import { asksFor } from './preferences.ts';

const MOST_A_PAGE = 100;
const MS = 1000;
/** Of a page, so many events become text at once: a round of many tables is long. */
const FEW = 10;

const AFTER = Type.Integer({
  minimum: 0,
  maximum: LAST_VERSION,
  default: 0,
  description: 'The version that you have seen: what happened after it is told.',
});

/** What happens in a competition, in pages and live. */
export function competitionEventRoutes(
  app: FastifyInstance,
  parts: CompetitionParts,
  gameService: GameService,
  { quietMs }: { quietMs: number },
): void {
  pageRoute(app, parts, gameService, quietMs);
  streamRoute(app, parts, gameService, quietMs);
}

function pageRoute(app: FastifyInstance, parts: CompetitionParts, gameService: GameService, quietMs: number): void {
  const { reader } = parts;
  app.withTypeProvider<TypeBoxTypeProvider>().get(
    '/v1/competitions/:competitionId/events',
    {
      config: {
        access: 'anyone',
        alsoAnswers: [EVENT_STREAM],
        problems: [...READ_PROBLEMS, 'too-many-streams', 'too-many-waiting', 'stopping'],
      },
      schema: {
        ...READING,
        operationId: 'listCompetitionEvents',
        summary: 'List what happened in a competition',
        description:
          'What happened after version `after`, oldest first: all that pairings, results and standings follow from. Ask on with `next` as ' +
          '`after` until it is null. With `wait` an empty page waits for the next event. A page whose `after` is no longer there, since ' +
          'the database was put back to an earlier moment, is empty, and its `next` is 0. With `Accept: text/event-stream` the answer is ' +
          'that of `followCompetitionEvents`.',
        params: competitionParams({}),
        querystring: Type.Object(
          {
            after: Type.Optional(AFTER),
            limit: Type.Optional(
              Type.Integer({
                minimum: 1,
                maximum: MOST_A_PAGE,
                default: MOST_A_PAGE,
                description: 'Events a page, at most.',
              }),
            ),
            wait: Type.Optional(WaitAsked),
          },
          { additionalProperties: false },
        ),
        headers: Type.Object(INVITE_HEADER),
        response: { 200: { description: 'A page of events.', ...Ref(CompetitionEventPage) } },
      },
    },
    async (request, reply) => {
      const { after = 0, limit = MOST_A_PAGE, wait = 0 } = request.query;
      const { competitionId } = request.params;
      reply.header('cache-control', 'private, no-cache').header('vary', 'authorization, accept');
      if (asksFor(request, EVENT_STREAM)) return sendStream(request, reply, parts, gameService, { after, quietMs });
      if (wait > 0) {
        if (!staysOpen('wait', request, reply)) return reply;
        const lifetime = new CallLifetime(request, reply);
        const caller = lifetime.gone;
        const waiting = { known: { version: after }, ms: wait * MS, caller };
        const woken = await reader.wait(request.reader, competitionId, waiting);
        if (woken === 'closing') return sendStopping(request, reply);
        if (lifetime.tokenEnded) return sendTokenEnded(request, reply);
      }
      const opened = await reader.open(request.reader, competitionId);
      if (!opened.ok) return sendRefusal(request, reply, opened.refusal);
      const page = await reader.events(opened.value, after, limit);
      return sendLong(reply, page, 'events', gameService.timeSlicer, FEW);
    },
  );
}

function streamRoute(app: FastifyInstance, parts: CompetitionParts, gameService: GameService, quietMs: number): void {
  app.withTypeProvider<TypeBoxTypeProvider>().get(
    '/v1/competitions/:competitionId/events/stream',
    {
      config: {
        access: 'anyone',
        problems: [...READ_PROBLEMS, 'too-many-streams'],
      },
      schema: {
        ...READING,
        operationId: 'followCompetitionEvents',
        summary: 'Follow a competition live',
        description:
          'What `listCompetitionEvents` tells, live: server-sent events whose `id` is the version and how its head begins, and whose `data` ' +
          'is the event as JSON. A stream that broke off is resumed with `Last-Event-ID`, and ends when the competition is complete (204: ' +
          'there is nothing left of it), or soon after its token was changed or revoked (then 401). When the database was put back to an ' +
          'earlier moment, an event named `takenBack` says so, with `{"version", "head"}` as its `data`: what was told after that ' +
          'version never happened, and what did follows.',
        params: competitionParams({}),
        querystring: Type.Object({ after: Type.Optional(AFTER) }, { additionalProperties: false }),
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
                  description: 'The `data` of each event is a `CompetitionEvent`.',
                  contentSchema: Ref(CompetitionEvent),
                }),
              },
            },
          },
          204: { description: 'The competition is complete and you have every event of it.', type: 'null' },
        },
      },
    },
    async (request, reply) => {
      const { after = 0 } = request.query;
      return sendStream(request, reply, parts, gameService, { after, quietMs });
    },
  );
}

/** Answers with the events of the competition in the path as a stream, or says why there is none. */
async function sendStream(
  request: FastifyRequest,
  reply: FastifyReply,
  { reader }: CompetitionParts,
  { subscriptions }: GameService,
  { after, quietMs }: { after: number; quietMs: number },
) {
  const { competitionId } = request.params as { competitionId: string };
  reply.header('cache-control', 'private, no-cache').header('vary', 'authorization, accept');
  const lastId = request.headers['last-event-id'];
  const from = typeof lastId === 'string' ? positionIn(lastId) : { version: after, head: null };
  if (from === null) {
    const errors = [{ pointer: '/last-event-id', message: 'must be the id of an event, such as 12.3f9a01c27be4' }];
    return sendProblem(request, reply, 'invalid-request', { detail: 'There is no such place.', errors });
  }
  const opened = await reader.open(request.reader, competitionId);
  if (!opened.ok) return sendRefusal(request, reply, opened.refusal);
  const { value: competition } = opened;
  const eventReader = reader.eventReader({ version: from.version, head: from.head });
  const opening = await eventReader.next(competition, EVENTS_AT_ONCE);
  const isNothing = opening.takenBack === null && opening.events.length === 0;
  if (competition.seedPublished && isNothing) return reply.code(204).send();
  if (!staysOpen('stream', request, reply)) return reply;
  const open = openStream(request, reply);
  const caller = request.reader;
  const stream = { reader, subscriptions, caller, eventReader, opening, quietMs, ...open };
  return reply.send(competitionStream(competitionId, stream));
}
