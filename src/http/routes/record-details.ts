import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { Ref } from '#rules/kernel/schema.ts';
import type { GameService } from '../../games/game-service.ts';
import { DETAILED_GAMES } from '../../games/queries/lobby.ts';
import { sendRefusal } from '../problems/problem.ts';
import { RecordDetails } from '../schemas/lobby.ts';

/** In calls that it counts for; see docs/configuration.md. */
const COST = 5;

/** How a player fared, further than by ruleset. */
export function recordDetailsRoute(app: FastifyInstance, { lobby }: GameService): void {
  app.withTypeProvider<TypeBoxTypeProvider>().get(
    '/v1/players/:playerId/record/details',
    {
      config: {
        access: 'anyone',
        cost: COST,
        problems: ['invalid-request', 'unauthorized', 'player-not-found'],
      },
      schema: {
        operationId: 'getRecordDetails',
        summary: 'Against whom, and on which seats, has this player fared how?',
        description:
          `The newest ${DETAILED_GAMES} public games of a player that count, by opponents and by seats. Of rated games ` +
          '`getRatingRecord` says more, with luck and certainty.',
        tags: ['players'],
        params: Type.Object({ playerId: Type.String({ format: 'uuid', description: 'The id of the player.' }) }),
        querystring: Type.Object(
          { ruleset: Type.Optional(Type.String({ description: 'Only games of this ruleset.' })) },
          { additionalProperties: false },
        ),
        response: { 200: { description: 'The record.', ...Ref(RecordDetails) } },
      },
    },
    async (request, reply) => {
      const found = await lobby.recordDetails(request.params.playerId, request.query.ruleset ?? null);
      if (!found.ok) return sendRefusal(request, reply, found.refusal);
      const { player, opponents, seats } = found.value;
      return { player: { id: player.id, name: player.name, kind: player.kind }, opponents, seats };
    },
  );
}
