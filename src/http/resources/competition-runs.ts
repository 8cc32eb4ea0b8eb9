import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Ref } from '#rules/kernel/schema.ts';
import type { CompetitionChange } from '../../competitions/model/competition.ts';
import { competitionView } from '../../competitions/queries/competition-view.ts';
import type { Result } from '../../games/model/result.ts';
import { BODY_PROBLEMS } from '../answers/state-answer.ts';
import type { ProblemCode } from '../problems/catalogue.ts';
import { sendRefusal } from '../problems/problem.ts';
import { Competition } from '../schemas/competition.ts';
import { CompetitionAbort } from '../schemas/competition-settings.ts';
import { KEY_PROBLEMS, KeyHeaders } from '../server/idempotency-key.ts';
import { competitionParams } from './competition-parameters.ts';
import type { CompetitionParts } from './competitions.ts';

const RUNNING = {
  tags: ['competitions'],
  params: competitionParams({}),
  headers: KeyHeaders,
  response: { 200: { description: 'The competition, as it is now.', ...Ref(Competition) } },
};
const PROBLEMS: ProblemCode[] = [
  ...BODY_PROBLEMS,
  ...KEY_PROBLEMS,
  'competition-not-found',
  'not-organiser',
  'competition-over',
];

/** Starting a competition and ending it early: its organiser's alone. */
export function competitionRunRoutes(app: FastifyInstance, { competitions }: CompetitionParts): void {
  const routes = app.withTypeProvider<TypeBoxTypeProvider>();

  routes.post(
    '/v1/competitions/:competitionId/start',
    {
      config: {
        access: 'player',
        optionalBody: true,
        problems: [...PROBLEMS, 'competition-started', 'too-few-entries'],
      },
      schema: {
        ...RUNNING,
        operationId: 'startCompetition',
        summary: 'Start a competition',
        description:
          'For the organiser: play begins with who is there. The house then pairs the first round and deals its games by itself, which ' +
          'begins a moment after this answer: follow the competition for them. Not needed where `startsAt` is set.',
        body: Type.Object({}, { additionalProperties: false }),
      },
    },
    async (request, reply) => {
      return sendRun(
        request,
        reply,
        await competitions.start(request.player, request.params.competitionId, request.idempotent),
      );
    },
  );

  routes.post(
    '/v1/competitions/:competitionId/abort',
    {
      config: {
        access: 'player',
        optionalBody: true,
        problems: PROBLEMS,
      },
      schema: {
        ...RUNNING,
        operationId: 'abortCompetition',
        summary: 'End a competition early',
        description:
          'For the organiser: nothing more is paired or dealt, and its status is `aborted` at once. Games under way are played to their ' +
          'end, by their clocks at the latest, and count as ever. Then the boards and the secret seed are opened, and it is `complete`.',
        body: Ref(CompetitionAbort),
      },
    },
    async (request, reply) => {
      const { reason = null } = request.body;
      const { player, params, idempotent } = request;
      return sendRun(request, reply, await competitions.abort(player, params.competitionId, reason, idempotent));
    },
  );
}

function sendRun(request: FastifyRequest, reply: FastifyReply, changed: Result<CompetitionChange>) {
  if (!changed.ok) return sendRefusal(request, reply, changed.refusal);
  return competitionView(changed.value.competition, request.player.id);
}
