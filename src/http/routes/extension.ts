import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { Ref, SeatNumber } from '#rules/kernel/schema.ts';
import { extendTime } from '../../games/commands/extension.ts';
import type { GameService } from '../../games/game-service.ts';
import { LEAST_GRANTED, MOST_GRANTED_AT_ONCE } from '../../games/model/more-time.ts';
import { BODY_PROBLEMS, sendOutcome } from '../answers/state-answer.ts';
import type { Contract } from '../schemas/contract.ts';
import { KEY_PROBLEMS, KeyHeaders } from './idempotency-key.ts';
import { GameParams } from './parameters.ts';

const Extension = Type.Object(
  {
    seat: Type.Optional({
      ...SeatNumber,
      description: 'Whose decision is to have more time; without it your own, lowest that is to act.',
    }),
    seconds: Type.Integer({
      minimum: LEAST_GRANTED,
      maximum: MOST_GRANTED_AT_ONCE,
      description: 'How much more. A decision is granted 30 days in all.',
    }),
  },
  { additionalProperties: false },
);

/** More time, by agreement. */
export function extensionRoute(app: FastifyInstance, gameService: GameService, contract: Contract): void {
  app.withTypeProvider<TypeBoxTypeProvider>().post(
    '/v1/games/:gameId/extension',
    {
      config: {
        access: 'player',
        problems: [
          ...BODY_PROBLEMS,
          ...KEY_PROBLEMS,
          'game-not-found',
          'not-your-seat',
          'no-such-seat',
          'seat-left',
          'competition-game',
          'rated-game',
          'extension-asked',
          'no-deadline',
          'time-out',
          'game-not-started',
          'game-over',
        ],
      },
      schema: {
        tags: ['seats'],
        params: GameParams,
        headers: KeyHeaders,
        operationId: 'extendTime',
        summary: 'Ask for more time, or grant it',
        description:
          'More time for an open decision. For your own seat you ask for it; for another you want it to have it. The deadline moves, ' +
          'and in games with banks the bank holds that much more, when every player who is still there has asked for the same, but ' +
          'whoever is to decide: of two players the other grants it at once. `asked` in `decisions` is what has been asked for. Alone ' +
          'with bots you have it at once, but not in a rated game. Games of competitions have no such thing: others wait for them.',
        body: Extension,
        response: { 200: { description: 'The game, as you see it now.', ...Ref(contract.game) } },
      },
    },
    async (request, reply) => {
      const { player, params, body, idempotent } = request;
      const extend = extendTime(player, params.gameId, body, idempotent);
      return sendOutcome(request, reply, await gameService.commands.handle(extend));
    },
  );
}
