import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { Ref, SeatNumber } from '#rules/kernel/schema.ts';
import type { GameService } from '../../games/game-service.ts';
import { BODY_PROBLEMS, sendOutcome } from '../answers/state-answer.ts';
import { inTurn } from '../hooks/costly-reads.ts';
import { sendRefusal } from '../problems/problem.ts';
import type { Contract } from '../schemas/contract.ts';
import { KEY_PROBLEMS, KeyHeaders } from '../server/idempotency-key.ts';
import { GameParams, LAST_VERSION, NamesAsked, PAST_COST } from '../server/parameters.ts';

/** A hundred positions for each viewer are looked at, once for each action. */
const FENCE_COST = 5;
const OwnSeat = Type.Optional({
  ...SeatNumber,
  description: 'One of your own seats; without it your lowest that is to act, else your lowest.',
});

/** Undoing one's own last action, and going back further with the consent of the others. */
export function takingBackRoutes(app: FastifyInstance, gameService: GameService, contract: Contract): void {
  const routes = app.withTypeProvider<TypeBoxTypeProvider>();
  const state = { description: 'The game, as you see it now.', ...Ref(contract.game) };
  const common = { tags: ['games'], params: GameParams };
  const seatProblems = ['game-not-found', 'not-your-seat', 'no-such-seat', 'seat-left'] as const;
  const problems = [...BODY_PROBLEMS, ...KEY_PROBLEMS, ...seatProblems, 'game-not-started', 'game-over'] as const;

  routes.get(
    '/v1/games/:gameId/undo',
    {
      config: {
        access: 'player',
        readable: true,
        cost: FENCE_COST,
        problems: ['invalid-request', 'unauthorized', ...seatProblems, 'daily-closed', 'board-sealed'],
      },
      schema: {
        ...common,
        operationId: 'getUndo',
        summary: 'Ask what you may undo',
        description:
          'Whether the last action of your seat can be undone: inside your own turn, where nobody else has done anything since, nothing was ' +
          'drawn, and nobody was told more than that the action was taken. `undoTo` in the state says where it is worth asking.',
        querystring: Type.Object(
          {
            seat: Type.Optional(Type.Integer({ minimum: 0, maximum: 99, description: OwnSeat.description as string })),
            names: Type.Optional(NamesAsked),
          },
          { additionalProperties: false },
        ),
        response: { 200: { description: 'What may be undone, or why nothing.', ...Ref(contract.undoOffer) } },
      },
    },
    async (request, reply) => {
      const { seat, names = false } = request.query;
      return inTurn(request, async () => {
        const offer = await gameService.takingBack.offer(request.player.id, request.params.gameId, { seat, names });
        return offer.ok ? offer.value : sendRefusal(request, reply, offer.refusal);
      });
    },
  );

  routes.post(
    '/v1/games/:gameId/undo',
    {
      config: {
        access: 'player',
        cost: FENCE_COST,
        problems: [
          ...problems,
          'stale-version',
          'nothing-to-undo',
          'undo-reveals',
          'taken-back-enough',
          'time-out',
          'competition-game',
        ],
      },
      schema: {
        ...common,
        headers: KeyHeaders,
        operationId: 'undoAction',
        summary: 'Undo your last action',
        description:
          'Undoes the last action of your seat, again and again back to the beginning of your own turn, as long as none of it told ' +
          'anybody more than that it was taken. The position is the earlier one again, under a new version; the time that you used stays used.',
        body: Type.Object(
          {
            expectedVersion: Type.Integer({
              minimum: 1,
              maximum: LAST_VERSION,
              description:
                'The `version` of the state whose last action is to be undone; any other is refused as stale.',
            }),
            seat: OwnSeat,
          },
          { additionalProperties: false },
        ),
        response: { 200: state },
      },
    },
    async (request, reply) =>
      inTurn(request, async () => {
        const { player, params, body, idempotent } = request;
        return sendOutcome(
          request,
          reply,
          await gameService.takingBack.undo(player.id, params.gameId, body, idempotent),
        );
      }),
  );

  routes.post(
    '/v1/games/:gameId/take-back',
    {
      config: {
        access: 'player',
        cost: PAST_COST,
        problems: [...problems, 'stale-version', 'take-back-asked', 'game-counts', 'taken-back-enough'],
      },
      schema: {
        ...common,
        headers: KeyHeaders,
        operationId: 'takeBack',
        summary: 'Go back, if all agree',
        description:
          'Asks to go on from an earlier version, or agrees to that by the same `to`. When every player who is still there has, the position ' +
          'is that of `to` again, under a new version and with new chance; alone with bots the wish is enough. Acting refuses, as `refuseTakeBack` does. ' +
          'Not in games that are rated, of the day, or of a competition; and a game that was taken back counts for nobody.',
        body: Type.Object(
          {
            to: Type.Integer({
              minimum: 1,
              maximum: LAST_VERSION,
              description:
                'The version to go on from: not before the start. Another one than was asked for is another wish.',
            }),
            seat: OwnSeat,
          },
          { additionalProperties: false },
        ),
        response: { 200: state },
      },
    },
    async (request, reply) =>
      inTurn(request, async () => {
        const { player, params, body, idempotent } = request;
        const asked = await gameService.takingBack.takeBack(player.id, params.gameId, body, idempotent);
        return sendOutcome(request, reply, asked);
      }),
  );

  routes.delete(
    '/v1/games/:gameId/take-back',
    {
      config: {
        access: 'player',
        problems: [...problems.filter((code) => code !== 'no-such-seat'), 'no-take-back'],
      },
      schema: {
        ...common,
        headers: KeyHeaders,
        operationId: 'refuseTakeBack',
        summary: 'Refuse to go back',
        description: 'Refuses what another player asks, or takes back what you have asked yourself.',
        response: { 200: state },
      },
    },
    async (request, reply) => {
      const { player, params, idempotent } = request;
      return sendOutcome(request, reply, await gameService.takingBack.refuse(player.id, params.gameId, idempotent));
    },
  );
}
