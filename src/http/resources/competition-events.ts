import { Readable } from 'node:stream';
import { Type } from '@sinclair/typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Competition } from '../../competitions/model/competition.ts';
import { CompetitionEvent, CompetitionEventPage } from '../../competitions/model/events.ts';
import { transcriptLines } from '../../competitions/transcript/transcript.ts';
import { type Refused, wrong } from '../../eventlog/result.ts';
import { sendLong } from '../answers/bodies.ts';
import { competitionStream } from '../answers/competition-stream.ts';
import { EVENT_STREAM, EVENTS_AT_ONCE, positionIn, unlessStuck } from '../answers/event-stream.ts';
import { asksFor } from '../hooks/negotiation.ts';
import { inTurn, staysOpen } from '../hooks/open-calls.ts';
import { sendProblem } from '../problems/problem.ts';
import { type Asked, eventsOf, openStream, waitForNews } from '../server/open-answers.ts';
import { get, resource } from '../server/operation.ts';
import { LAST_EVENT_HEADER, LAST_VERSION, limitAsked, WaitAsked } from '../server/parameters.ts';
import type { Services } from '../services.ts';
import { READING } from './competition-reads.ts';

const MOST_A_PAGE = 100;
/** Events of a page serialized at once: a round of many tables is long. */
const FEW = 10;
const NDJSON = 'application/x-ndjson';
/** Rate-limit cost in calls: see docs/configuration.md. */
const TRANSCRIPT_COST = 50;
const TRANSCRIBED_AT_ONCE = 100;

const AFTER = Type.Integer({
  minimum: 0,
  maximum: LAST_VERSION,
  default: 0,
  description: 'The version that you have seen: what happened after it is told.',
});

export const competitionEventOperations = resource('competitions', (services) => {
  const { competitionReader: reader, gameService } = services;
  return [
    get('/v1/competitions/:competitionId/events', {
      ...READING,
      id: 'listCompetitionEvents',
      summary: 'List what happened in a competition',
      about:
        'What happened after version `after`, oldest first: all that pairings, results and standings follow from. Ask on with `next` as ' +
        '`after` until it is null. With `wait` an empty page waits for the next event. A page whose `after` is no longer there, since ' +
        'the database was put back to an earlier moment, is empty, and its `next` is 0. With `Accept: text/event-stream` the answer is ' +
        'that of `followCompetitionEvents`.',
      config: { alsoAnswers: [EVENT_STREAM] },
      query: {
        after: Type.Optional(AFTER),
        ...limitAsked(MOST_A_PAGE, MOST_A_PAGE, 'Events a page, at most.'),
        wait: Type.Optional(WaitAsked),
      },
      answers: CompetitionEventPage,
      refuses: ['too-many-streams', 'too-many-waiting', 'stopping'],
      handle: async (request, reply) => {
        const { after = 0, limit = MOST_A_PAGE, wait = 0 } = request.query;
        const { competitionId } = request.params;
        reply.header('cache-control', 'private, no-cache').header('vary', 'authorization, accept');
        if (asksFor(request, EVENT_STREAM)) return sendStream(services, request, reply, { competitionId, after });
        const known = { version: after };
        const news = (asked: Asked) => reader.wait(request.reader, competitionId, { ...asked, known });
        if (wait > 0 && (await waitForNews(request, reply, wait, news))) return reply;
        const opened = await reader.open(request.reader, competitionId);
        if (!opened.ok) return opened;
        const page = await reader.events(opened.value, after, limit);
        return sendLong(reply, page, 'events', gameService.timeSlicer, FEW);
      },
    }),

    get('/v1/competitions/:competitionId/events/stream', {
      ...READING,
      id: 'followCompetitionEvents',
      summary: 'Follow a competition live',
      about:
        'What `listCompetitionEvents` tells, live: server-sent events whose `id` is the version and how its head begins, and whose `data` ' +
        'is the event as JSON. A stream that broke off is resumed with `Last-Event-ID`, and ends when the competition is complete (204: ' +
        'there is nothing left of it), or soon after its token was changed or revoked (then 401). When the database was put back to an ' +
        'earlier moment, an event named `rewound` says so, with `{"version", "head"}` as its `data`: what was told after that ' +
        'version never happened, and what did follows.',
      query: { after: Type.Optional(AFTER) },
      headers: {
        ...READING.headers,
        ...LAST_EVENT_HEADER,
      },
      streams: eventsOf(CompetitionEvent),
      says: 'The stream.',
      also: { 204: { description: 'The competition is complete and you have every event of it.', type: 'null' } },
      refuses: ['too-many-streams'],
      handle: async (request, reply) => {
        const { competitionId } = request.params;
        return sendStream(services, request, reply, { competitionId, after: request.query.after ?? 0 });
      },
    }),

    get('/v1/competitions/:competitionId/transcript', {
      id: 'getCompetitionTranscript',
      summary: 'Everything that it takes to check a competition',
      about:
        'A competition that is complete, line by line, each one JSON: what was settled and the secret seed, every event, the ' +
        'transcript of every game in the order of the schedule, the standings. Check it offline with ' +
        '`npm run verify -- --competition transcript.ndjson`, which computes boards, pairings, results and standings anew.',
      ...READING,
      config: { cost: TRANSCRIPT_COST },
      streams: {
        content: { [NDJSON]: { schema: { type: 'string', description: 'Lines of JSON, each with a line feed.' } } },
      },
      says: 'The transcript.',
      refuses: ['competition-unfinished'],
      handle: async (request, reply) => {
        const opened = await reader.open(request.reader, request.params.competitionId);
        if (!opened.ok) return opened;
        const { value: competition } = opened;
        if (!competition.seedPublished) {
          return sendProblem(request, reply, 'competition-unfinished', { detail: unfinished(competition) });
        }
        const { fairness } = gameService;
        await inTurn(request, () => fairness.assertLogged(competition.games.map(({ gameId }) => gameId)));
        const lines = transcriptLines(competition, {
          events: async (after) => (await reader.events(competition, after, TRANSCRIBED_AT_ONCE)).events,
          game: (gameId) => inTurn(request, () => fairness.transcriptInCompetition(gameId)),
          standings: () => reader.ranked(competition, null),
        });
        const giveUp = () => void reply.raw.destroy();
        reply.type(NDJSON).header('cache-control', 'private, no-cache').header('vary', 'authorization, invite-code');
        return reply.send(Readable.from(toReader(lines, giveUp), { objectMode: false }));
      },
    }),
  ];
});

async function sendStream(
  { competitionReader: reader, gameService: { subscriptions }, limits }: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  { competitionId, after }: { competitionId: string; after: number },
): Promise<FastifyReply | Refused> {
  reply.header('cache-control', 'private, no-cache').header('vary', 'authorization, accept');
  const lastId = request.headers['last-event-id'];
  const from = typeof lastId === 'string' ? positionIn(lastId) : { version: after, head: null };
  if (from === null) {
    return wrong('There is no such place.', '/last-event-id', 'must be the id of an event, such as 12.3f9a01c27be4');
  }
  const opened = await reader.open(request.reader, competitionId);
  if (!opened.ok) return opened;
  const { value: competition } = opened;
  const eventReader = reader.eventReader({ version: from.version, head: from.head });
  const opening = await eventReader.next(competition, EVENTS_AT_ONCE);
  const isNothing = opening.rewound === null && opening.events.length === 0;
  if (competition.seedPublished && isNothing) return reply.code(204).send();
  if (!staysOpen('stream', request, reply)) return reply;
  const open = openStream(request, reply);
  const caller = request.reader;
  const stream = { reader, subscriptions, caller, eventReader, opening, quietMs: limits.patience.quietMs, ...open };
  return reply.send(competitionStream(competitionId, stream));
}

function unfinished({ status, abortedBy, version }: Competition): string {
  const what = abortedBy === null ? `is ${status}` : `was aborted by the ${abortedBy}`;
  return `The competition ${what}, at version ${version}. Its transcript is there when no game of it is under way.`;
}

async function* toReader(lines: AsyncIterable<string>, giveUp: () => void): AsyncGenerator<string> {
  for await (const line of lines) yield* unlessStuck(line, { giveUp });
}
