import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { Ref } from '#rules/kernel/schema.ts';
import type { GameService } from '../../games/game-service.ts';
import { done } from '../../games/model/result.ts';
import { BODY_PROBLEMS } from '../answers/state-answer.ts';
import { sendProblem, sendRefusal } from '../problems/problem.ts';
import { Looked, TurnList } from '../schemas/lobby.ts';
import { listEtag, sendList } from '../server/list-answer.ts';
import { GameParams, LAST_VERSION, WaitAsked } from '../server/parameters.ts';
import { newsAsked, newsCost, sinceFault, TURNS_ASKED, turnsAsked } from './turns-asked.ts';

/** Where it is whose turn, and how far each player has looked. */
export function turnRoutes(app: FastifyInstance, gameService: GameService): void {
  const routes = app.withTypeProvider<TypeBoxTypeProvider>();
  const { lobby } = gameService;

  routes.get(
    '/v1/me/turns',
    {
      config: {
        access: 'player',
        readable: true,
        cost: ({ query }) => newsCost(query),
        problems: ['invalid-request', 'unauthorized', 'too-many-waiting', 'stopping'],
      },
      schema: {
        operationId: 'listTurns',
        summary: 'Where is it my turn?',
        description:
          'Your games that wait for you, the nearest deadline first, those in which somebody asks something of you, and the ' +
          'invitations that you have not answered. With `wait` a ' +
          'list without turns waits until there is a turn, or another ask or invitation; with `If-None-Match` any list waits until it differs ' +
          'from the one of that `ETag`. All that an agent needs, in however many games. A deadline that moves moves its game in the ' +
          'order. A `cursor` is a place in the order: of games that have not moved meanwhile none comes twice and none is left out.',
        tags: ['games'],
        querystring: Type.Object({ ...TURNS_ASKED, wait: Type.Optional(WaitAsked) }, { additionalProperties: false }),
        headers: Type.Object({
          'if-none-match': Type.Optional(Type.String({ description: 'The `ETag` of the list that you have.' })),
        }),
        response: {
          200: {
            description: 'The games.',
            headers: { ETag: { type: 'string', description: 'Names this very list.' } },
            ...Ref(TurnList),
          },
          304: { description: 'You have this list.', type: 'null' },
        },
      },
    },
    async (request, reply) => {
      const { wait = 0, ...query } = request.query;
      const fault = sinceFault(query);
      if (fault !== null) return sendProblem(request, reply, 'invalid-request', fault);
      const problem = lobby.rulesetProblem(query.ruleset);
      if (problem !== null) return sendRefusal(request, reply, problem.refusal);
      const kept = lobby.keepTurns(request.player);
      let openAtFirst: readonly string[] | undefined;
      const read = async () => {
        const { page, mark, pageMark } = await kept.read(turnsAsked(query), newsAsked(query));
        const open = [
          ...page.invitations.map(({ gameId }) => gameId),
          ...page.asks.flatMap(({ gameId, asks }) => asks.map((ask) => `${gameId} ${JSON.stringify(ask)}`)),
        ];
        openAtFirst ??= open;
        // an ask or an invitation that is left unanswered does not make every call return at once
        const hasNews = page.turns.length > 0 || open.some((each) => !openAtFirst?.includes(each));
        const text = JSON.stringify(page);
        return done({ text, etag: listEtag(text, pageMark), known: mark, hasNews });
      };
      try {
        return await sendList(request, reply, { wait, watch: () => lobby.watch(request.player), read });
      } finally {
        kept.stop();
      }
    },
  );

  routes.put(
    '/v1/games/:gameId/looked',
    {
      config: {
        access: 'player',
        problems: [
          ...BODY_PROBLEMS,
          'game-not-found',
          'not-your-seat',
          'version-not-found',
          'daily-closed',
          'board-sealed',
        ],
      },
      schema: {
        operationId: 'setLooked',
        summary: 'Say how far you have looked',
        description:
          'Keeps the version of a game of yours that you have looked at, for all your devices: `listTurns` and `listGames` with ' +
          '`since=looked` tell what has happened since. It never goes back, so that calls may come in any order; only a version that ' +
          'the database has lost is forgotten. Nobody else is told, and nothing else comes of it.',
        tags: ['games'],
        params: GameParams,
        body: Type.Object(
          {
            version: Type.Integer({
              minimum: 1,
              maximum: LAST_VERSION,
              description: 'The `version` of the state or the event that you have seen.',
            }),
          },
          { additionalProperties: false },
        ),
        response: { 200: { description: 'How far you have looked.', ...Ref(Looked) } },
      },
    },
    async (request, reply) => {
      const looked = await lobby.look(request.player, request.params.gameId, request.body.version);
      return looked.ok ? looked.value : sendRefusal(request, reply, looked.refusal);
    },
  );
}
