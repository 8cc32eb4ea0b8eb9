import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import type { GameService } from '../../games/game-service.ts';
import { Ref } from '../../kernel/schema.ts';
import { EVENT_STREAM } from '../answers/event-stream.ts';
import { staysOpen } from '../hooks/open-calls.ts';
import { TurnList } from '../schemas/lobby.ts';
import { openStream } from './open-stream.ts';
import { turnStream } from './turn-list-stream.ts';

const EXAMPLE = 'id: nVfAsTaSIcY1JM_NNUPPXw\ndata: {"turns":[],"invitations":[]}\n\n';

/** One stream over all games of a player. */
export function turnStreamRoutes(
  app: FastifyInstance,
  { lobby, subscriptions }: GameService,
  { quietMs }: { quietMs: number },
): void {
  app.withTypeProvider<TypeBoxTypeProvider>().get(
    '/v1/me/turns/stream',
    {
      config: {
        access: 'player',
        docs: {
          problems: ['invalid-request', 'unauthorized', 'too-many-streams'],
          responseExamples: { nothing: EXAMPLE },
        },
      },
      schema: {
        operationId: 'followTurns',
        summary: 'Follow all my games',
        description:
          'Server-sent events over all your games: the answer of `listTurns` as it is now, and again whenever it is another, so that one ' +
          'stream is enough for any number of games. A stream that broke off is resumed with `Last-Event-ID`: a list that you ' +
          'have is not sent again. It ends soon after its token was changed or revoked, and with the server.',
        tags: ['games'],
        security: [{ token: [] }],
        headers: Type.Object({
          'last-event-id': Type.Optional(
            Type.String({ maxLength: 64, description: 'The `id` of the list that you have.' }),
          ),
        }),
        response: {
          200: {
            description: 'The stream.',
            content: {
              [EVENT_STREAM]: {
                schema: Type.Unsafe<unknown>({
                  type: 'string',
                  description: 'The `data` of each event is a `TurnList`.',
                  contentSchema: Ref(TurnList),
                }),
              },
            },
          },
        },
      },
    },
    async (request, reply) => {
      if (!staysOpen('stream', request, reply)) return reply;
      const { player } = request;
      const lastId = request.headers['last-event-id'];
      const open = openStream(request, reply);
      return turnStream({ lobby, subscriptions, player, lastId, quietMs, ...open });
    },
  );
}
