import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { Ref } from '#rules/kernel/schema.ts';
import type { NewGame } from '../../games/commands/new-games.ts';
import type { GameService } from '../../games/game-service.ts';
import { isOver } from '../../games/model/game.ts';
import { BODY_PROBLEMS, DEFAULTS, sendOutcome, sendStopping } from '../answers/state-answer.ts';
import { etagOf, knownBy, matches, SETTLED, StateBodies } from '../answers/state-bodies.ts';
import { CallLifetime, sendTokenEnded } from '../hooks/call-lifetime.ts';
import { inTurn } from '../hooks/costly-reads.ts';
import { staysOpen } from '../hooks/open-calls.ts';
import { sendProblem, sendRefusal } from '../problems/problem.ts';
import type { Contract } from '../schemas/contract.ts';
import { AnyNewGame } from '../schemas/new-game.ts';
import { KEY_PROBLEMS, KeyHeaders } from '../server/idempotency-key.ts';
import {
  GameParams,
  INVITE_HEADER,
  PAST_COST,
  refuseWordsAmiss,
  StateQuery,
  viewerAsked,
} from '../server/parameters.ts';
import type { Validators } from '../validators.ts';

const MS = 1000;
const JSON_TYPE = 'application/json; charset=utf-8';

/** Creating a game and reading the table. */
export function gameRoutes(
  app: FastifyInstance,
  gameService: GameService,
  contract: Contract,
  validators: Validators,
): void {
  const routes = app.withTypeProvider<TypeBoxTypeProvider>();
  const bodies = new StateBodies();

  routes.post(
    '/v1/games',
    {
      config: {
        access: 'player',
        problems: [
          ...BODY_PROBLEMS,
          ...KEY_PROBLEMS,
          'unknown-ruleset',
          'invalid-options',
          'invalid-seats',
          'unknown-player',
          'not-open-to-you',
          'unknown-policy',
          'unknown-commitment',
          'commitment-used',
          'daily-unsupported',
          'daily-unfinished',
          'cap-reached',
          'rules-unavailable',
        ],
      },
      validatorCompiler: validators.withBody(AnyNewGame),
      schema: {
        operationId: 'createGame',
        summary: 'Create a game',
        description:
          'Creates a game and seats you. It starts at once when every seat is taken, else when the last one is with ' +
          '`joinGame`. Options that you leave out have their defaults.',
        tags: ['games'],
        headers: KeyHeaders,
        body: Ref(contract.newGame),
        response: { 201: { description: 'The new game, as you see it.', ...Ref(contract.game) } },
      },
    },
    async (request, reply) => {
      const created = await gameService.newGames.create(request.player, request.body as NewGame, request.idempotent);
      if (created.ok) reply.code(201).header('location', `/v1/games/${created.value.game.header.id}`);
      return sendOutcome(request, reply, created);
    },
  );

  routes.get(
    '/v1/games/:gameId',
    {
      config: {
        access: 'anyone',
        turn: true,
        cost: ({ query }) => (query !== null && typeof query === 'object' && 'at' in query ? PAST_COST : 1),
        problems: [
          'invalid-request',
          'unauthorized',
          'not-your-seat',
          'daily-closed',
          'board-sealed',
          'game-not-found',
          'no-such-seat',
          'version-not-found',
          'too-many-waiting',
          'stopping',
        ],
      },
      preHandler: refuseWordsAmiss,
      schema: {
        operationId: 'getState',
        summary: 'Read a game, or wait for news of it',
        description:
          'The game as you may see it. You see it from your lowest seat that is to act, else from your lowest seat, else as a ' +
          'spectator; `seat` chooses another of your seats. Send the `ETag` back as `If-None-Match` and get 304 until ' +
          'something changes. With `after` and `wait` the answer waits for the next version (long poll); with `If-None-Match` and ' +
          '`wait`, until the state is not, or no longer, at the version and the history of that `ETag`.',
        tags: ['games'],
        params: GameParams,
        querystring: StateQuery,
        headers: Type.Object({
          ...INVITE_HEADER,
          'if-none-match': Type.Optional(Type.String({ description: 'The `ETag` of the state that you have.' })),
        }),
        response: {
          200: {
            description: 'The game.',
            headers: { ETag: { type: 'string', description: 'Names this very answer.' } },
            ...Ref(contract.game),
          },
          304: { description: 'You have the newest state.', type: 'null' },
        },
      },
    },
    async (request, reply) => {
      const { seat, at, head, after, wait, ...asked } = request.query;
      const reader = request.reader;
      const { gameId } = request.params;
      if (at !== undefined && (after !== undefined || wait !== undefined)) {
        const errors = [{ pointer: '/at', message: 'cannot be combined with after and wait' }];
        return sendProblem(request, reply, 'invalid-request', { detail: 'The past does not change.', errors });
      }
      if (head !== undefined && at === undefined) {
        const errors = [{ pointer: '/head', message: 'needs at beside it' }];
        return sendProblem(request, reply, 'invalid-request', { detail: 'A head is of one version.', errors });
      }
      if (wait !== undefined && wait > 0) {
        if (!staysOpen('wait', request, reply)) return reply;
        const lifetime = new CallLifetime(request, reply);
        const woken = await gameService.gameReader.wait(reader, gameId, {
          known: knownBy(after, request.headers['if-none-match']),
          ms: wait * MS,
          caller: lifetime.gone,
        });
        if (woken === 'closing') return sendStopping(request, reply);
        if (lifetime.tokenEnded) return sendTokenEnded(request, reply);
      }
      const look = () => gameService.gameReader.look(reader, gameId, { seat: viewerAsked(seat), at });
      const looked = await (at === undefined ? look() : inTurn(request, look));
      if (!looked.ok) return sendRefusal(request, reply, looked.refusal);
      const { game, onlooker, newest } = looked.value;
      if (head !== undefined && !game.head.startsWith(head)) {
        const detail = `Version ${game.version} of this game is of another history: its head does not begin with ${head}.`;
        return sendProblem(request, reply, 'version-not-found', { detail });
      }
      const whole = { ...DEFAULTS, ...asked };
      const wants = newest ? whole : { ...whole, choices: false };
      const etag = etagOf(game, onlooker, wants);
      const isSettled = head !== undefined && (!newest || isOver(game));
      reply
        .header('etag', etag)
        .header('cache-control', isSettled ? SETTLED : 'private, no-cache')
        .header('vary', isSettled ? 'authorization, invite-code' : 'authorization');
      if (matches(request.headers['if-none-match'], etag)) {
        reply.code(304);
        return undefined;
      }
      reply.header('content-type', JSON_TYPE);
      return bodies.of(game, onlooker, wants, etag);
    },
  );
}
