import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FieldError, HouseRefusal, HouseRefusalCode } from '../games/refusal.ts';
import type { WebhookRefusal, WebhookRefusalCode } from '../webhooks/webhooks.ts';

interface ProblemKind {
  status: number;
  title: string;
  /** what a caller does about it */
  remedy: string;
}

/** Every code that an error can have, with the status that it travels under. Codes never change their meaning. */
const KINDS = {
  'invalid-request': {
    status: 400,
    title: 'The request does not have the right form',
    remedy: 'Each entry of `errors` names a field by its JSON pointer and says what would fit.',
  },
  'invalid-json': {
    status: 400,
    title: 'The body is not JSON',
    remedy: 'Send a JSON object as UTF-8 with `Content-Type: application/json`.',
  },
  'bad-http': {
    status: 400,
    title: 'The request is not HTTP as this server speaks it',
    remedy: 'Look at the request line, the headers and the length of the body.',
  },
  unauthorized: {
    status: 401,
    title: 'A valid token is needed',
    remedy: 'Register with `POST /v1/players` and send `Authorization: Bearer <token>`.',
  },
  'not-your-seat': {
    status: 403,
    title: 'This seat is not yours',
    remedy: '`you` in the state lists your seats.',
  },
  'route-not-found': { status: 404, title: 'There is no such path', remedy: '`/docs` lists all of them.' },
  'ruleset-not-found': {
    status: 404,
    title: 'There is no such ruleset',
    remedy: '`GET /v1/rulesets` lists all of them.',
  },
  'player-not-found': { status: 404, title: 'There is no such player', remedy: 'Check the id.' },
  'game-not-found': { status: 404, title: 'There is no such game', remedy: 'Check the id.' },
  'webhook-not-found': {
    status: 404,
    title: 'There is no such webhook',
    remedy: '`GET /v1/me/webhooks` lists yours.',
  },
  'version-not-found': {
    status: 404,
    title: 'The game has no such version yet',
    remedy: '`version` in the state is the newest.',
  },
  'no-such-seat': {
    status: 404,
    title: 'The game has no such seat',
    remedy: '`seats` in the state lists all of them.',
  },
  'method-not-allowed': {
    status: 405,
    title: 'This path does not know that method',
    remedy: 'The `Allow` header lists the methods that it knows.',
  },
  'request-timeout': { status: 408, title: 'The request took too long to arrive', remedy: 'Send it again in one go.' },
  'not-your-turn': {
    status: 409,
    title: 'The seat has nothing to decide now',
    remedy: 'Wait until `toAct` in the state names the seat.',
  },
  'stale-version': {
    status: 409,
    title: 'The choice was made on another version of the game',
    remedy: 'Read the state again and choose anew.',
  },
  'seat-taken': { status: 409, title: 'The seat is taken', remedy: 'Choose a seat whose `kind` is `open`.' },
  'game-not-started': {
    status: 409,
    title: 'The game has not started',
    remedy: 'It starts when every seat is taken.',
  },
  'game-over': { status: 409, title: 'The game is over', remedy: '`outcome` in the state says how it ended.' },
  'too-many-webhooks': { status: 409, title: 'You have too many webhooks', remedy: 'Delete one that you do not need.' },
  'webhook-test-running': {
    status: 409,
    title: 'Another test is still running',
    remedy: 'Wait for its answer, ten seconds at most.',
  },
  'body-too-large': { status: 413, title: 'The body is too large', remedy: 'No call needs more than 64 KiB.' },
  'unsupported-media-type': {
    status: 415,
    title: 'The body is of the wrong media type',
    remedy: 'Send `Content-Type: application/json`.',
  },
  'illegal-action': {
    status: 422,
    title: 'The rules do not allow this action now',
    remedy: '`GET /v1/games/{gameId}/actions` lists every legal action.',
  },
  'unknown-ruleset': {
    status: 422,
    title: 'There is no such ruleset',
    remedy: '`GET /v1/rulesets` lists all of them.',
  },
  'invalid-options': {
    status: 422,
    title: 'These options do not go together',
    remedy: '`GET /v1/rulesets/{ruleset}` describes the options.',
  },
  'invalid-seats': {
    status: 422,
    title: 'The ruleset is not played on that many seats',
    remedy: '`GET /v1/rulesets/{ruleset}` names the smallest and the largest number.',
  },
  'invalid-webhook-url': {
    status: 422,
    title: 'Webhooks can not be sent to this URL',
    remedy: 'Give an https:// URL without user name and password, on a host that the internet can reach.',
  },
  'rate-limited': {
    status: 429,
    title: 'Too many requests',
    remedy: 'Wait as many seconds as the `Retry-After` header says.',
  },
  'headers-too-large': { status: 431, title: 'The headers are too large', remedy: 'Send fewer or shorter headers.' },
  'internal-error': {
    status: 500,
    title: 'Something went wrong in the house',
    remedy: 'Nothing was changed. Report the `x-request-id` of the answer.',
  },
  unavailable: {
    status: 503,
    title: 'The house can not reach its records',
    remedy:
      'Try again after as many seconds as the `Retry-After` header says. Whether a change was written is not known: send ' +
      '`expectedVersion` and it can not happen twice.',
  },
} as const satisfies Record<HouseRefusalCode | WebhookRefusalCode | (string & {}), ProblemKind>;

export type ProblemCode = keyof typeof KINDS;

export const PROBLEM_CODES = Object.keys(KINDS) as ProblemCode[];

/** An error body after RFC 9457, with a stable `code`. */
export interface ProblemBody {
  type: string;
  title: string;
  status: number;
  code: ProblemCode;
  detail: string;
  instance: string;
  hint?: string;
  rule?: string;
  errors?: FieldError[];
}

export interface ProblemDetails {
  detail?: string;
  hint?: string;
  rule?: string;
  errors?: FieldError[];
}

export const PROBLEM_TYPE = 'application/problem+json';

export function kindOf(code: ProblemCode): ProblemKind {
  return KINDS[code];
}

/** The body of an error; `instance` is the path that was asked for, without its query. */
export function problemBody(code: ProblemCode, instance: string, details: ProblemDetails = {}): ProblemBody {
  const { status, title, remedy } = KINDS[code];
  const { detail = `${title}.`, hint = remedy, rule, errors } = details;
  return {
    type: `/problems/${code}`,
    title,
    status,
    code,
    detail,
    instance,
    hint,
    ...(rule === undefined ? {} : { rule }),
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
  return reply.code(body.status).type(PROBLEM_TYPE).send(body);
}

export function sendRefusal(
  request: FastifyRequest,
  reply: FastifyReply,
  refusal: HouseRefusal | WebhookRefusal,
): FastifyReply {
  const { code, ...details } = refusal;
  return sendProblem(request, reply, code, details);
}

/** Queries can hold what is nobody else's business; bodies and logs show the path alone. */
export function pathOf(url: string): string {
  const query = url.indexOf('?');
  return query === -1 ? url : url.slice(0, query);
}
