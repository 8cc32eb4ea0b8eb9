import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { Ref, SeatNumber } from '#rules/kernel/schema.ts';
import type { GameService } from '../../games/game-service.ts';
import { sendLong } from '../answers/long-list.ts';
import { inTurn } from '../hooks/costly-reads.ts';
import { sendRefusal } from '../problems/problem.ts';
import type { Contract } from '../schemas/contract.ts';
import { NeedlessKeyHeaders } from '../server/idempotency-key.ts';
import { GameParams } from '../server/parameters.ts';

const MOST_WORLDS = 100;
/** A call takes as long as it has worlds to draw; how many is known only when it has been counted. */
const WORLDS_COST = 5;

/** What a seat cannot know, drawn anew for those who look ahead. */
export function worldRoutes(app: FastifyInstance, gameService: GameService, contract: Contract): void {
  app.withTypeProvider<TypeBoxTypeProvider>().post(
    '/v1/games/:gameId/worlds',
    {
      config: {
        access: 'player',
        cost: WORLDS_COST,
        optionalBody: true,
        problems: [
          'invalid-request',
          'invalid-json',
          'unauthorized',
          'not-your-seat',
          'daily-closed',
          'board-sealed',
          'game-not-found',
          'no-such-seat',
          'game-not-started',
          'game-over',
          'body-too-large',
          'unsupported-media-type',
        ],
      },
      schema: {
        operationId: 'sampleWorlds',
        summary: 'Draw what you cannot know',
        description:
          'Whole positions that agree with everything that your seat has seen so far: what it cannot know is drawn anew, by ' +
          'fresh chance that has nothing to do with the chance of the game. Nothing in them depends on what is really ' +
          'hidden. Play on from them with the same ruleset and rules version to look ahead.',
        tags: ['games'],
        params: GameParams,
        headers: NeedlessKeyHeaders,
        body: Type.Object(
          {
            seat: Type.Optional({
              ...SeatNumber,
              description: 'One of your own seats; without it your lowest that is to act, else your lowest.',
            }),
            count: Type.Optional(
              Type.Integer({ minimum: 1, maximum: MOST_WORLDS, default: 1, description: 'How many worlds to draw.' }),
            ),
          },
          { additionalProperties: false },
        ),
        response: { 200: { description: 'The worlds, each drawn for itself.', ...Ref(contract.sampledWorlds) } },
      },
    },
    async (request, reply) => {
      const { player, params, body } = request;
      return inTurn(request, async () => {
        const drawn = await gameService.gameReader.worlds(player, params.gameId, body);
        if (!drawn.ok) return sendRefusal(request, reply, drawn.refusal);
        return sendLong(reply, drawn.value, 'worlds', gameService.timeSlicer);
      });
    },
  );
}
