import { type Static, Type } from '@sinclair/typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { MOST_TOLD } from '#rules/input-errors.ts';
import { Words } from '#rules/kernel/schema.ts';
import { ANALYSIS_REFUSALS } from '../../analyses/refusals.ts';
import { COMPETITION_REFUSALS } from '../../competitions/refusals.ts';
import type { Refusal, RefusalKind, Refusals } from '../../eventlog/result.ts';
import { CAP_NAMES } from '../../games/model/caps.ts';
import { CHAT_REFUSALS, GAME_REFUSALS } from '../../games/refusals.ts';
import { NOTIFICATION_REFUSALS } from '../../notifications/refusals.ts';
import { PLAYER_REFUSALS } from '../../players/refusals.ts';
import { RATING_REFUSALS } from '../../ratings/refusals.ts';
import { SEEK_REFUSALS } from '../../seeks/refusals.ts';
import { CALL_PROBLEMS } from './calls.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** the route of each operation (`METHOD /path`), by operation id */
    calls: Map<string, string>;
    /** by log line: the number of calls that failed since the line was last written */
    troubles: Map<string, { calls: number; saidAt: number }>;
  }
}

export type ProblemCode = keyof Refusals;

/** All problems by code. A code never changes its meaning. */
const KINDS: Record<ProblemCode, RefusalKind> = {
  ...CALL_PROBLEMS,
  ...PLAYER_REFUSALS,
  ...GAME_REFUSALS,
  ...COMPETITION_REFUSALS,
  ...RATING_REFUSALS,
  ...SEEK_REFUSALS,
  ...ANALYSIS_REFUSALS,
  ...CHAT_REFUSALS,
  ...NOTIFICATION_REFUSALS,
};

export const PROBLEM_CODES = Object.keys(KINDS) as ProblemCode[];

export function kindOf(code: ProblemCode): RefusalKind {
  return KINDS[code];
}

export const LIMITS = ['player', 'address', 'registration'] as const;
export type LimitName = (typeof LIMITS)[number];

export const Problem = Type.Object(
  {
    type: Type.String({ description: 'A path on this server that explains the code: `/problems/{code}`.' }),
    title: Type.String({ description: 'What is wrong, in general.' }),
    status: Type.Integer({ description: 'The HTTP status.' }),
    code: Words(PROBLEM_CODES, {
      description: 'Stable and meant for programs; new codes may be added. `type` explains each and says what to do.',
    }),
    detail: Type.String({ description: 'What is wrong with this request.' }),
    instance: Type.String({ description: 'The path of the request.' }),
    hint: Type.Optional(Type.String({ description: 'What to do about it.' })),
    rule: Type.Optional(Type.String({ description: 'The number of the ruling that an illegal action breaks.' })),
    limit: Type.Optional(
      Words(LIMITS, {
        description:
          'The limit that was reached: on the calls of a player (or of those without a token at one address), on all calls ' +
          'from one address, or on the players registered from one address.',
      }),
    ),
    cap: Type.Optional(
      Words(CAP_NAMES as readonly string[], {
        description:
          'Of `cap-reached`, what you have as much of as one player may: `games` that are unfinished and in which you sit, ' +
          '`hostedGames` that you created and in which you do not sit, `ratedGames` in which you sit, `pendingGames` of yours that wait for others, ' +
          '`invitations` to your games, `commitments` that no game has used, `competitions` that you created within 24 hours, ' +
          '`seeks` that are open, `mutes` and `blocks` of other players, `changes` of your entry in a competition, ' +
          '`vacationDays` of a year, `calendarChanges` and `vacationsCalledOff` within 30 days.',
      }),
    ),
    suggestion: Type.Optional(Type.String({ description: 'Of `name-taken`: a similar name that is free now.' })),
    until: Type.Optional(
      Type.String({
        format: 'date-time',
        description: 'Of `suspended`: when it ends; absent if an operator must end it.',
      }),
    ),
    errors: Type.Optional(
      Type.Array(
        Type.Object({
          pointer: Type.String({
            description: 'JSON pointer to the field; parameters of the URL are named like fields.',
          }),
          message: Type.String({ description: 'What is valid.' }),
        }),
        { description: `The invalid fields: all of them, or the first ${MOST_TOLD}.`, maxItems: MOST_TOLD },
      ),
    ),
  },
  { $id: 'Problem', description: 'An error after RFC 9457.' },
);
/** The body of a problem: RFC 9457 with a stable `code`. */
export type ProblemBody = Static<typeof Problem>;
export type ProblemDetails = Partial<Omit<ProblemBody, 'type' | 'title' | 'status' | 'code' | 'instance'>>;

export const CHALLENGE = 'Bearer realm="croupier"';

export const PROBLEM_TYPE = 'application/problem+json';

/** Builds the body of a problem. `instance` is the path of the request without its query. */
export function problemBody(code: ProblemCode, instance: string, details: ProblemDetails = {}): ProblemBody {
  const { status, title, remedy } = kindOf(code);
  const { detail = `${title}.`, hint = remedy, ...more } = details;
  return { type: `/problems/${code}`, title, status, code, detail, instance, hint, ...more };
}

export function sendProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  code: ProblemCode,
  details?: ProblemDetails,
): FastifyReply {
  const body = problemBody(code, pathOf(request.url), details);
  if (body.hint !== undefined) body.hint = withPaths(body.hint, request.server.calls);
  const { retryAfter } = kindOf(code);
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
  return reply.code(body.status).type(PROBLEM_TYPE).send(body);
}

function withPaths(hint: string, calls: ReadonlyMap<string, string>): string {
  return hint.replace(/`(\w+)`/g, (word, id: string) => {
    const call = calls.get(id);
    return call === undefined ? word : `${word} (\`${call}\`)`;
  });
}

export function sendRefusal(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply {
  if (refusal.code === 'unauthorized') reply.header('www-authenticate', CHALLENGE);
  const { code, ...details } = refusal;
  return sendProblem(request, reply, code, details);
}

/** Returns the path without its query, for answers and logs, because queries may have private data. */
export function pathOf(url: string): string {
  const query = url.indexOf('?');
  return query === -1 ? url : url.slice(0, query);
}
