import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { Ref } from '#rules/kernel/schema.ts';
import type { GameService } from '../../games/game-service.ts';
import { BODY_PROBLEMS } from '../answers/state-answer.ts';
import { inTurn } from '../hooks/costly-reads.ts';
import type { ProblemCode } from '../problems/catalogue.ts';
import { sendRefusal } from '../problems/problem.ts';
import { Commitment, Fairness, Transcript } from '../schemas/fairness.ts';
import { KEY_PROBLEMS, KeyHeaders } from '../server/idempotency-key.ts';
import { GameParams, WatcherHeaders } from '../server/parameters.ts';

const JSON_TYPE = 'application/json; charset=utf-8';
/** In calls that they count for; see docs/configuration.md. */
const FAIRNESS_COST = 2;
const TRANSCRIPT_COST = 20;

const READ_PROBLEMS: ProblemCode[] = [
  'invalid-request',
  'unauthorized',
  'daily-closed',
  'board-sealed',
  'game-not-found',
];

/** Chance that can be checked: commitments before a game, and what it takes to verify it after. */
export function fairnessRoutes(app: FastifyInstance, gameService: GameService): void {
  const routes = app.withTypeProvider<TypeBoxTypeProvider>();
  const reading = {
    tags: ['fairness'],
    params: GameParams,
    headers: WatcherHeaders,
  };

  routes.post(
    '/v1/commitments',
    {
      config: {
        access: 'player',
        optionalBody: true,
        problems: [...BODY_PROBLEMS, ...KEY_PROBLEMS, 'cap-reached'],
      },
      schema: {
        operationId: 'createCommitment',
        summary: 'Bind the server before a game',
        description:
          'The server draws its secret seed for a game that you will create and binds itself to it, before it knows the client ' +
          'seed of any seat. Send `commitmentId` in `createGame`; it is yours alone and good for one game.',
        tags: ['fairness'],
        headers: KeyHeaders,
        body: Type.Object({}, { additionalProperties: false }),
        response: { 201: { description: 'The commitment.', ...Ref(Commitment) } },
      },
    },
    async (request, reply) => {
      const committed = await gameService.fairness.commit(request.player, request.idempotent);
      if (!committed.ok) return sendRefusal(request, reply, committed.refusal);
      return reply.code(201).send(committed.value);
    },
  );

  routes.get(
    '/v1/games/:gameId/fairness',
    {
      config: {
        access: 'anyone',
        cost: FAIRNESS_COST,
        problems: READ_PROBLEMS,
      },
      schema: {
        ...reading,
        operationId: 'getFairness',
        summary: 'What the chance of a game is made of',
        description:
          'The server’s commitment and the client seeds, which are shown as they are given. Once the game is over also the ' +
          'server seed, the game seed and the key of the hash chain. A game of the day keeps them until its day and every game ' +
          'of it are over.',
        response: { 200: { description: 'What is published so far.', ...Ref(Fairness) } },
      },
    },
    async (request, reply) => {
      const viewed = await gameService.fairness.view(request.reader, request.params.gameId);
      reply.header('cache-control', 'private, no-cache').header('vary', 'authorization');
      return viewed.ok ? viewed.value : sendRefusal(request, reply, viewed.refusal);
    },
  );

  routes.get(
    '/v1/games/:gameId/transcript',
    {
      config: {
        access: 'anyone',
        cost: TRANSCRIPT_COST,
        problems: [...READ_PROBLEMS, 'game-unfinished'],
      },
      schema: {
        ...reading,
        operationId: 'getTranscript',
        summary: 'Everything that it takes to check a game',
        description:
          'The whole log of a game that is over, with every draw, the hash of every position, and the seeds. Check it offline ' +
          'with `npm run verify -- transcript.json` or with `examples/verify.py`; `docs/fairness.md` has the recipe.',
        // it comes as the JSON text that it was written as
        response: { 200: { description: 'The transcript.', ...Type.Unsafe<Uint8Array>(Ref(Transcript)) } },
      },
    },
    async (request, reply) => {
      const { reader, params } = request;
      const published = await inTurn(request, () => gameService.fairness.transcript(reader, params.gameId));
      reply.header('cache-control', 'private, no-cache').header('vary', 'authorization');
      if (!published.ok) return sendRefusal(request, reply, published.refusal);
      return reply.type(JSON_TYPE).send(published.value);
    },
  );
}
