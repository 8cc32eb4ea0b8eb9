import { Readable } from 'node:stream';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { Ref } from '#rules/kernel/schema.ts';
import type { GameService } from '../../games/game-service.ts';
import type { KeptTurns, NewsAsked } from '../../games/queries/kept-turns.ts';
import type { Lobby } from '../../games/queries/lobby.ts';
import type { TurnsAsked } from '../../games/queries/turn-page.ts';
import type { Subscriptions } from '../../games/runtime/subscriptions.ts';
import type { Player } from '../../players/players.ts';
import { EVENT_STREAM, RECONNECT_MS, unlessStuck } from '../answers/event-stream.ts';
import { staysOpen } from '../hooks/open-calls.ts';
import { sendProblem, sendRefusal } from '../problems/problem.ts';
import { TurnList } from '../schemas/lobby.ts';
import { listEtag } from '../server/list-answer.ts';
import { openStream } from '../server/open-stream.ts';
import { newsAsked, newsCost, sinceFault, TURNS_ASKED, turnsAsked } from './turns-asked.ts';

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
        readable: true,
        cost: ({ query }) => newsCost(query),
        problems: ['invalid-request', 'unauthorized', 'too-many-streams'],
      },
      schema: {
        operationId: 'followTurns',
        summary: 'Follow all my games',
        description:
          'Server-sent events over all your games: the answer of `listTurns` as it is now, and again whenever it is another, so that one ' +
          'stream is enough for any number of games; the query asks as there, for a short page of many games say. A stream that broke off is resumed with `Last-Event-ID`: a list that you ' +
          'have is not sent again. It ends soon after its token was changed or revoked, and with the server.',
        tags: ['games'],
        querystring: Type.Object(TURNS_ASKED, { additionalProperties: false }),
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
      const { player, query } = request;
      const fault = sinceFault(query);
      if (fault !== null) return sendProblem(request, reply, 'invalid-request', fault);
      const problem = lobby.rulesetProblem(query.ruleset);
      if (problem !== null) return sendRefusal(request, reply, problem.refusal);
      if (!staysOpen('stream', request, reply)) return reply;
      const lastId = request.headers['last-event-id'];
      const open = openStream(request, reply);
      const asked = { turns: turnsAsked(query), news: newsAsked(query) };
      return turnStream({ lobby, subscriptions, player, asked, lastId, quietMs, ...open });
    },
  );
}

interface TurnStreamParts {
  lobby: Lobby;
  subscriptions: Subscriptions;
  player: Player;
  asked: { turns: TurnsAsked; news: NewsAsked };
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
  const { lobby, player } = parts;
  const kept = lobby.keepTurns(player);
  try {
    yield* unlessStuck(`retry: ${RECONNECT_MS}\n\n`, parts);
    yield* listsIn(kept, parts);
  } finally {
    kept.stop();
  }
}

async function* listsIn(kept: KeptTurns, parts: TurnStreamParts): AsyncGenerator<string> {
  const { lobby, subscriptions, player, asked, quietMs, gone } = parts;
  let { lastId } = parts;
  while (!gone.aborted && !subscriptions.closed) {
    const watch = lobby.watch(player);
    try {
      const { page, mark, pageMark } = await kept.read(asked.turns, asked.news);
      const text = JSON.stringify(page);
      const id = listEtag(text, pageMark).slice(1, -1);
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
