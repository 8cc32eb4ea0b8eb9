import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FieldError, HouseRefusal } from '../../games/model/result.ts';
import type { NoticeRefusal } from '../../notices/refusals.ts';
import type { PlayerRefusal } from '../../players/outcome.ts';
import type { WebhookRefusal } from '../../webhooks/webhooks.ts';
import { kindOf, type ProblemCode } from './catalogue.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** `METHOD /path` of each operation, by its id */
    calls: Map<string, string>;
  }
}

/** What a limit on requests counts by: a player's calls, those from an address, the players registered from an address. */
export const LIMITS = ['player', 'address', 'registration'] as const;
export type LimitName = (typeof LIMITS)[number];

export interface ProblemDetails {
  detail?: string;
  hint?: string;
  rule?: string;
  limit?: LimitName;
  cap?: string;
  /** what would be taken in the place of what was sent */
  suggestion?: string;
  /** when it will be otherwise by itself */
  until?: string;
  errors?: FieldError[];
}

/** An error body after RFC 9457, with a stable `code`. */
export interface ProblemBody extends ProblemDetails {
  type: string;
  title: string;
  status: number;
  code: ProblemCode;
  detail: string;
  instance: string;
}

/** What every answer that asks for a token says. */
export const CHALLENGE = 'Bearer realm="croupier"';

export const PROBLEM_TYPE = 'application/problem+json';

/** The body of an error; `instance` is the path that was asked for, without its query. */
export function problemBody(code: ProblemCode, instance: string, details: ProblemDetails = {}): ProblemBody {
  const { status, title, remedy } = kindOf(code);
  const { detail = `${title}.`, hint = remedy, rule, limit, cap, suggestion, until, errors } = details;
  return {
    type: `/problems/${code}`,
    title,
    status,
    code,
    detail,
    instance,
    hint,
    ...(rule === undefined ? {} : { rule }),
    ...(limit === undefined ? {} : { limit }),
    ...(cap === undefined ? {} : { cap }),
    ...(suggestion === undefined ? {} : { suggestion }),
    ...(until === undefined ? {} : { until }),
    ...(errors === undefined ? {} : { errors }),
  };
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

/** Features name operations; whoever reads the answer is told their method and path too. */
function withPaths(hint: string, calls: ReadonlyMap<string, string>): string {
  return hint.replace(/`(\w+)`/g, (word, id: string) => {
    const call = calls.get(id);
    return call === undefined ? word : `${word} (\`${call}\`)`;
  });
}

/** Why a feature does not do what it was asked. */
export type Refusal = HouseRefusal | WebhookRefusal | NoticeRefusal | PlayerRefusal;

export function sendRefusal(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply {
  if (refusal.code === 'unauthorized') reply.header('www-authenticate', CHALLENGE);
  const { code, ...details } = refusal;
  return sendProblem(request, reply, code, details);
}

/** Queries can hold what is nobody else's business; bodies and logs show the path alone. */
export function pathOf(url: string): string {
  const query = url.indexOf('?');
  return query === -1 ? url : url.slice(0, query);
}
