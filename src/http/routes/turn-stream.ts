import { Readable } from 'node:stream';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import type { GameService } from '../../games/game-service.ts';
import type { Lobby } from '../../games/queries/lobby.ts';
import type { Subscriptions } from '../../games/runtime/subscriptions.ts';
import { Ref } from '../../kernel/schema.ts';
import type { Player } from '../../players/players.ts';
import { EVENT_STREAM, RECONNECT_MS, unlessStuck } from '../answers/event-stream.ts';
import { staysOpen } from '../hooks/open-calls.ts';
import { TurnList } from '../schemas/lobby.ts';
import { listEtag } from './list-answer.ts';
import { openStream } from './open-stream.ts';

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

interface TurnStreamParts {
  lobby: Lobby;
  subscriptions: Subscriptions;
  player: Player;
  /** the `id` of the list that they have; undefined: none */
  lastId: string | undefined;
  /** after so many milliseconds without another list comes a sign of life */
  quietMs: number;
  /** aborted when there is nobody left to tell */
  gone: AbortSignal;
  /** ends the connection of a reader that is stuck */
  giveUp(): void;
}

/** The list of a player's turns as server-sent events: as it is now, and again whenever it is another. */
function turnStream(parts: TurnStreamParts): Readable {
  return Readable.from(listsOf(parts), { objectMode: false });
}

async function* listsOf(parts: TurnStreamParts): AsyncGenerator<string> {
  const { lobby, subscriptions, player, quietMs, gone } = parts;
  let { lastId } = parts;
  yield* unlessStuck(`retry: ${RECONNECT_MS}\n\n`, parts);
  while (!gone.aborted && !subscriptions.closed) {
    const watch = lobby.watch(player);
    try {
      const { mark, ...list } = await lobby.turns(player);
      const text = JSON.stringify(list);
      const id = listEtag(text, mark).slice(1, -1);
      if (id !== lastId) yield* unlessStuck(`id: ${id}\ndata: ${text}\n\n`, parts);
      lastId = id;
      const woken = await watch.until(quietMs, mark, gone);
      if (woken === 'closing' || woken === 'gone') return;
      if (woken === 'time-up') yield* unlessStuck(': still here\n\n', parts);
    } finally {
      watch.stop();
    }
  }
}
