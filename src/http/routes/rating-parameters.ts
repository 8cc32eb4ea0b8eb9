import { Type } from '@sinclair/typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Result } from '../../games/model/result.ts';
import type { PoolAsked } from '../../ratings/asked-pool.ts';
import { matches } from '../answers/state-bodies.ts';
import type { ProblemCode } from '../problems/catalogue.ts';
import { sendRefusal } from '../problems/problem.ts';
import { LATEST_RULES_VERSION } from '../schemas/game-fields.ts';
import { PARTICIPANT, POOL_ID } from '../schemas/patterns.ts';
import { listEtag } from '../server/list-answer.ts';
import { OptionsAsked, optionsIn } from '../server/options-asked.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

/** In calls that they count for; see docs/configuration.md. A fit is shared by all who ask. */
export const RATINGS_COST = 5;
/** For ratings in many pools, and for those of many moments. */
export const MANY_RATINGS_COST = 10;

/** What operations that read ratings have in common. */
export const READING_RATINGS = {
  tags: ['ratings'],
  headers: Type.Object({
    'if-none-match': Type.Optional(Type.String({ description: 'The `ETag` of the answer that you have.' })),
  }),
};

export const ParticipantParam = Type.String({
  pattern: PARTICIPANT,
  description: 'The id of a player, or `bot:` and the name of a bot of the house, such as `bot:search-100`.',
});

export const PoolId = Type.String({ pattern: POOL_ID, description: 'The id of a pool, as in `listRatingPools`.' });

/** Which pool is meant. */
export const POOL_ASKED = {
  pool: Type.Optional({ ...PoolId, description: 'The id of a pool, in the place of the four others.' }),
  ruleset: Type.Optional(Type.String({ description: 'What is played: needed where `pool` is left out.' })),
  rulesVersion: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: LATEST_RULES_VERSION,
      description: 'The version of the rules; without it the newest.',
    }),
  ),
  seats: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 99,
      description: 'How many sit at the table; without it two, or as few as can.',
    }),
  ),
  options: Type.Optional(OptionsAsked),
};

/** What a call that names a pool can be answered with. */
export const POOL_PROBLEMS: ProblemCode[] = [
  'stopping',
  'invalid-request',
  'unauthorized',
  'pool-not-found',
  'pool-too-large',
  'invalid-seats',
  'invalid-options',
];

interface PoolQuery extends Omit<PoolAsked, 'options'> {
  options?: string;
}

/** The pool that a query names; null where its options are no JSON object. */
export function poolAsked({ pool, ruleset, rulesVersion, seats, options: text }: PoolQuery): PoolAsked | null {
  const options = optionsIn(text);
  if (options === null) return null;
  return { pool, ruleset, rulesVersion, seats, options: text === undefined ? undefined : options };
}

/** As rated games name who is rated. */
export function participantOf(asked: string): string {
  return asked.toLowerCase();
}

/** Sends what was found, or that the caller has it, or why there is nothing; it is the same for everybody but for `me`. */
export function sendRatings(
  request: FastifyRequest,
  reply: FastifyReply,
  found: Result<object>,
  isOwn = false,
): FastifyReply {
  if (!found.ok) return sendRefusal(request, reply, found.refusal);
  const text = JSON.stringify(found.value);
  const etag = listEtag(text);
  reply.header('etag', etag).header('cache-control', `${isOwn ? 'private' : 'public'}, no-cache`);
  if (isOwn) reply.header('vary', 'authorization');
  return matches(request.headers['if-none-match'], etag) ? reply.code(304).send() : reply.type(JSON_TYPE).send(text);
}
