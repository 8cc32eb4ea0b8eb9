import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { Ref, SeatNumber } from '#rules/kernel/schema.ts';
import { abortGame, resignGame, withdrawAbort } from '../../games/commands/resign.ts';
import type { GameService } from '../../games/game-service.ts';
import { BODY_PROBLEMS, sendOutcome } from '../answers/state-answer.ts';
import type { Contract } from '../schemas/contract.ts';
import { ClientSeed } from '../schemas/new-game.ts';
import { KEY_PROBLEMS, KeyHeaders } from './idempotency-key.ts';
import { GameParams } from './parameters.ts';

/** Ending a game early, and playing it again. */
export function endingRoutes(app: FastifyInstance, gameService: GameService, contract: Contract): void {
  const routes = app.withTypeProvider<TypeBoxTypeProvider>();
  const state = { description: 'The game, as you see it now.', ...Ref(contract.game) };
  const common = { tags: ['seats'], params: GameParams, headers: KeyHeaders };
  const problems = [...BODY_PROBLEMS, ...KEY_PROBLEMS, 'game-not-found', 'not-your-seat'] as const;

  routes.post(
    '/v1/games/:gameId/resignation',
    {
      config: {
        access: 'player',
        optionalBody: true,
        problems: [...problems, 'no-such-seat', 'seat-left', 'game-not-started', 'game-over'],
      },
      schema: {
        ...common,
        operationId: 'resignGame',
        summary: 'Resign',
        description:
          'Gives up one of your seats, without `seat` your lowest that is to act. Of two players the other wins. With more the ' +
          'seat is played on by the game’s `standIn` and cannot win.',
        body: Type.Object(
          {
            seat: Type.Optional({
              ...SeatNumber,
              description: 'The seat to give up; without it your lowest that is to act, else your lowest.',
            }),
          },
          { additionalProperties: false },
        ),
        response: { 200: state },
      },
    },
    async (request, reply) => {
      const { gameId } = request.params;
      const resign = resignGame(request.player, gameId, request.body.seat, request.idempotent);
      return sendOutcome(request, reply, await gameService.commands.handle(resign));
    },
  );

  routes.post(
    '/v1/games/:gameId/abort',
    {
      config: {
        access: 'player',
        optionalBody: true,
        problems: [...problems, 'not-your-game', 'competition-game', 'rated-game', 'abort-asked', 'game-over'],
      },
      schema: {
        ...common,
        operationId: 'abortGame',
        summary: 'Abort a game',
        description:
          'Ends a game without an outcome. Before the start its creator may do that; later every player who is still there has ' +
          'to ask for it, and an action of yours takes your asking back, as `withdrawAbort` does. Who is alone with bots, or with nobody, aborts at once, and ' +
          'has lost for their record; a game of the day is resigned instead, so that it ends with an outcome. Where no player sits (any more) ' +
          'its creator aborts it.',
        body: Type.Object({}, { additionalProperties: false }),
        response: { 200: state },
      },
    },
    async (request, reply) => {
      const abort = abortGame(request.player, request.params.gameId, request.idempotent);
      return sendOutcome(request, reply, await gameService.commands.handle(abort));
    },
  );

  routes.delete(
    '/v1/games/:gameId/abort',
    {
      config: {
        access: 'player',
        problems: [...problems, 'seat-left', 'game-not-started', 'game-over', 'no-abort'],
      },
      schema: {
        ...common,
        operationId: 'withdrawAbort',
        summary: 'No longer ask to abort a game',
        description: 'Takes back that you asked to abort the game. What others ask stands.',
        response: { 200: state },
      },
    },
    async (request, reply) => {
      const withdraw = withdrawAbort(request.player.id, request.params.gameId, request.idempotent);
      return sendOutcome(request, reply, await gameService.commands.handle(withdraw));
    },
  );

  routes.post(
    '/v1/games/:gameId/rematch',
    {
      config: {
        access: 'player',
        optionalBody: true,
        problems: [
          'competition-game',
          ...problems,
          'no-such-seat',
          'seat-taken',
          'not-open-to-you',
          'rematch-too-early',
          'rematch-outgrown',
          'unknown-player',
          'cap-reached',
          'game-over',
        ],
      },
      schema: {
        ...common,
        operationId: 'rematchGame',
        summary: 'Play again',
        description:
          'A new game with the same seats, options and clock, and new chance. The first who asks creates it and the others are ' +
          'invited; they join it with this same call. A game has one rematch, and another one only when that was aborted. It is played by the newest rules. ' +
          'Everybody has the name that they have now; with somebody whose account is deleted there is none.',
        body: Type.Object({ clientSeed: Type.Optional(ClientSeed) }, { additionalProperties: false }),
        response: { 200: state },
      },
    },
    async (request, reply) => {
      const { gameId } = request.params;
      const again = await gameService.rematch(request.player, gameId, request.body, request.idempotent);
      if (again.ok) reply.header('location', `/v1/games/${again.value.game.header.id}`);
      return sendOutcome(request, reply, again);
    },
  );
}
