import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { type Static, Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import type { GameService } from '../../games/game-service.ts';
import { done } from '../../games/model/result.ts';
import { Ref, Words } from '../../kernel/schema.ts';
import type { GameQuery } from '../../store/contract/game-lists.ts';
import { EXAMPLE_PLAYER, type Examples } from '../documentation/examples.ts';
import { sendUnauthorized } from '../hooks/caller.ts';
import { sendRefusal } from '../problems/problem.ts';
import type { Contract } from '../schemas/contract.ts';
import { Status } from '../schemas/game-fields.ts';
import { PlayerRecord, TurnList } from '../schemas/lobby.ts';
import { PLAYER_ASKED } from '../schemas/patterns.ts';
import { listEtag, sendList } from './list-answer.ts';
import { WaitAsked } from './parameters.ts';

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
    awaiting: Type.Optional(Words(['me'], { description: 'Only games that wait for you.' })),
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
  },
  { additionalProperties: false },
);

/** Games from outside: the lobby, whose turn it is, and records. */
export function listRoutes(
  app: FastifyInstance,
  gameService: GameService,
  contract: Contract,
  examples: ReadonlyMap<string, Examples>,
): void {
  const routes = app.withTypeProvider<TypeBoxTypeProvider>();
  const summaries = [...examples.values()].map(({ summary }) => summary);
  const { id, name, kind } = EXAMPLE_PLAYER;
  const whyNot = { openSeed: 1, practice: 0, secondSeat: 0, earlier: 0 };

  routes.get(
    '/v1/games',
    {
      config: {
        access: 'anyone',
        docs: {
          problems: ['invalid-request', 'unauthorized', 'too-many-waiting', 'stopping'],
          responseExamples: { page: { games: summaries.slice(0, 2), next: null } },
        },
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
        security: [{}, { token: [] }],
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
      const { ruleset, status, player, openSeats, awaiting, rematchOf, cursor, limit = PAGE, wait = 0 } = request.query;
      const reader = request.caller?.id ?? null;
      if (reader === null && (player === 'me' || awaiting === 'me')) {
        return sendUnauthorized(request, reply, 'Only with a token it is known who `me` is.');
      }
      const asked: GameQuery = {
        ruleset,
        status,
        player: player === 'me' ? (reader ?? undefined) : player,
        openSeats,
        awaiting: awaiting === undefined ? undefined : (reader ?? undefined),
        rematchOf,
        before: cursor,
        reader,
        limit,
      };
      const { lobby } = gameService;
      reply.header('vary', 'authorization');
      const read = async () => {
        const listed = await lobby.list(asked);
        if (!listed.ok) return listed;
        const text = JSON.stringify(listed.value);
        return done({ text, etag: listEtag(text), known: '', hasNews: listed.value.games.length > 0 });
      };
      return sendList(request, reply, { wait, watch: () => lobby.watchLists(), read });
    },
  );

  routes.get(
    '/v1/me/turns',
    {
      config: {
        access: 'player',
        docs: {
          problems: ['invalid-request', 'unauthorized', 'too-many-waiting', 'stopping'],
          responseExamples: {
            one: {
              turns: [
                {
                  gameId: '01930000-0000-7000-8000-000000000002',
                  ruleset: 'pascals-ruin',
                  seats: [0],
                  version: 3,
                  competition: null,
                  deadline: null,
                  updatedAt: '2026-01-01T12:00:00.000Z',
                },
              ],
              invitations: [],
            },
          },
        },
      },
      schema: {
        operationId: 'listTurns',
        summary: 'Where is it my turn?',
        description:
          'All your games that wait for you, and the invitations that you have not answered. With `wait` a list without turns ' +
          'waits until there is a turn or another invitation; with `If-None-Match` any list waits until it differs from the one of ' +
          'that `ETag`. All that an agent needs, in however many games.',
        tags: ['games'],
        security: [{ token: [] }],
        querystring: Type.Object({ wait: Type.Optional(WaitAsked) }, { additionalProperties: false }),
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
      const { wait = 0 } = request.query;
      const { lobby } = gameService;
      let invitedAtFirst: string[] | undefined;
      const read = async () => {
        const { mark, ...body } = await lobby.turns(request.player);
        const invited = body.invitations.map(({ gameId }) => gameId);
        invitedAtFirst ??= invited;
        // an invitation that is left unanswered does not make every call return at once
        const hasNews = body.turns.length > 0 || invited.some((gameId) => !invitedAtFirst?.includes(gameId));
        const text = JSON.stringify(body);
        return done({ text, etag: listEtag(text, mark), known: mark, hasNews });
      };
      return sendList(request, reply, { wait, watch: () => lobby.watch(request.player), read });
    },
  );

  routes.get(
    '/v1/players/:playerId/record',
    {
      config: {
        access: 'anyone',
        docs: {
          problems: ['invalid-request', 'unauthorized', 'player-not-found'],
          responseExamples: {
            record: {
              player: { id, name, kind },
              rulesets: [{ ruleset: 'pascals-ruin', finished: 4, won: 2, shared: 0, lost: 1, uncounted: 1, whyNot }],
            },
          },
        },
      },
      schema: {
        operationId: 'getRecord',
        summary: 'How has this player fared?',
        description:
          'How many public games a player has finished, by ruleset, with what result, and why some of them do not count.',
        tags: ['players'],
        security: [{}, { token: [] }],
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
