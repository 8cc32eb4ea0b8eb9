import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { type Static, Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { Ref, Words } from '#rules/kernel/schema.ts';
import type { GameService } from '../../games/game-service.ts';
import { done } from '../../games/model/result.ts';
import type { GameQuery } from '../../store/contract/game-lists.ts';
import { sendUnauthorized } from '../hooks/caller.ts';
import { sendProblem, sendRefusal } from '../problems/problem.ts';
import type { Contract } from '../schemas/contract.ts';
import { Status } from '../schemas/game-fields.ts';
import { PlayerRecord } from '../schemas/lobby.ts';
import { PLAYER_ASKED } from '../schemas/patterns.ts';
import { listEtag, sendList } from '../server/list-answer.ts';
import { WaitAsked } from '../server/parameters.ts';
import { newsAsked, newsCost, SINCE_ASKED, sinceFault } from './turns-asked.ts';

const PAGE = 20;

const ListQuery = Type.Object(
  {
    ruleset: Type.Optional(Type.String({ description: 'Only games of this ruleset.' })),
    status: Type.Optional(
      Type.Unsafe<Static<typeof Status>>({ ...Status, description: `Only such games. ${Status.description}` }),
    ),
    player: Type.Optional(Type.String({ pattern: PLAYER_ASKED, description: 'Games of this player: an id, or `me`.' })),
    openSeats: Type.Optional(
      Type.Boolean({ description: '`true`: only games that somebody may still join. `false`: only the others.' }),
    ),
    awaiting: Type.Optional(
      Words(['me', 'others'], {
        description:
          '`me`: only games that wait for you. `others`: only games of yours that are under way and wait for somebody else.',
      }),
    ),
    opponent: Type.Optional(
      Type.String({ format: 'uuid', description: 'Only games in which this player sits too, or is invited.' }),
    ),
    rematchOf: Type.Optional(
      Type.String({
        format: 'uuid',
        description: 'Only the rematch of this game, if there is one that you may see, and those that were aborted.',
      }),
    ),
    cursor: Type.Optional(Type.String({ format: 'uuid', description: '`next` of the page before.' })),
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 100, default: PAGE, description: 'Games a page, at most.' }),
    ),
    wait: Type.Optional(WaitAsked),
    ...SINCE_ASKED,
  },
  { additionalProperties: false },
);

/** Games from outside: the lobby, whose turn it is, and records. */
export function listRoutes(app: FastifyInstance, gameService: GameService, contract: Contract): void {
  const routes = app.withTypeProvider<TypeBoxTypeProvider>();

  routes.get(
    '/v1/games',
    {
      config: {
        access: 'anyone',
        cost: ({ query }) => newsCost(query),
        problems: ['invalid-request', 'unauthorized', 'too-many-waiting', 'stopping'],
      },
      schema: {
        operationId: 'listGames',
        summary: 'List games',
        description:
          'Public games, and with a token also your own unlisted and private ones and those to which you are invited; newest ' +
          'first. `?openSeats=true` is the lobby; `?player=me&status=open` are your tables that wait for players, those to which ' +
          'you are invited among them; `?player=me&status=finished` are your results. With `If-None-Match` and `wait` a page waits until ' +
          'it is another than the one of that `ETag`: until a game of it begins or ends, or a seat is taken or left. (Moves within a ' +
          'game end no wait.) Without `If-None-Match`, `wait` waits for the first game of an empty page.',
        tags: ['games'],
        querystring: ListQuery,
        headers: Type.Object({
          'if-none-match': Type.Optional(Type.String({ description: 'The `ETag` of the page that you have.' })),
        }),
        response: {
          200: {
            description: 'A page of games.',
            headers: { ETag: { type: 'string', description: 'Names this very page.' } },
            ...Ref(contract.gameList),
          },
          304: { description: 'You have this page.', type: 'null' },
        },
      },
    },
    async (request, reply) => {
      const { ruleset, status, player, openSeats, awaiting, opponent, rematchOf, cursor, limit = PAGE } = request.query;
      const { wait = 0 } = request.query;
      const reader = request.caller?.id ?? null;
      const fault = sinceFault(request.query);
      if (fault !== null) return sendProblem(request, reply, 'invalid-request', fault);
      if (reader === null && (player === 'me' || awaiting !== undefined || request.query.since !== undefined)) {
        return sendUnauthorized(request, reply, 'Only with a token it is known who `me` is.');
      }
      const asked: GameQuery = {
        ruleset,
        status,
        player: player === 'me' ? (reader ?? undefined) : player,
        openSeats,
        awaiting: awaiting === 'me' ? (reader ?? undefined) : undefined,
        awaitingOthers: awaiting === 'others' ? (reader ?? undefined) : undefined,
        opponent,
        rematchOf,
        before: cursor,
        reader,
        limit,
      };
      const { lobby } = gameService;
      reply.header('vary', 'authorization');
      const read = async () => {
        const listed = await lobby.list(asked, newsAsked(request.query));
        if (!listed.ok) return listed;
        const text = JSON.stringify(listed.value);
        return done({ text, etag: listEtag(text), known: '', hasNews: listed.value.games.length > 0 });
      };
      return sendList(request, reply, { wait, watch: () => lobby.watchLists(), read });
    },
  );

  routes.get(
    '/v1/players/:playerId/record',
    {
      config: {
        access: 'anyone',
        problems: ['invalid-request', 'unauthorized', 'player-not-found'],
      },
      schema: {
        operationId: 'getRecord',
        summary: 'How has this player fared?',
        description:
          'How many public games a player has finished, by ruleset, with what result, and why some of them do not count.',
        tags: ['players'],
        params: Type.Object({ playerId: Type.String({ format: 'uuid', description: 'The id of the player.' }) }),
        response: { 200: { description: 'The record.', ...Ref(PlayerRecord) } },
      },
    },
    async (request, reply) => {
      const record = await gameService.lobby.record(request.params.playerId);
      if (!record.ok) return sendRefusal(request, reply, record.refusal);
      const { player, rulesets } = record.value;
      return { player: { id: player.id, name: player.name, kind: player.kind }, rulesets };
    },
  );
}
