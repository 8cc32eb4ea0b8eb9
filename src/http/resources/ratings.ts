import { Type } from '@sinclair/typebox';
import { done, type Result } from '../../eventlog/result.ts';
import { LATEST_RULES_VERSION } from '../../games/model/game-fields.ts';
import { PARTICIPANT, PARTICIPANT_ASKED, POOL_ID, RATING_CURSOR } from '../../patterns.ts';
import type { PoolAsked } from '../../ratings/asked-pool.ts';
import { Comparison, PlayerRatings, RatingHistory, RatingList, RatingPoolList } from '../../ratings/rating-shapes.ts';
import { RatedGameList, RatingRecord } from '../../ratings/record-shapes.ts';
import { get, resource, whenDone } from '../server/operation.ts';
import { limitAsked, OptionsAsked, optionsIn, UNKNOWN_ME } from '../server/parameters.ts';

const PAGE = 20;
/** The cost in the rate limit, counted in calls (docs/configuration.md). All callers share the computed ratings. */
const RATINGS_COST = 5;

const PoolId = Type.String({ pattern: POOL_ID, description: 'The id of a pool, as in `listRatingPools`.' });
const Seats = Type.Integer({ minimum: 1, maximum: 99 });
const Version = Type.Integer({ minimum: 1, maximum: LATEST_RULES_VERSION });
const Compared = (which: string) =>
  Type.String({
    pattern: PARTICIPANT_ASKED,
    description: `${which}: the id of a player, \`me\`, or a bot of the house such as \`bot:search-100\`. Required.`,
  });

const POOL_ASKED = {
  pool: { ...PoolId, description: 'The id of a pool, instead of the four other parameters.' },
  ruleset: Type.String({ description: 'The ruleset: required without `pool`.' }),
  rulesVersion: { ...Version, description: 'The version of the rules. Default: the newest.' },
  seats: { ...Seats, description: 'The number of seats. Default: two, or the fewest possible.' },
  options: OptionsAsked,
};
const POOL_PROBLEMS = ['stopping', 'pool-not-found', 'pool-too-large', 'invalid-seats', 'invalid-options'] as const;
const READING = { access: 'anyone', tagged: 'byText' } as const;
const FITTED = { ...READING, costly: true, config: { cost: RATINGS_COST } } as const;

const POOLS_A_PAGE = 10;
const GAMES_A_PAGE = 20;
const MANY_RATINGS_COST = 10;

const Participant = Type.String({
  pattern: PARTICIPANT,
  description: 'The id of a player, or `bot:` and the name of a bot of the house, such as `bot:search-100`.',
});
const IN_POOL = {
  ...FITTED,
  path: { playerId: Participant, poolId: PoolId },
  refuses: ['stopping', 'player-not-found', 'pool-not-found', 'pool-too-large', 'not-rated'],
} as const;

/** Rated games store ids of players and names of bots in lower case, so ids in requests are converted. */
export const ratingOperations = resource('ratings', ({ ratings }) => [
  get('/v1/ratings/pools', {
    ...READING,
    id: 'listRatingPools',
    summary: 'List rating pools',
    about:
      'Returns the pools with at least one counted game. A pool holds games of the same ruleset, rules version, ' +
      'options and number of seats. New rules start a new pool, and the old one stays.',
    query: {
      ruleset: Type.String({ description: 'Only pools of this ruleset.' }),
      rulesVersion: { ...Version, description: 'Only pools of this version of the rules.' },
      seats: { ...Seats, description: 'Only pools with this number of seats.' },
      cursor: Type.String({ pattern: POOL_ID, description: '`next` of the previous page.' }),
      ...limitAsked(100, PAGE, 'Pools a page, at most.'),
    },
    answers: RatingPoolList,
    handle: ({ query: { cursor: after, limit = PAGE, ...asked } }) => ratings.pools({ ...asked, after, limit }),
  }),

  get('/v1/ratings', {
    ...FITTED,
    id: 'listRatings',
    summary: 'List the ratings of a pool',
    about:
      'Returns the ratings of a pool, best first, with their intervals. `?ruleset=` alone selects its newest ' +
      'rules, default options and two seats. Games of public competitions and games created with `rated: true` ' +
      'count. All of them are fitted at once, so their order does not matter and ratings do not drift. A page ' +
      'belongs to its `version`. Earlier figures are not kept: start again if a later page has another version.',
    query: {
      ...POOL_ASKED,
      cursor: Type.String({ pattern: RATING_CURSOR, description: '`next` of the previous page.' }),
      ...limitAsked(100, PAGE, 'Ratings a page, at most.'),
    },
    answers: RatingList,
    refuses: POOL_PROBLEMS,
    handle: ({ query: { cursor, limit = PAGE, ...query } }) => {
      const page = { from: cursor === undefined ? null : placeIn(cursor), limit };
      return whenDone(poolAsked(query), (pool) => ratings.list(pool, page));
    },
  }),

  get('/v1/comparisons', {
    ...FITTED,
    id: 'getComparison',
    summary: 'Compare two ratings',
    about:
      'Returns the share of wins that one player is expected to have against another, by all games of the pool. ' +
      'It says whether that tells them apart and, if not, how many more games are needed. The interval stays ' +
      'valid however often you read it.',
    query: { ...POOL_ASKED, one: Compared('The one'), other: Compared('The other') },
    answers: Comparison,
    refuses: [...POOL_PROBLEMS, 'player-not-found', 'not-rated'],
    handle: ({ caller, query: { one, other, ...query } }, reply) => {
      const isOwn = one === 'me' || other === 'me';
      if (isOwn && caller === null) return UNKNOWN_ME;
      if (isOwn) reply.header('cache-control', 'private, no-cache').header('vary', 'authorization');
      const [first, second] = [one, other].map((each) => (each === 'me' ? caller?.id : each?.toLowerCase()));
      return whenDone(poolAsked(query), (pool) => ratings.comparison(pool, first, second));
    },
  }),

  get('/v1/players/:playerId/ratings', {
    id: 'getPlayerRatings',
    summary: 'List a player’s ratings',
    about: 'Returns the ratings of a player or bot in every pool with a counted game of theirs.',
    ...FITTED,
    config: { cost: MANY_RATINGS_COST },
    path: { playerId: Participant },
    query: {
      cursor: Type.String({ pattern: POOL_ID, description: '`next` of the previous page.' }),
      ...limitAsked(POOLS_A_PAGE, POOLS_A_PAGE, 'Pools a page, at most.'),
    },
    answers: PlayerRatings,
    refuses: ['player-not-found', 'stopping'],
    handle: ({ params, query: { cursor, limit = POOLS_A_PAGE } }) =>
      ratings.of(params.playerId.toLowerCase(), cursor, limit),
  }),

  get('/v1/players/:playerId/ratings/:poolId/history', {
    ...IN_POOL,
    id: 'getRatingHistory',
    summary: 'Read the history of a rating',
    about:
      'Returns up to 60 points for a plot: the rating with its interval, each fitted to the first games of the ' +
      'pool up to that point.',
    config: { cost: MANY_RATINGS_COST },
    answers: RatingHistory,
    handle: ({ params: { playerId, poolId } }) => ratings.history(playerId.toLowerCase(), poolId),
  }),

  get('/v1/players/:playerId/ratings/:poolId/record', {
    ...IN_POOL,
    id: 'getRatingRecord',
    summary: 'Read rated results by opponent, seat and luck',
    about:
      'Returns results in a pool by opponent and by seat, compared with the result that the ratings predict. ' +
      'Where competition boards show how lucky each seat was, the luck is also taken out. Only counted games are ' +
      'used, so nothing is revealed of open boards.',
    answers: RatingRecord,
    handle: ({ params: { playerId, poolId } }) => ratings.record(playerId.toLowerCase(), poolId),
  }),

  get('/v1/players/:playerId/ratings/:poolId/games', {
    ...IN_POOL,
    id: 'listRatedGames',
    summary: 'List the games of a rating',
    about:
      'Returns the rated games in a pool, latest first: seats, shares won, and the shares that the ratings ' +
      'predict.',
    query: {
      cursor: Type.Integer({ minimum: 1, maximum: 1_000_000_000, description: '`next` of the previous page.' }),
      ...limitAsked(100, GAMES_A_PAGE, 'Games a page, at most.'),
    },
    answers: RatedGameList,
    handle: ({ params: { playerId, poolId }, query: { cursor: before = null, limit = GAMES_A_PAGE } }) =>
      ratings.games(playerId.toLowerCase(), poolId, { before, limit }),
  }),
]);

function poolAsked({ options: text, ...pool }: Omit<PoolAsked, 'options'> & { options?: string }): Result<PoolAsked> {
  const options = optionsIn(text);
  return options.ok ? done({ ...pool, options: text === undefined ? undefined : options.value }) : options;
}

function placeIn(cursor: string): { version: number; place: number } {
  const [version, place] = cursor.split('.').map(Number);
  return { version: version ?? 0, place: place ?? 0 };
}
