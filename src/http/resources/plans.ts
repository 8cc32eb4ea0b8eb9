import { Type } from '@sinclair/typebox';
import type { preHandlerHookHandler } from 'fastify';
import { planView } from '../../games/plans/following.ts';
import { AnyPlan, type PlanAsked } from '../../games/plans/plan-shapes.ts';
import { get, put, remove, resource, whenDone } from '../server/operation.ts';

const PLAN = '/v1/games/:gameId/plan';
const ownSeat = {
  seat: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 99,
      description: 'One of your own seats; without it the lowest that you have not left.',
    }),
  ),
};
const keepNowhere: preHandlerHookHandler = (_request, reply, done) => {
  reply.header('cache-control', 'private, no-store');
  done();
};

export const planOperations = resource('games', ({ gameService: { plans }, contract, validators }) => {
  const common = { access: 'player', preHandler: keepNowhere } as const;
  return [
    put(PLAN, {
      ...common,
      id: 'putPlan',
      summary: 'Plan your next moves',
      about:
        'Says what is to be done at the next decisions of your seat, in the place of the plan that it had. When a change of the game opens a decision of the seat, ' +
        'the branches are asked in order: the action of the first that matches is done by the house, in the same append as that change and at its time, and what ' +
        'stands in its `next` is asked at the decision after it. A decision that is open already is yours, and nothing that you do yourself ends a plan. Nobody but ' +
        'you learns that there is one before it acts.',
      validatorCompiler: validators.withBody(AnyPlan),
      body: contract.newPlan,
      answers: contract.plan,
      says: 'The plan, stored for good.',
      refuses: ['not-your-seat', 'no-such-seat', 'seat-left', 'stale-version', 'game-over'],
      handle: async ({ player, params, body }) =>
        whenDone(await plans.put(player, params.gameId, body as PlanAsked), planView),
    }),

    get(PLAN, {
      ...common,
      id: 'getPlan',
      summary: 'Look at your plan',
      about:
        'The plan of your seat: how far it has come, which branch acted at which version, and why it ended; `plan` is null where you have made none.',
      query: ownSeat,
      answers: contract.planOfSeat,
      says: 'The seat, and its plan if it has one.',
      refuses: ['not-your-seat', 'no-such-seat'],
      handle: async ({ player, params, query }) =>
        whenDone(await plans.get(player, params.gameId, query.seat), ({ seat, plan }) => ({
          seat,
          plan: plan === null ? null : planView(plan),
        })),
    }),

    remove(PLAN, {
      ...common,
      id: 'withdrawPlan',
      summary: 'Drop your plan',
      about: 'Ends the plan of your seat: from then on its decisions are yours. A plan that has ended stays as it is.',
      query: ownSeat,
      says: 'It acts no more.',
      refuses: ['not-your-seat', 'no-such-seat', 'plan-not-found'],
      handle: ({ player, params, query }) => plans.withdraw(player, params.gameId, query.seat),
    }),
  ];
});
