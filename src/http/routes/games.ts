import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import type { House, NewGame } from '../../games/house.ts';
import { tableView } from '../../games/table.ts';
import { Ref, SeatNumber, Words } from '../../kernel/schema.ts';
import { etagOf, matches } from '../etag.ts';
import type { Examples } from '../examples.ts';
import { callerOf } from '../plugins/caller.ts';
import { sendRefusal } from '../problems.ts';
import type { Contract } from '../schemas/contract.ts';
import { ClientSeed } from '../schemas/table.ts';
import type { Validators } from '../validators.ts';
import { each, GameParams, StateQuery, viewerAsked, type Wants } from './parameters.ts';

/** What a body of createGame must be whatever the ruleset; the ruleset itself checks the rest. */
const AnyNewGame = Type.Object(
  {
    ruleset: Type.String(),
    options: Type.Optional(Type.Object({}, { additionalProperties: true })),
    seats: Type.Optional(Type.Array(Words(['me', 'open']), { minItems: 1, maxItems: 100 })),
    clientSeeds: Type.Optional(
      Type.Array(Type.Unsafe<string | null>({ ...ClientSeed, type: ['string', 'null'] }), { maxItems: 100 }),
    ),
    seed: Type.Optional(Type.String({ minLength: 1, maxLength: 200, pattern: '^[\\x20-\\x7e]*$' })),
  },
  { additionalProperties: false },
);

const BODY_PROBLEMS = [
  'invalid-request',
  'invalid-json',
  'unauthorized',
  'body-too-large',
  'unsupported-media-type',
] as const;
const DEFAULTS: Wants = { text: false, legalActions: true };

/** Creating a game, taking a seat, and reading the table. */
export function gameRoutes(
  app: FastifyInstance,
  house: House,
  contract: Contract,
  validators: Validators,
  examples: ReadonlyMap<string, Examples>,
): void {
  const routes = app.withTypeProvider<TypeBoxTypeProvider>();
  const states = each(examples, (example) => example.game);

  routes.post(
    '/v1/games',
    {
      config: {
        access: 'player',
        docs: {
          problems: [...BODY_PROBLEMS, 'unknown-ruleset', 'invalid-options', 'invalid-seats'],
          requestExamples: each(examples, (example) => example.newGame),
          responseExamples: states,
        },
      },
      validatorCompiler: validators.withBody(AnyNewGame),
      schema: {
        operationId: 'createGame',
        summary: 'Create a game',
        description:
          'Creates a game and seats you. It starts at once when you take every seat, else when the last open seat is taken ' +
          'with `joinGame`. Options that you leave out have their defaults.',
        tags: ['games'],
        security: [{ token: [] }],
        body: Ref(contract.newGame),
        response: { 201: { description: 'The new game, as you see it.', ...Ref(contract.game) } },
      },
    },
    async (request, reply) => {
      const created = await house.create(callerOf(request), request.body as NewGame);
      if (!created.ok) return sendRefusal(request, reply, created.refusal);
      const { game, onlooker } = created.value;
      reply
        .code(201)
        .header('location', `/v1/games/${game.header.id}`)
        .header('etag', etagOf(game, onlooker, DEFAULTS));
      return tableView(game, onlooker, DEFAULTS);
    },
  );

  routes.post(
    '/v1/games/:gameId/seats',
    {
      config: {
        access: 'player',
        docs: {
          problems: [...BODY_PROBLEMS, 'game-not-found', 'no-such-seat', 'seat-taken', 'game-over'],
          requestExamples: { anySeat: {}, oneSeat: { seat: 1 } },
          responseExamples: states,
        },
      },
      schema: {
        operationId: 'joinGame',
        summary: 'Take a seat',
        description:
          'Takes the named seat, or the lowest open one. The game starts when the last seat is taken. You may hold several seats.',
        tags: ['games'],
        security: [{ token: [] }],
        params: GameParams,
        body: Type.Object(
          { seat: Type.Optional(SeatNumber), clientSeed: Type.Optional(ClientSeed) },
          { additionalProperties: false },
        ),
        response: { 200: { description: 'The game, as you see it now.', ...Ref(contract.game) } },
      },
    },
    async (request, reply) => {
      const joined = await house.join(callerOf(request), request.params.gameId, request.body);
      if (!joined.ok) return sendRefusal(request, reply, joined.refusal);
      const { game, onlooker } = joined.value;
      reply.header('etag', etagOf(game, onlooker, DEFAULTS));
      return tableView(game, onlooker, DEFAULTS);
    },
  );

  routes.get(
    '/v1/games/:gameId',
    {
      config: {
        access: 'anyone',
        docs: {
          problems: [
            'invalid-request',
            'unauthorized',
            'not-your-seat',
            'game-not-found',
            'no-such-seat',
            'version-not-found',
          ],
          responseExamples: states,
        },
      },
      schema: {
        operationId: 'getState',
        summary: 'Read a game',
        description:
          'The game as you may see it. You see it from your lowest seat that is to act, else from your lowest seat, else as a ' +
          'spectator; `seat` chooses another of your seats. Send the `ETag` back as `If-None-Match` and get 304 until ' +
          'something changes.',
        tags: ['games'],
        security: [{}, { token: [] }],
        params: GameParams,
        querystring: StateQuery,
        headers: Type.Object({
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
      const { seat, at, text = DEFAULTS.text, legalActions = DEFAULTS.legalActions } = request.query;
      const looked = await house.look(request.caller?.id ?? null, request.params.gameId, {
        seat: viewerAsked(seat),
        at,
      });
      if (!looked.ok) return sendRefusal(request, reply, looked.refusal);
      const { game, onlooker, newest } = looked.value;
      const wants = { text, legalActions: legalActions && newest };
      const etag = etagOf(game, onlooker, wants);
      reply.header('etag', etag).header('cache-control', 'private, no-cache').header('vary', 'authorization');
      if (matches(request.headers['if-none-match'], etag)) return reply.code(304).send();
      return tableView(game, onlooker, wants);
    },
  );
}
