import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { Ref } from '#rules/kernel/schema.ts';
import type { Ratings } from '../../ratings/ratings.ts';
import { sendUnauthorized } from '../hooks/caller.ts';
import { inTurn } from '../hooks/costly-reads.ts';
import { PARTICIPANT_ASKED, POOL_ID } from '../schemas/patterns.ts';
import { Comparison, PlayerRatings, RatingHistory } from '../schemas/rating.ts';
import { sendNoOptions } from '../server/options-asked.ts';
import { ETAG, NOT_MODIFIED } from './competition-parameters.ts';
import {
  MANY_RATINGS_COST,
  ParticipantParam,
  POOL_ASKED,
  POOL_PROBLEMS,
  PoolId,
  participantOf,
  poolAsked,
  RATINGS_COST,
  READING_RATINGS,
  sendRatings,
} from './rating-parameters.ts';

const PAGE = 10;

/** How strong one is, how that has come about, and beside another. */
export function playerRatingRoutes(app: FastifyInstance, ratings: Ratings): void {
  ofPlayerRoute(app, ratings);
  historyRoute(app, ratings);
  comparisonRoute(app, ratings);
}

function ofPlayerRoute(app: FastifyInstance, ratings: Ratings): void {
  app.withTypeProvider<TypeBoxTypeProvider>().get(
    '/v1/players/:playerId/ratings',
    {
      config: {
        access: 'anyone',
        cost: MANY_RATINGS_COST,
        problems: ['invalid-request', 'unauthorized', 'player-not-found', 'stopping'],
      },
      schema: {
        ...READING_RATINGS,
        operationId: 'getPlayerRatings',
        summary: 'How strong is this player?',
        description:
          'The ratings of a player, or of a bot of the house, in every pool in which a game of theirs counts.',
        params: Type.Object({ playerId: ParticipantParam }),
        querystring: Type.Object(
          {
            cursor: Type.Optional(Type.String({ pattern: POOL_ID, description: '`next` of the page before.' })),
            limit: Type.Optional(
              Type.Integer({ minimum: 1, maximum: PAGE, default: PAGE, description: 'Pools a page, at most.' }),
            ),
          },
          { additionalProperties: false },
        ),
        response: { 200: { description: 'A page of the ratings.', ...ETAG, ...Ref(PlayerRatings) }, ...NOT_MODIFIED },
      },
    },
    async (request, reply) => {
      const { cursor, limit = PAGE } = request.query;
      const who = participantOf(request.params.playerId);
      return sendRatings(request, reply, await inTurn(request, () => ratings.of(who, cursor, limit)));
    },
  );
}

function historyRoute(app: FastifyInstance, ratings: Ratings): void {
  app.withTypeProvider<TypeBoxTypeProvider>().get(
    '/v1/players/:playerId/ratings/:poolId/history',
    {
      config: {
        access: 'anyone',
        cost: MANY_RATINGS_COST,
        problems: [
          'invalid-request',
          'unauthorized',
          'player-not-found',
          'pool-not-found',
          'pool-too-large',
          'not-rated',
          'stopping',
        ],
      },
      schema: {
        ...READING_RATINGS,
        operationId: 'getRatingHistory',
        summary: 'How has a rating come about?',
        description:
          'What the rating would have been after so many games of the pool: up to sixty points for a plot. Each is a fit of its own to the ' +
          'earliest so many games, with the interval that it had.',
        params: Type.Object({ playerId: ParticipantParam, poolId: PoolId }),
        response: { 200: { description: 'The points.', ...ETAG, ...Ref(RatingHistory) }, ...NOT_MODIFIED },
      },
    },
    async (request, reply) => {
      const { playerId, poolId } = request.params;
      const read = () => ratings.history(participantOf(playerId), poolId);
      return sendRatings(request, reply, await inTurn(request, read));
    },
  );
}

function comparisonRoute(app: FastifyInstance, ratings: Ratings): void {
  const Asked = (which: string) =>
    Type.Optional(
      Type.String({
        pattern: PARTICIPANT_ASKED,
        description: `${which}: the id of a player, \`me\`, or a bot of the house such as \`bot:search-100\`. It has to be given.`,
      }),
    );
  app.withTypeProvider<TypeBoxTypeProvider>().get(
    '/v1/comparisons',
    {
      config: {
        access: 'anyone',
        cost: RATINGS_COST,
        problems: [...POOL_PROBLEMS, 'player-not-found', 'not-rated'],
      },
      schema: {
        ...READING_RATINGS,
        operationId: 'getComparison',
        summary: 'Which of two is stronger?',
        description:
          'What part of the wins one would have against another, by all games of a pool and not only by those in which they met; whether that ' +
          'is enough to tell them apart, and if not, how many games more it takes. The verdict may be looked at as often as one likes: its ' +
          'interval is made for that.',
        querystring: Type.Object(
          { ...POOL_ASKED, one: Asked('The one'), other: Asked('The other') },
          { additionalProperties: false },
        ),
        response: { 200: { description: 'The comparison.', ...ETAG, ...Ref(Comparison) }, ...NOT_MODIFIED },
      },
    },
    async (request, reply) => {
      const { one, other, ...query } = request.query;
      const asked = poolAsked(query);
      if (asked === null) return sendNoOptions(request, reply);
      const me = request.caller?.id;
      const isOwn = one === 'me' || other === 'me';
      if (isOwn && me === undefined) {
        return sendUnauthorized(request, reply, 'Only with a token it is known who `me` is.');
      }
      const [first, second] = [one, other].map((each) => (each === 'me' ? me : each && participantOf(each)));
      const read = () => ratings.comparison(asked, first, second);
      return sendRatings(request, reply, await inTurn(request, read), isOwn);
    },
  );
}
