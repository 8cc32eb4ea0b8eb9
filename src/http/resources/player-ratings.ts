import { Type } from '@sinclair/typebox';
import { PARTICIPANT, POOL_ID } from '../../patterns.ts';
import { PlayerRatings, RatingHistory } from '../../ratings/rating-shapes.ts';
import { RatedGameList, RatingRecord } from '../../ratings/record-shapes.ts';
import { inTurn } from '../hooks/costly-reads.ts';
import { get, resource } from '../server/operation.ts';
import { PoolId, RATINGS_COST, sendRatings } from './ratings.ts';

const POOLS_A_PAGE = 10;
const GAMES_A_PAGE = 20;
/** For ratings in many pools, and for those of many moments. */
const MANY_RATINGS_COST = 10;

const Participant = Type.String({
  pattern: PARTICIPANT,
  description: 'The id of a player, or `bot:` and the name of a bot of the house, such as `bot:search-100`.',
});
const IN_POOL = {
  access: 'anyone',
  path: { playerId: Participant, poolId: PoolId },
  tagged: true,
  refuses: ['stopping', 'player-not-found', 'pool-not-found', 'pool-too-large', 'not-rated'],
} as const;

/** How strong one is, how that has come about, and what it is made of. Rated games name players in lower case. */
export const playerRatingOperations = resource('ratings', ({ ratings }) => [
  get('/v1/players/:playerId/ratings', {
    id: 'getPlayerRatings',
    summary: 'How strong is this player?',
    about: 'The ratings of a player, or of a bot of the house, in every pool in which a game of theirs counts.',
    access: 'anyone',
    config: { cost: MANY_RATINGS_COST },
    path: { playerId: Participant },
    query: {
      cursor: Type.Optional(Type.String({ pattern: POOL_ID, description: '`next` of the page before.' })),
      limit: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: POOLS_A_PAGE,
          default: POOLS_A_PAGE,
          description: 'Pools a page, at most.',
        }),
      ),
    },
    tagged: true,
    answers: PlayerRatings,
    says: 'A page of the ratings.',
    refuses: ['player-not-found', 'stopping'],
    handle: async (request, reply) => {
      const { cursor, limit = POOLS_A_PAGE } = request.query;
      const who = request.params.playerId.toLowerCase();
      return sendRatings(request, reply, await inTurn(request, () => ratings.of(who, cursor, limit)));
    },
  }),

  get('/v1/players/:playerId/ratings/:poolId/history', {
    ...IN_POOL,
    id: 'getRatingHistory',
    summary: 'How has a rating come about?',
    about:
      'What the rating would have been after so many games of the pool: up to sixty points for a plot. Each is a fit of its own to the ' +
      'earliest so many games, with the interval that it had.',
    config: { cost: MANY_RATINGS_COST },
    answers: RatingHistory,
    says: 'The points.',
    handle: async (request, reply) => {
      const { playerId, poolId } = request.params;
      return sendRatings(request, reply, await inTurn(request, () => ratings.history(playerId.toLowerCase(), poolId)));
    },
  }),

  get('/v1/players/:playerId/ratings/:poolId/record', {
    ...IN_POOL,
    id: 'getRatingRecord',
    summary: 'Against whom, on which seat, with what luck?',
    about:
      'How somebody fared in a pool against each of those whom they met and on each seat, beside what the ratings say was to be ' +
      'expected; and, where boards of competitions tell how lucky each seat was, what is left after that is taken out. Of games ' +
      'that count alone, so that nothing is told of a board before it is closed.',
    config: { cost: RATINGS_COST },
    answers: RatingRecord,
    says: 'The record.',
    handle: async (request, reply) => {
      const { playerId, poolId } = request.params;
      return sendRatings(request, reply, await inTurn(request, () => ratings.record(playerId.toLowerCase(), poolId)));
    },
  }),

  get('/v1/players/:playerId/ratings/:poolId/games', {
    ...IN_POOL,
    id: 'listRatedGames',
    summary: 'List the games of a rating',
    about:
      'The games by which somebody is rated in a pool, the latest first: who sat where, what they won, and what the ratings say ' +
      'was to be expected.',
    config: { cost: RATINGS_COST },
    query: {
      cursor: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 1_000_000_000, description: '`next` of the page before.' }),
      ),
      limit: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 100, default: GAMES_A_PAGE, description: 'Games a page, at most.' }),
      ),
    },
    answers: RatedGameList,
    says: 'A page of games.',
    handle: async (request, reply) => {
      const { playerId, poolId } = request.params;
      const { cursor: before = null, limit = GAMES_A_PAGE } = request.query;
      const read = () => ratings.games(playerId.toLowerCase(), poolId, { before, limit });
      return sendRatings(request, reply, await inTurn(request, read));
    },
  }),
]);
