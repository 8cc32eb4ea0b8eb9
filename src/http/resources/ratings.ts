import { Type } from '@sinclair/typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { done, type Result } from '../../eventlog/result.ts';
import { LATEST_RULES_VERSION } from '../../games/model/game-fields.ts';
import { PARTICIPANT, PARTICIPANT_ASKED, POOL_ID, RATING_CURSOR } from '../../patterns.ts';
import type { PoolAsked } from '../../ratings/asked-pool.ts';
import { Comparison, PlayerRatings, RatingHistory, RatingList, RatingPoolList } from '../../ratings/rating-shapes.ts';
import { RatedGameList, RatingRecord } from '../../ratings/record-shapes.ts';
import { JSON_TYPE, unlessKnown } from '../answers/bodies.ts';
import { sendUnauthorized } from '../hooks/caller.ts';
import { inTurn } from '../hooks/open-calls.ts';
import { sendRefusal } from '../problems/problem.ts';
import { listEtag } from '../server/list-answer.ts';
import { get, resource } from '../server/operation.ts';
import { limitAsked, OptionsAsked, optionsIn } from '../server/parameters.ts';

const PAGE = 20;
/** Rate-limit cost in calls: see docs/configuration.md. All callers share a fit. */
const RATINGS_COST = 5;

const PoolId = Type.String({ pattern: POOL_ID, description: 'The id of a pool, as in `listRatingPools`.' });
const Seats = Type.Integer({ minimum: 1, maximum: 99 });
const Version = Type.Integer({ minimum: 1, maximum: LATEST_RULES_VERSION });
const Compared = (which: string) =>
  Type.Optional(
    Type.String({
      pattern: PARTICIPANT_ASKED,
      description: `${which}: the id of a player, \`me\`, or a bot of the house such as \`bot:search-100\`. It has to be given.`,
    }),
  );

const POOL_ASKED = {
  pool: Type.Optional({ ...PoolId, description: 'The id of a pool, in the place of the four others.' }),
  ruleset: Type.Optional(Type.String({ description: 'What is played: needed where `pool` is left out.' })),
  rulesVersion: Type.Optional({ ...Version, description: 'The version of the rules; without it the newest.' }),
  seats: Type.Optional({
    ...Seats,
    description: 'How many sit at the table; without it two, or as few as can.',
  }),
  options: Type.Optional(OptionsAsked),
};
const POOL_PROBLEMS = ['stopping', 'pool-not-found', 'pool-too-large', 'invalid-seats', 'invalid-options'] as const;
const READING = { access: 'anyone', tagged: true } as const;

export const ratingOperations = resource('ratings', ({ ratings }) => [
  get('/v1/ratings/pools', {
    ...READING,
    id: 'listRatingPools',
    summary: 'List what is rated',
    about:
      'The pools in which at least one game counts. Games are compared with those alone that are of the same ruleset and version of ' +
      'its rules, with the same options and as many seats: new rules begin a new pool, and the old one stays.',
    query: {
      ruleset: Type.Optional(Type.String({ description: 'Only pools of this ruleset.' })),
      rulesVersion: Type.Optional({ ...Version, description: 'Only pools of these rules.' }),
      seats: Type.Optional({ ...Seats, description: 'Only pools of so many seats.' }),
      cursor: Type.Optional(Type.String({ pattern: POOL_ID, description: '`next` of the page before.' })),
      ...limitAsked(100, PAGE, 'Pools a page, at most.'),
    },
    answers: RatingPoolList,
    handle: async (request, reply) => {
      const { cursor: after, limit = PAGE, ...asked } = request.query;
      return sendRatings(request, reply, await ratings.pools({ ...asked, after, limit }));
    },
  }),

  get('/v1/ratings', {
    ...READING,
    id: 'listRatings',
    summary: 'Read who is how strong',
    about:
      'Everybody who is rated in a pool, the best first, with the certainty of it. `?ruleset=` alone is the pool of its newest rules, its ' +
      'default options and two seats. Games of public competitions count, and those that `createGame` made with `rated: true`. The ' +
      'ratings are fitted to all of these games at once, so that their order does not matter, and what a rating stands for does not ' +
      'drift. A page is of the `version` that it names; where a later page is of another one than the page before, the earlier figures are ' +
      'not kept any more: begin again where that matters.',
    config: { cost: RATINGS_COST },
    query: {
      ...POOL_ASKED,
      cursor: Type.Optional(Type.String({ pattern: RATING_CURSOR, description: '`next` of the page before.' })),
      ...limitAsked(100, PAGE, 'Ratings a page, at most.'),
    },
    answers: RatingList,
    refuses: POOL_PROBLEMS,
    handle: async (request, reply) => {
      const { cursor, limit = PAGE, ...query } = request.query;
      const asked = poolAsked(query);
      if (!asked.ok) return asked;
      const page = { from: cursor === undefined ? null : placeIn(cursor), limit };
      return sendRatings(request, reply, await inTurn(request, () => ratings.list(asked.value, page)));
    },
  }),

  get('/v1/comparisons', {
    ...READING,
    id: 'getComparison',
    summary: 'Which of two is stronger?',
    about:
      'What part of the wins one would have against another, by all games of a pool and not only by those in which they met; whether that ' +
      'is enough to tell them apart, and if not, how many games more it takes. The verdict may be looked at as often as one likes: its ' +
      'interval is made for that.',
    config: { cost: RATINGS_COST },
    query: { ...POOL_ASKED, one: Compared('The one'), other: Compared('The other') },
    answers: Comparison,
    refuses: [...POOL_PROBLEMS, 'player-not-found', 'not-rated'],
    handle: async (request, reply) => {
      const { one, other, ...query } = request.query;
      const asked = poolAsked(query);
      if (!asked.ok) return asked;
      const me = request.caller?.id;
      const isOwn = one === 'me' || other === 'me';
      if (isOwn && me === undefined) {
        return sendUnauthorized(request, reply, 'Only with a token it is known who `me` is.');
      }
      const [first, second] = [one, other].map((each) => (each === 'me' ? me : each?.toLowerCase()));
      const found = await inTurn(request, () => ratings.comparison(asked.value, first, second));
      return sendRatings(request, reply, found, isOwn);
    },
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

function sendRatings(request: FastifyRequest, reply: FastifyReply, found: Result<object>, isOwn = false): FastifyReply {
  if (!found.ok) return sendRefusal(request, reply, found.refusal);
  const text = JSON.stringify(found.value);
  reply.header('cache-control', `${isOwn ? 'private' : 'public'}, no-cache`);
  if (isOwn) reply.header('vary', 'authorization');
  return unlessKnown(request, reply, listEtag(text), () => reply.type(JSON_TYPE).send(text));
}

const POOLS_A_PAGE = 10;
const GAMES_A_PAGE = 20;
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

/** Rated games name players in lower case. */
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
      ...limitAsked(POOLS_A_PAGE, POOLS_A_PAGE, 'Pools a page, at most.'),
    },
    tagged: true,
    answers: PlayerRatings,
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
      ...limitAsked(100, GAMES_A_PAGE, 'Games a page, at most.'),
    },
    answers: RatedGameList,
    handle: async (request, reply) => {
      const { playerId, poolId } = request.params;
      const { cursor: before = null, limit = GAMES_A_PAGE } = request.query;
      const read = () => ratings.games(playerId.toLowerCase(), poolId, { before, limit });
      return sendRatings(request, reply, await inTurn(request, read));
    },
  }),
]);
