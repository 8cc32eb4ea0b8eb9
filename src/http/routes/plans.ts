import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { type Static, Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { Ref, SeatNumber, Words } from '#rules/kernel/schema.ts';
import type { GameService } from '../../games/game-service.ts';
import { planView } from '../../games/plans/plan.ts';
import { BODY_PROBLEMS } from '../answers/state-answer.ts';
import { sendRefusal } from '../problems/problem.ts';
import type { Contract } from '../schemas/contract.ts';
import { GameParams, LAST_VERSION } from '../server/parameters.ts';
import type { Validators } from '../validators.ts';

/** What a body of putPlan must be whatever the ruleset; the branches are held against the rules of the game. */
const AnyPlan = Type.Object(
  {
    seat: Type.Optional(SeatNumber),
    expectedVersion: Type.Integer({ minimum: 1, maximum: LAST_VERSION }),
    branches: Type.Array(Type.Unknown(), { minItems: 1 }),
    unmatched: Type.Optional(Words(['drop', 'wait'])),
  },
  { additionalProperties: false },
);

const PlanQuery = Type.Object(
  {
    seat: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 99,
        description: 'One of your own seats; without it the lowest that you have not left.',
      }),
    ),
  },
  { additionalProperties: false },
);

const PROBLEMS = ['invalid-request', 'unauthorized', 'not-your-seat', 'game-not-found', 'no-such-seat'] as const;

/** What is to be done at the next decisions of a seat: making that, looking at it and ending it. */
export function planRoutes(
  app: FastifyInstance,
  { plans }: GameService,
  contract: Contract,
  validators: Validators,
): void {
  const routes = app.withTypeProvider<TypeBoxTypeProvider>();
  const common = { tags: ['games'], params: GameParams };
  app.addHook('onSend', async (request, reply) => {
    if (request.routeOptions.url === PATH) reply.header('cache-control', 'private, no-store');
  });

  routes.put(
    PATH,
    {
      config: {
        access: 'player',
        problems: [...BODY_PROBLEMS, ...PROBLEMS, 'seat-left', 'stale-version', 'game-over'],
      },
      validatorCompiler: validators.withBody(AnyPlan),
      schema: {
        ...common,
        operationId: 'putPlan',
        summary: 'Plan your next moves',
        description:
          'Says what is to be done at the next decisions of your seat, in the place of the plan that it had. When a change of the game opens a decision of the seat, ' +
          'the branches are asked in order: the action of the first that matches is done by the house, in the same append as that change and at its time, and what ' +
          'stands in its `next` is asked at the decision after it. A decision that is open already is yours, and nothing that you do yourself ends a plan. Nobody but ' +
          'you learns that there is one before it acts.',
        body: Ref(contract.newPlan),
        response: { 200: { description: 'The plan, stored for good.', ...Ref(contract.plan) } },
      },
    },
    async (request, reply) => {
      const asked = request.body as Static<typeof AnyPlan>;
      const made = await plans.put(request.player, request.params.gameId, asked);
      return made.ok ? planView(made.value) : sendRefusal(request, reply, made.refusal);
    },
  );

  routes.get(
    PATH,
    {
      config: {
        access: 'player',
        problems: [...PROBLEMS],
      },
      schema: {
        ...common,
        operationId: 'getPlan',
        summary: 'Look at your plan',
        description:
          'The plan of your seat: how far it has come, which branch acted at which version, and why it ended; `plan` is null where you have made none.',
        querystring: PlanQuery,
        response: { 200: { description: 'The seat, and its plan if it has one.', ...Ref(contract.planOfSeat) } },
      },
    },
    async (request, reply) => {
      const found = await plans.get(request.player, request.params.gameId, request.query.seat);
      if (!found.ok) return sendRefusal(request, reply, found.refusal);
      const { seat, plan } = found.value;
      return { seat, plan: plan === null ? null : planView(plan) };
    },
  );

  routes.delete(
    PATH,
    {
      config: { access: 'player', problems: [...PROBLEMS, 'plan-not-found'] },
      schema: {
        ...common,
        operationId: 'withdrawPlan',
        summary: 'Drop your plan',
        description:
          'Ends the plan of your seat: from then on its decisions are yours. A plan that has ended stays as it is.',
        querystring: PlanQuery,
        response: { 204: { description: 'It acts no more.', type: 'null' } },
      },
    },
    async (request, reply) => {
      const ended = await plans.withdraw(request.player, request.params.gameId, request.query.seat);
      return ended.ok ? reply.code(204).send() : sendRefusal(request, reply, ended.refusal);
    },
  );
}

const PATH = '/v1/games/:gameId/plan';
