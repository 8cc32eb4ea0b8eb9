import { Readable } from 'node:stream';
import { Type } from '@sinclair/typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Competition } from '../../competitions/model/competition.ts';
import { CompetitionEvent, CompetitionEventPage } from '../../competitions/model/events.ts';
import type { NextEvents } from '../../competitions/queries/event-reader.ts';
import { transcriptLines } from '../../competitions/transcript/transcript.ts';
import { type Refused, refused } from '../../eventlog/result.ts';
import { sendLong } from '../answers/bodies.ts';
import {
  EVENT_STREAM,
  EVENTS_AT_ONCE,
  newsStream,
  placeIn,
  textOfEvent,
  textOfLoss,
  unlessStuck,
} from '../answers/event-stream.ts';
import { asksFor } from '../hooks/negotiation.ts';
import { inTurn, staysOpen } from '../hooks/open-calls.ts';
import { type Asked, eventsOf, openStream, waitForNews } from '../server/open-answers.ts';
import { get, resource } from '../server/operation.ts';
import { LAST_EVENT_HEADER, LAST_VERSION, limitAsked, WaitQuery } from '../server/parameters.ts';
import type { Services } from '../services.ts';
import { READING } from './competition-reads.ts';

const MOST_A_PAGE = 100;
/** The number of events in a page that become JSON without a pause. A round with many tables is a long event. */
const FEW = 10;
const NDJSON = 'application/x-ndjson';
/** The cost in the rate limit, counted in calls: see docs/configuration.md. */
const TRANSCRIPT_COST = 50;
const TRANSCRIBED_AT_ONCE = 100;

const AFTER = Type.Integer({
  minimum: 0,
  maximum: LAST_VERSION,
  default: 0,
  description: 'The last version that you have seen; later events are returned.',
});

export const competitionEventOperations = resource('competitions', (services) => {
  const { competitionReader: reader, gameService } = services;
  return [
    get('/v1/competitions/:competitionId/events', {
      ...READING,
      id: 'listCompetitionEvents',
      summary: 'List competition events',
      about:
        'Returns the events after version `after`, oldest first. Pairings, results and standings follow from ' +
        'them. Send `next` as `after` until it is null. With `wait`, an empty page waits for the next event. If ' +
        'the database was restored and `after` no longer exists, the page is empty and `next` is 0. With ' +
        '`Accept: text/event-stream` the response is that of `followCompetitionEvents`.',
      config: { alsoAnswers: [EVENT_STREAM] },
      query: { after: AFTER, ...limitAsked(MOST_A_PAGE, MOST_A_PAGE, 'Events a page, at most.'), wait: WaitQuery },
      answers: CompetitionEventPage,
      refuses: ['too-many-streams'],
      handle: async (request, reply) => {
        const { after = 0, limit = MOST_A_PAGE, wait = 0 } = request.query;
        const { competitionId } = request.params;
        reply.header('cache-control', 'private, no-cache').header('vary', 'authorization, accept');
        if (asksFor(request, EVENT_STREAM)) return sendStream(services, request, reply, after);
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
      summary: 'Stream competition events',
      about:
        'Streams the events of `listCompetitionEvents` as server-sent events. The `id` holds the version and the ' +
        'start of its head; `data` is the event as JSON. Resume a broken stream with `Last-Event-ID`. The stream ' +
        'ends when the competition is complete (then 204), or soon after its token is replaced or revoked (then ' +
        '401). If the database was restored to an earlier moment, an event named `rewound` with `{"version", ' +
        '"head"}` is sent: discard all later versions; the valid ones follow.',
      query: { after: AFTER },
      headers: { ...READING.headers, ...LAST_EVENT_HEADER },
      streams: eventsOf(CompetitionEvent),
      says: 'The stream.',
      also: { 204: { description: 'The competition is complete and you have every event.', type: 'null' } },
      refuses: ['too-many-streams'],
      handle: (request, reply) => sendStream(services, request, reply, request.query.after ?? 0),
    }),

    get('/v1/competitions/:competitionId/transcript', {
      id: 'getCompetitionTranscript',
      summary: 'Download a competition transcript',
      about:
        'Returns a complete competition as lines of JSON: its settings and secret seed, all events, the ' +
        'transcript of every game in the order of the schedule, and the standings. Check it offline with `npm ' +
        'run verify -- --competition transcript.ndjson`, which recomputes boards, pairings, results and ' +
        'standings.',
      ...READING,
      config: { cost: TRANSCRIPT_COST },
      streams: {
        content: {
          [NDJSON]: { schema: { type: 'string', description: 'Lines of JSON, each ending with a line feed.' } },
        },
      },
      says: 'The transcript.',
      refuses: ['competition-unfinished'],
      handle: async (request, reply) => {
        const opened = await reader.open(request.reader, request.params.competitionId);
        if (!opened.ok) return opened;
        const { value: competition } = opened;
        if (!competition.seedPublished) return refused('competition-unfinished', unfinished(competition));
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

/** Sends the events of a competition as a stream, which ends when the competition is complete. */
async function sendStream(
  { competitionReader: reader, gameService: { subscriptions }, limits }: Services,
  request: FastifyRequest<{ Params: { competitionId: string } }>,
  reply: FastifyReply,
  after: number,
): Promise<FastifyReply | Refused> {
  const { competitionId } = request.params;
  reply.header('cache-control', 'private, no-cache').header('vary', 'authorization, accept');
  const from = placeIn(request, after, '12.3f9a01c27be4');
  if (!from.ok) return from;
  const opened = await reader.open(request.reader, competitionId);
  if (!opened.ok) return opened;
  const eventReader = reader.eventReader({ version: from.value.version, head: from.value.head });
  const first = textOf(await eventReader.next(opened.value, EVENTS_AT_ONCE));
  if (opened.value.seedPublished && first === '') return reply.code(204).send();
  if (!staysOpen('stream', request, reply)) return reply;
  const pace = { subscriptions, quietMs: limits.patience.quietMs, ...openStream(request, reply) };
  const stream = newsStream(first, pace, {
    watch: () => subscriptions.watch(competitionId),
    next: async () => {
      const now = await reader.open(request.reader, competitionId);
      if (!now.ok) return null;
      const text = textOf(await eventReader.next(now.value, EVENTS_AT_ONCE));
      if (text !== '') return { text, known: null };
      return now.value.seedPublished ? null : { text: '', known: now.value };
    },
  });
  return reply.send(stream);
}

function textOf({ rewound, events }: NextEvents): string {
  return `${textOfLoss(rewound)}${events.map((event) => textOfEvent(event.version, event.head, event)).join('')}`;
}

const ENDED_BY = { organiser: 'organizer', operator: 'operator', house: 'server' };

function unfinished({ status, abortedBy }: Competition): string {
  const what = abortedBy === null ? `is ${status}` : `was aborted by the ${ENDED_BY[abortedBy]}`;
  return `The competition ${what}, and some of its games are not over yet.`;
}

async function* toReader(lines: AsyncIterable<string>, giveUp: () => void): AsyncGenerator<string> {
  for await (const line of lines) yield* unlessStuck(line, { giveUp });
}
