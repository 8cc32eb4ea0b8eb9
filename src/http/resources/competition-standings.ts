import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { Ref } from '#rules/kernel/schema.ts';
import { crossTableView, standingsView } from '../../competitions/queries/standings-view.ts';
import { inTurn } from '../hooks/costly-reads.ts';
import { sendRefusal } from '../problems/problem.ts';
import { numbered } from '../schemas/competition.ts';
import { CompetitionStandings, CrossTable } from '../schemas/competition-standings.ts';
import {
  competitionEtag,
  competitionParams,
  ETAG,
  isKnown,
  NOT_MODIFIED,
  PAGE_ASKED,
  pageAsked,
  READ_PROBLEMS,
  READING,
} from './competition-parameters.ts';
import type { CompetitionParts } from './competitions.ts';

/** In calls that they count for; see docs/configuration.md. */
const STANDINGS_COST = 5;

/** How everybody stands. */
export function competitionStandingsRoutes(app: FastifyInstance, { reader }: CompetitionParts): void {
  const routes = app.withTypeProvider<TypeBoxTypeProvider>();

  routes.get(
    '/v1/competitions/:competitionId/standings',
    {
      config: {
        access: 'anyone',
        cost: STANDINGS_COST,
        problems: [...READ_PROBLEMS, 'round-not-found', 'stopping'],
      },
      schema: {
        ...READING,
        operationId: 'getStandings',
        summary: 'Read the standings',
        description:
          'Everybody who has entered, the best first: points, the tie-breaks of the format, and how strong each is by all games that were ' +
          'played, with the certainty of it. They follow from the events alone, so that anyone can compute them again. A page is of the ' +
          '`version` that it names: begin again when it is another than that of the page before.',
        params: competitionParams({}),
        querystring: Type.Object(
          {
            round: Type.Optional(
              numbered('The standings after this round, as far as it counts; without it those by all that counts now.'),
            ),
            ...PAGE_ASKED,
          },
          { additionalProperties: false },
        ),
        response: {
          200: { description: 'A page of the standings.', ...ETAG, ...Ref(CompetitionStandings) },
          ...NOT_MODIFIED,
        },
      },
    },
    async (request, reply) => {
      const { round = null } = request.query;
      const opened = await reader.open(request.reader, request.params.competitionId);
      if (!opened.ok) return sendRefusal(request, reply, opened.refusal);
      const competition = opened.value;
      const ranked = await inTurn(request, () => reader.standings(competition, round));
      if (!ranked.ok) return sendRefusal(request, reply, ranked.refusal);
      if (isKnown(request, reply, competitionEtag(competition))) return reply;
      return standingsView(competition, round, ranked.value, pageAsked(request.query));
    },
  );

  routes.get(
    '/v1/competitions/:competitionId/crosstable',
    {
      config: {
        access: 'anyone',
        cost: STANDINGS_COST,
        problems: [...READ_PROBLEMS, 'stopping'],
      },
      schema: {
        ...READING,
        operationId: 'getCrossTable',
        summary: 'Read who fared how against whom',
        description:
          'For each entry those whom it met, in how many games that count, and what part of what both won it has.',
        params: competitionParams({}),
        querystring: Type.Object(PAGE_ASKED, { additionalProperties: false }),
        response: { 200: { description: 'A page of the cross table.', ...ETAG, ...Ref(CrossTable) }, ...NOT_MODIFIED },
      },
    },
    async (request, reply) => {
      const opened = await reader.open(request.reader, request.params.competitionId);
      if (!opened.ok) return sendRefusal(request, reply, opened.refusal);
      const competition = opened.value;
      if (isKnown(request, reply, competitionEtag(competition))) return reply;
      const packed = await inTurn(request, () => reader.crossTable(competition));
      return crossTableView(competition, packed, pageAsked(request.query));
    },
  );
}
