import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { Ref } from '#rules/kernel/schema.ts';
import type { Ratings } from '../../ratings/ratings.ts';
import { inTurn } from '../hooks/costly-reads.ts';
import type { ProblemCode } from '../problems/catalogue.ts';
import { RatedGameList, RatingRecord } from '../schemas/rating-record.ts';
import { ETAG, NOT_MODIFIED } from './competition-parameters.ts';
import {
  ParticipantParam,
  PoolId,
  participantOf,
  RATINGS_COST,
  READING_RATINGS,
  sendRatings,
} from './rating-parameters.ts';

const PAGE = 20;
const PARAMS = Type.Object({ playerId: ParticipantParam, poolId: PoolId });
const PROBLEMS: ProblemCode[] = [
  'stopping',
  'invalid-request',
  'unauthorized',
  'player-not-found',
  'pool-not-found',
  'pool-too-large',
  'not-rated',
];

/** What a rating is made of: whom one met, where one sat, and the games themselves. */
export function ratingRecordRoutes(app: FastifyInstance, ratings: Ratings): void {
  recordRoute(app, ratings);
  gamesRoute(app, ratings);
}

function recordRoute(app: FastifyInstance, ratings: Ratings): void {
  app.withTypeProvider<TypeBoxTypeProvider>().get(
    '/v1/players/:playerId/ratings/:poolId/record',
    {
      config: {
        access: 'anyone',
        cost: RATINGS_COST,
        problems: PROBLEMS,
      },
      schema: {
        ...READING_RATINGS,
        operationId: 'getRatingRecord',
        summary: 'Against whom, on which seat, with what luck?',
        description:
          'How somebody fared in a pool against each of those whom they met and on each seat, beside what the ratings say was to be ' +
          'expected; and, where boards of competitions tell how lucky each seat was, what is left after that is taken out. Of games ' +
          'that count alone, so that nothing is told of a board before it is closed.',
        params: PARAMS,
        response: { 200: { description: 'The record.', ...ETAG, ...Ref(RatingRecord) }, ...NOT_MODIFIED },
      },
    },
    async (request, reply) => {
      const { playerId, poolId } = request.params;
      const read = () => ratings.record(participantOf(playerId), poolId);
      return sendRatings(request, reply, await inTurn(request, read));
    },
  );
}

function gamesRoute(app: FastifyInstance, ratings: Ratings): void {
  app.withTypeProvider<TypeBoxTypeProvider>().get(
    '/v1/players/:playerId/ratings/:poolId/games',
    {
      config: {
        access: 'anyone',
        cost: RATINGS_COST,
        problems: PROBLEMS,
      },
      schema: {
        ...READING_RATINGS,
        operationId: 'listRatedGames',
        summary: 'List the games of a rating',
        description:
          'The games by which somebody is rated in a pool, the latest first: who sat where, what they won, and what the ratings say ' +
          'was to be expected.',
        params: PARAMS,
        querystring: Type.Object(
          {
            cursor: Type.Optional(
              Type.Integer({ minimum: 1, maximum: 1_000_000_000, description: '`next` of the page before.' }),
            ),
            limit: Type.Optional(
              Type.Integer({ minimum: 1, maximum: 100, default: PAGE, description: 'Games a page, at most.' }),
            ),
          },
          { additionalProperties: false },
        ),
        response: { 200: { description: 'A page of games.', ...ETAG, ...Ref(RatedGameList) }, ...NOT_MODIFIED },
      },
    },
    async (request, reply) => {
      const { playerId, poolId } = request.params;
      const { cursor: before = null, limit = PAGE } = request.query;
      const read = () => ratings.games(participantOf(playerId), poolId, { before, limit });
      return sendRatings(request, reply, await inTurn(request, read));
    },
  );
}
