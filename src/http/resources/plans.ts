import type { preHandlerHookHandler } from 'fastify';
import { PLAN_LIMITS } from '../../games/plans/plan-form.ts';
import { AnyPlan, type PlanAsked } from '../../games/plans/plan-shapes.ts';
import { planView } from '../../games/plans/plans.ts';
import { get, put, remove, resource, whenDone } from '../server/operation.ts';
import { seatAsked } from '../server/parameters.ts';

const PLAN = '/v1/games/:gameId/plan';
const ownSeat = { seat: seatAsked('One of your own seats. Default: the lowest that you have not left.') };
const keepNowhere: preHandlerHookHandler = (_request, reply, done) => {
  reply.header('cache-control', 'private, no-store');
  done();
};

export const planOperations = resource('games', ({ gameService: { plans }, contract, validators }) => {
  return [
    put(PLAN, {
      preHandler: keepNowhere,
      id: 'putPlan',
      summary: 'Plan your next moves',
      about:
        'Replaces the plan of your seat. When a change of the game opens a decision of the seat, the server ' +
        'checks the branches in order and takes the action of the first match, in the same append as that ' +
        'change. The branch’s `next` is used at the decision after it. A decision that is already open is left ' +
        'to you, and your own actions do not end a plan. It ends when it has ' +
        `acted ${PLAN_LIMITS.actionsAlone} times since a player last acted without a plan. Only you know of the plan before it acts.`,
      validatorCompiler: validators.withBody(AnyPlan),
      body: contract.newPlan,
      answers: contract.plan,
      says: 'The stored plan.',
      refuses: ['not-your-seat', 'no-such-seat', 'seat-left', 'stale-version', 'game-over'],
      handle: async ({ player, params, body }) =>
        whenDone(await plans.put(player, params.gameId, body as PlanAsked), planView),
    }),

    get(PLAN, {
      preHandler: keepNowhere,
      id: 'getPlan',
      summary: 'Read your plan',
      about:
        'Returns the plan of your seat: its progress, which branch acted at which version, and why it ended. ' +
        '`plan` is null if you have made none.',
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
      preHandler: keepNowhere,
      id: 'withdrawPlan',
      summary: 'Delete your plan',
      about: 'Ends the plan of your seat; later decisions are left to you. A plan that has ended stays unchanged.',
      query: ownSeat,
      says: 'The plan has ended.',
      refuses: ['not-your-seat', 'no-such-seat', 'plan-not-found'],
      handle: ({ player, params, query }) => plans.withdraw(player, params.gameId, query.seat),
    }),
  ];
});
