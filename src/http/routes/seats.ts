import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { Ref, SeatNumber } from '#rules/kernel/schema.ts';
import { leaveSeat } from '../../games/commands/join.ts';
import type { GameService } from '../../games/game-service.ts';
import { BODY_PROBLEMS, sendOutcome } from '../answers/state-answer.ts';
import type { Contract } from '../schemas/contract.ts';
import { ClientSeed } from '../schemas/new-game.ts';
import { KEY_PROBLEMS, KeyHeaders } from './idempotency-key.ts';
import { GameParams } from './parameters.ts';

/** Taking a seat and giving it up. */
export function seatRoutes(app: FastifyInstance, gameService: GameService, contract: Contract): void {
  const routes = app.withTypeProvider<TypeBoxTypeProvider>();
  const state = { description: 'The game, as you see it now.', ...Ref(contract.game) };

  routes.post(
    '/v1/games/:gameId/seats',
    {
      config: {
        access: 'player',
        optionalBody: true,
        problems: [
          'competition-game',
          'rated-game',
          ...BODY_PROBLEMS,
          ...KEY_PROBLEMS,
          'game-not-found',
          'no-such-seat',
          'seat-taken',
          'not-open-to-you',
          'cap-reached',
          'game-over',
        ],
      },
      schema: {
        operationId: 'joinGame',
        summary: 'Take a seat',
        description:
          'Takes the named seat, or the one that is kept for you, or the lowest open one. The game starts when the last seat is ' +
          'taken. You may hold several seats: name each further one. Otherwise a repeated call changes nothing and gets the game again.',
        tags: ['seats'],
        params: GameParams,
        headers: KeyHeaders,
        body: Type.Object(
          {
            seat: Type.Optional({
              ...SeatNumber,
              description:
                'The seat to take; without it the one kept for you, or the lowest open one, and none if you have one.',
            }),
            clientSeed: Type.Optional(ClientSeed),
            inviteCode: Type.Optional(Type.String({ maxLength: 64, description: 'Opens a private game.' })),
          },
          { additionalProperties: false },
        ),
        response: { 200: state },
      },
    },
    async (request, reply) => {
      const { gameId } = request.params;
      return sendOutcome(
        request,
        reply,
        await gameService.join(request.player, gameId, request.body, request.idempotent),
      );
    },
  );

  routes.delete(
    '/v1/games/:gameId/seats/:seat',
    {
      config: {
        access: 'player',
        problems: [
          'competition-game',
          'invalid-request',
          'invalid-json',
          'unauthorized',
          'not-your-seat',
          'game-not-found',
          'no-such-seat',
          'game-started',
          'game-over',
          'body-too-large',
          'unsupported-media-type',
        ],
      },
      schema: {
        operationId: 'leaveGame',
        summary: 'Give up a seat before the start',
        description:
          'Gives up one of your seats, or an invitation; whoever created the game may also take an invitation back. The seat is ' +
          'then open. A game that all players have left is aborted.',
        tags: ['seats'],
        params: Type.Object({
          ...GameParams.properties,
          seat: Type.Integer({ minimum: 0, maximum: 99, description: 'The seat to give up.' }),
        }),
        response: { 200: state },
      },
    },
    async (request, reply) => {
      const { gameId, seat } = request.params;
      const leave = leaveSeat(request.player, gameId, seat);
      return sendOutcome(request, reply, await gameService.commands.handle(leave));
    },
  );
}
