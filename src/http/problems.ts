import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FieldError, HouseRefusal, HouseRefusalCode } from '../games/model/result.ts';
import type { WebhookRefusal, WebhookRefusalCode } from '../webhooks/webhooks.ts';

interface ProblemKind {
  status: number;
  title: string;
  /** what a caller does about it */
  remedy: string;
}

/** The most characters of a path with its query. */
export const LONGEST_URL = 8_000;

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
  'not-your-game': {
    status: 403,
    title: 'This game is not yours to close',
    remedy: 'Give up your own seat instead.',
  },
  'daily-closed': {
    status: 403,
    title: 'The game of the day is closed',
    remedy: 'It can be watched when the day and every game of it are over: `closed` in `getDaily`.',
  },
  'read-only-token': {
    status: 403,
    title: 'This token only reads',
    remedy: 'Call with the token that you got from `createPlayer` or `rotateToken`.',
  },
  'recovery-refused': {
    status: 403,
    title: 'The recovery code is not this player’s',
    remedy: 'Send the id or the name of the player and the newest code: each is good for once.',
  },
  'route-not-found': { status: 404, title: 'There is no such path', remedy: '`/docs` lists all of them.' },
  'ruleset-not-found': {
    status: 404,
    title: 'There is no such ruleset',
    remedy: '`GET /v1/rulesets` lists all of them.',
  },
  'player-not-found': { status: 404, title: 'There is no such player', remedy: 'Check the id.' },
  'token-not-found': { status: 404, title: 'You have no such token', remedy: '`GET /v1/me/tokens` lists all of them.' },
  'game-not-found': { status: 404, title: 'There is no such game', remedy: 'Check the id.' },
  'daily-not-found': {
    status: 404,
    title: 'There is no such competition',
    remedy: 'Rulesets whose `solo` is true have one for every day up to today.',
  },
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
    remedy: 'It starts when every seat is taken: `seats` says which are open, and `joinGame` takes one.',
  },
  'name-taken': {
    status: 409,
    title: 'The name is somebody else’s',
    remedy: 'Choose another: `suggestion` is one that was free just now. Names that look the same count as the same.',
  },
  'token-needed': {
    status: 409,
    title: 'The token that you play with cannot be ended',
    remedy: '`POST /v1/me/token` changes it.',
  },
  'too-many-tokens': {
    status: 409,
    title: 'You have as many read tokens as one player may',
    remedy: '`GET /v1/me/tokens` lists them; end one with `DELETE /v1/me/tokens/{tokenId}`.',
  },
  'cap-reached': {
    status: 409,
    title: 'You have as much of this as one player may',
    remedy: '`cap` says of what. Finish, abort or leave games, take invitations back, use commitments.',
  },
  'game-over': { status: 409, title: 'The game is over', remedy: '`outcome` in the state says how it ended.' },
  'seat-left': {
    status: 409,
    title: 'You have left this seat',
    remedy: '`left` in `seats` says how; the house plays on for it.',
  },
  'time-out': {
    status: 409,
    title: 'The time for this decision was up',
    remedy: 'Read the state again: the house has acted, or is about to.',
  },
  'game-started': { status: 409, title: 'The game has started', remedy: 'Resign instead: `resignGame`.' },
  'game-unfinished': {
    status: 409,
    title: 'The game is not over',
    remedy: 'Its secrets are published when `status` is `finished` or `aborted`.',
  },
  'abort-asked': {
    status: 409,
    title: 'You have asked already',
    remedy: 'The game is aborted when every player who is still there asks.',
  },
  'commitment-used': {
    status: 409,
    title: 'The commitment has been used',
    remedy: 'Each is good for one game: make another with `POST /v1/commitments`.',
  },
  'rematch-too-early': { status: 409, title: 'The game is not over', remedy: 'Ask for a rematch when it is.' },
  'rematch-outgrown': {
    status: 409,
    title: 'The newest rules do not take the game as it was',
    remedy: 'Create a new game as the rules are now.',
  },
  'daily-unfinished': {
    status: 409,
    title: 'Your game of the day is not over',
    remedy: 'Finish it first; then others of the same day are practice.',
  },
  'idempotency-in-flight': {
    status: 409,
    title: 'The same request is being carried out',
    remedy: 'Send it again in a moment and get its answer.',
  },
  'precondition-failed': {
    status: 412,
    title: 'The choice was made on another version of the game',
    remedy: 'Read the state again and choose anew.',
  },
  'too-many-webhooks': { status: 409, title: 'You have too many webhooks', remedy: 'Delete one that you do not need.' },
  'webhook-test-running': {
    status: 409,
    title: 'Another test is still running',
    remedy: 'Wait for its answer, ten seconds at most.',
  },
  'body-too-large': { status: 413, title: 'The body is too large', remedy: 'No call needs more than 64 KiB.' },
  'uri-too-long': {
    status: 414,
    title: 'The address is too long',
    remedy: `No call needs more than ${LONGEST_URL} characters.`,
  },
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
  'unknown-player': { status: 422, title: 'There is no such player', remedy: 'Check the id.' },
  'unknown-policy': {
    status: 422,
    title: 'There is no such way of playing',
    remedy: '`policies` of the ruleset lists all of them.',
  },
  'unknown-commitment': {
    status: 422,
    title: 'You have no such commitment',
    remedy: 'Make one with `POST /v1/commitments`.',
  },
  'idempotency-mismatch': {
    status: 422,
    title: 'The Idempotency-Key was used for another request',
    remedy: 'Use a new key for every new request.',
  },
  'invalid-seats': {
    status: 422,
    title: 'The ruleset is not played on that many seats',
    remedy: '`GET /v1/rulesets/{ruleset}` names the smallest and the largest number.',
  },
  'daily-unsupported': {
    status: 422,
    title: 'This has no game of the day',
    remedy: 'Leave `daily` out, or choose a ruleset whose `solo` is true, with one seat.',
  },
  'invalid-webhook-url': {
    status: 422,
    title: 'Webhooks cannot be sent to this URL',
    remedy:
      'Give an https:// URL without user name and password, on a host that the internet can reach. On one’s own machine ' +
      'any URL goes where the server was started with `WEBHOOK_PRIVATE_ADDRESSES=allow`.',
  },
  'rate-limited': {
    status: 429,
    title: 'Too many requests',
    remedy: 'Wait as many seconds as the `Retry-After` header says. `limit` names the limit that was reached.',
  },
  'too-many-streams': {
    status: 429,
    title: 'You have too many open streams',
    remedy: 'Close some; `listTurns` follows all of your games at once.',
  },
  'too-many-waiting': {
    status: 429,
    title: 'Too many of your calls wait',
    remedy: 'End some, or ask without `wait`; `listTurns` waits for all of your games at once.',
  },
  'too-many-connections': {
    status: 429,
    title: 'Your address has too many connections',
    remedy: 'Close some, or send your calls over fewer: a connection is kept for the next call.',
  },
  'headers-too-large': { status: 431, title: 'The headers are too large', remedy: 'Send fewer or shorter headers.' },
  'internal-error': {
    status: 500,
    title: 'Something went wrong in the house',
    remedy: 'Nothing was changed. Report the `x-request-id` of the answer.',
  },
  'rules-unavailable': {
    status: 503,
    title: 'This server does not have the rules of the game',
    remedy:
      'Nothing is lost: the log of the game is kept. Ask another server, or again when the house runs a build that has ' +
      'these rules: while servers are upgraded soon, otherwise when its operator brings them back.',
  },
  stopping: {
    status: 503,
    title: 'This server is stopping',
    remedy: 'Ask again after as many seconds as the `Retry-After` header says.',
  },
  'not-ready': {
    status: 503,
    title: 'The house is not open',
    remedy: 'It is starting or stopping: ask another server, or again after as many seconds as `Retry-After` says.',
  },
  unavailable: {
    status: 503,
    title: 'The house cannot reach its records',
    remedy:
      'Try again after as many seconds as the `Retry-After` header says. Whether a change was written is not known: send ' +
      'it again with the same `Idempotency-Key` and it cannot happen twice.',
  },
} as const satisfies Record<HouseRefusalCode | WebhookRefusalCode | (string & {}), ProblemKind>;

export type ProblemCode = keyof typeof KINDS;

export const PROBLEM_CODES = Object.keys(KINDS) as ProblemCode[];

/** What a limit on requests counts by: a player's calls, those from an address, the players registered from an address. */
export const LIMITS = ['player', 'address', 'registration'] as const;
export type LimitName = (typeof LIMITS)[number];

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
  limit?: LimitName;
  cap?: string;
  suggestion?: string;
  errors?: FieldError[];
}

export interface ProblemDetails {
  detail?: string;
  hint?: string;
  rule?: string;
  limit?: LimitName;
  cap?: string;
  /** what would be taken in the place of what was sent */
  suggestion?: string;
  errors?: FieldError[];
}

export const PROBLEM_TYPE = 'application/problem+json';

export function kindOf(code: ProblemCode): ProblemKind {
  return KINDS[code];
}

/** The body of an error; `instance` is the path that was asked for, without its query. */
export function problemBody(code: ProblemCode, instance: string, details: ProblemDetails = {}): ProblemBody {
  const { status, title, remedy } = KINDS[code];
  const { detail = `${title}.`, hint = remedy, rule, limit, cap, suggestion, errors } = details;
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
