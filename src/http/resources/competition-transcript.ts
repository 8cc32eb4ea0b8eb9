import { Readable } from 'node:stream';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import type { Competition } from '../../competitions/model/competition.ts';
import { transcriptLines } from '../../competitions/transcript/transcript.ts';
import type { Fairness } from '../../games/fairness/fairness.ts';
import { unlessStuck } from '../answers/event-stream.ts';
import { inTurn } from '../hooks/costly-reads.ts';
import { sendProblem, sendRefusal } from '../problems/problem.ts';
import { competitionParams, INVITE_HEADER, READ_PROBLEMS } from './competition-parameters.ts';
import type { CompetitionParts } from './competitions.ts';

const NDJSON = 'application/x-ndjson';
/** In calls that it counts for; see docs/configuration.md. */
const TRANSCRIPT_COST = 50;
const EVENTS_AT_ONCE = 100;

/** Everything that it takes to check a whole competition. */
export function competitionTranscriptRoute(
  app: FastifyInstance,
  { reader }: CompetitionParts,
  fairness: Fairness,
): void {
  app.withTypeProvider<TypeBoxTypeProvider>().get(
    '/v1/competitions/:competitionId/transcript',
    {
      config: {
        access: 'anyone',
        cost: TRANSCRIPT_COST,
        problems: [...READ_PROBLEMS, 'competition-unfinished'],
      },
      schema: {
        operationId: 'getCompetitionTranscript',
        summary: 'Everything that it takes to check a competition',
        description:
          'A competition that is complete, line by line, each one JSON: what was settled and the secret seed, every event, the ' +
          'transcript of every game in the order of the schedule, the standings. Check it offline with ' +
          '`npm run verify -- --competition transcript.ndjson`, which computes boards, pairings, results and standings anew.',
        tags: ['competitions'],
        params: competitionParams({}),
        headers: Type.Object(INVITE_HEADER),
        response: {
          200: {
            description: 'The transcript.',
            content: {
              [NDJSON]: {
                schema: Type.Unsafe<unknown>({ type: 'string', description: 'Lines of JSON, each with a line feed.' }),
              },
            },
          },
        },
      },
    },
    async (request, reply) => {
      const opened = await reader.open(request.reader, request.params.competitionId);
      if (!opened.ok) return sendRefusal(request, reply, opened.refusal);
      const { value: competition } = opened;
      if (!competition.seedPublished) {
        const detail = unfinished(competition);
        return sendProblem(request, reply, 'competition-unfinished', { detail });
      }
      await inTurn(request, () => fairness.assertLogged(competition.games.map(({ gameId }) => gameId)));
      const lines = transcriptLines(competition, {
        events: async (after) => (await reader.events(competition, after, EVENTS_AT_ONCE)).events,
        game: (gameId) => inTurn(request, () => fairness.transcriptInCompetition(gameId)),
        standings: () => reader.finalStandings(competition),
      });
      const giveUp = () => void reply.raw.destroy();
      reply.type(NDJSON).header('cache-control', 'private, no-cache').header('vary', 'authorization, invite-code');
      return reply.send(Readable.from(toReader(lines, giveUp), { objectMode: false }));
    },
  );
}

function unfinished({ status, abortedBy, version }: Competition): string {
  const what = abortedBy === null ? `is ${status}` : `was aborted by the ${abortedBy}`;
  return `The competition ${what}, at version ${version}. Its transcript is there when no game of it is under way.`;
}

/** At the reader's pace; one who takes nothing is let go. */
async function* toReader(lines: AsyncIterable<string>, giveUp: () => void): AsyncGenerator<string> {
  for await (const line of lines) yield* unlessStuck(line, { giveUp });
}
