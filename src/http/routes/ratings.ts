import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { Ref } from '#rules/kernel/schema.ts';
import type { Ratings } from '../../ratings/ratings.ts';
import { inTurn } from '../hooks/costly-reads.ts';
import { LATEST_RULES_VERSION } from '../schemas/game-fields.ts';
import { POOL_ID, RATING_CURSOR } from '../schemas/patterns.ts';
import { RatingList, RatingPoolList } from '../schemas/rating.ts';
import { sendNoOptions } from '../server/options-asked.ts';
import { ETAG, NOT_MODIFIED } from './competition-parameters.ts';
import {
  POOL_ASKED,
  POOL_PROBLEMS,
  poolAsked,
  RATINGS_COST,
  READING_RATINGS,
  sendRatings,
} from './rating-parameters.ts';

const PAGE = 20;

/** Who is how strong, and in what. */
export function ratingRoutes(app: FastifyInstance, ratings: Ratings): void {
  poolsRoute(app, ratings);
  listRoute(app, ratings);
}

function poolsRoute(app: FastifyInstance, ratings: Ratings): void {
  app.withTypeProvider<TypeBoxTypeProvider>().get(
    '/v1/ratings/pools',
    {
      config: {
        access: 'anyone',
        problems: ['invalid-request', 'unauthorized'],
      },
      schema: {
        ...READING_RATINGS,
        operationId: 'listRatingPools',
        summary: 'List what is rated',
        description:
          'The pools in which at least one game counts. Games are compared with those alone that are of the same ruleset and version of ' +
          'its rules, with the same options and as many seats: new rules begin a new pool, and the old one stays.',
        querystring: Type.Object(
          {
            ruleset: Type.Optional(Type.String({ description: 'Only pools of this ruleset.' })),
            rulesVersion: Type.Optional(
              Type.Integer({ minimum: 1, maximum: LATEST_RULES_VERSION, description: 'Only pools of these rules.' }),
            ),
            seats: Type.Optional(
              Type.Integer({ minimum: 1, maximum: 99, description: 'Only pools of so many seats.' }),
            ),
            cursor: Type.Optional(Type.String({ pattern: POOL_ID, description: '`next` of the page before.' })),
            limit: Type.Optional(
              Type.Integer({ minimum: 1, maximum: 100, default: PAGE, description: 'Pools a page, at most.' }),
            ),
          },
          { additionalProperties: false },
        ),
        response: { 200: { description: 'A page of pools.', ...ETAG, ...Ref(RatingPoolList) }, ...NOT_MODIFIED },
      },
    },
    async (request, reply) => {
      const { cursor: after, limit = PAGE, ...asked } = request.query;
      return sendRatings(request, reply, await ratings.pools({ ...asked, after, limit }));
    },
  );
}

function listRoute(app: FastifyInstance, ratings: Ratings): void {
  app.withTypeProvider<TypeBoxTypeProvider>().get(
    '/v1/ratings',
    {
      config: {
        access: 'anyone',
        cost: RATINGS_COST,
        problems: POOL_PROBLEMS,
      },
      schema: {
        ...READING_RATINGS,
        operationId: 'listRatings',
        summary: 'Read who is how strong',
        description:
          'Everybody who is rated in a pool, the best first, with the certainty of it. `?ruleset=` alone is the pool of its newest rules, its ' +
          'default options and two seats. Games of public competitions count, and those that `createGame` made with `rated: true`. The ' +
          'ratings are fitted to all of these games at once, so that their order does not matter, and what a rating stands for does not ' +
          'drift. A page is of the `version` that it names; where a later page is of another one than the page before, the earlier figures are ' +
          'not kept any more: begin again where that matters.',
        querystring: Type.Object(
          {
            ...POOL_ASKED,
            cursor: Type.Optional(Type.String({ pattern: RATING_CURSOR, description: '`next` of the page before.' })),
            limit: Type.Optional(
              Type.Integer({ minimum: 1, maximum: 100, default: PAGE, description: 'Ratings a page, at most.' }),
            ),
          },
          { additionalProperties: false },
        ),
        response: { 200: { description: 'A page of the ratings.', ...ETAG, ...Ref(RatingList) }, ...NOT_MODIFIED },
      },
    },
    async (request, reply) => {
      const { cursor, limit = PAGE, ...query } = request.query;
      const asked = poolAsked(query);
      if (asked === null) return sendNoOptions(request, reply);
      const page = { from: cursor === undefined ? null : placeIn(cursor), limit };
      return sendRatings(request, reply, await inTurn(request, () => ratings.list(asked, page)));
    },
  );
}

/** A cursor names the figures of the page before, and the place at which the next one begins. */
function placeIn(cursor: string): { version: number; place: number } {
  const [version, place] = cursor.split('.').map(Number);
  return { version: version ?? 0, place: place ?? 0 };
}
