import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Ref } from '#rules/kernel/schema.ts';
import type { EstimateAsked, Estimates } from '../../competitions/estimates/estimates.ts';
import { BODY_PROBLEMS } from '../answers/state-answer.ts';
import { inTurn } from '../hooks/costly-reads.ts';
import { sendRefusal } from '../problems/problem.ts';
import { CompetitionEstimate, NewCompetitionEstimate } from '../schemas/competition-estimate.ts';
import { NeedlessKeyHeaders } from '../server/idempotency-key.ts';

/** In calls that it counts for; see docs/configuration.md. Of each kind of game some are played once. */
const COST = 2;

/** What a competition would be like, before it is created. */
export function competitionEstimateRoutes(app: FastifyInstance, estimates: Estimates): void {
  app.withTypeProvider<TypeBoxTypeProvider>().post(
    '/v1/competition-estimates',
    {
      config: {
        access: 'anyone',
        cost: COST,
        problems: [
          ...BODY_PROBLEMS,
          'unknown-ruleset',
          'invalid-options',
          'invalid-seats',
          'unknown-policy',
          'invalid-schedule',
        ],
      },
      schema: {
        operationId: 'estimateCompetition',
        summary: 'Estimate a competition',
        description:
          'Says what a competition would be like if it were created: how many games, how long, and how small a difference between two ' +
          'entries its results can show. It takes the body of `createCompetition`, refuses what that refuses, and creates nothing. ' +
          '`assumptions` says what the figures rest on. Who asks the same again gets the same.',
        tags: ['competitions'],
        headers: NeedlessKeyHeaders,
        body: Ref(NewCompetitionEstimate),
        response: { 200: { description: 'The estimate.', ...Ref(CompetitionEstimate) } },
      },
    },
    async (request, reply) => {
      const estimate = await inTurn(request, () => estimates.of(request.body as EstimateAsked));
      return estimate.ok ? estimate.value : sendRefusal(request, reply, estimate.refusal);
    },
  );
}
