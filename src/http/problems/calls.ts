import { REQUEST_REFUSALS, type RefusalKind } from '../../eventlog/result.ts';
import type { StoreTrouble } from '../../store/failures.ts';

export const LONGEST_URL = 8_000;

export const TROUBLES: Record<StoreTrouble, { line: string; detail: string }> = {
  unreachable: {
    line: 'the database cannot be reached',
    detail: 'The database cannot be reached at the moment.',
  },
  full: {
    line: 'the database has no space left',
    detail: 'The disk of the database is full: the server cannot store anything at the moment.',
  },
  readOnly: {
    line: 'the database is read-only',
    detail: 'The database accepts no writes at the moment.',
  },
};

export const CALL_PROBLEMS = {
  'invalid-request': {
    status: 400,
    title: 'The request does not have the right form',
    remedy: 'Each entry of `errors` names a field by its JSON pointer and says what is valid.',
  },
  'invalid-json': {
    status: 400,
    title: 'The body is not JSON',
    remedy: 'Send a JSON object as UTF-8 with `Content-Type: application/json`.',
  },
  'bad-http': {
    status: 400,
    title: 'The request is not valid HTTP',
    remedy: 'Check the request line, the headers and the length of the body.',
  },
  unauthorized: {
    status: 401,
    title: 'A valid token is needed',
    remedy: 'Register with `createPlayer` and send `Authorization: Bearer <token>`.',
  },
  'read-only-token': {
    status: 403,
    title: 'This token only reads games, lists and records',
    remedy: 'Use the token that you got from `createPlayer` or `rotateToken`.',
  },
  'turn-token': {
    status: 403,
    title: 'This token is for one turn of one game',
    remedy: 'It reads that game and acts in that turn only. Use your own token for other calls.',
  },
  'route-not-found': { status: 404, title: 'There is no such path', remedy: '`/docs` lists all of them.' },
  'method-not-allowed': {
    status: 405,
    title: 'This path does not support that method',
    remedy: 'The `Allow` header lists the supported methods.',
  },
  'not-acceptable': {
    status: 406,
    title: 'The server has no answer of the requested type',
    remedy: 'Send one of the types in `detail` as `Accept`, or omit the header.',
  },
  'request-timeout': {
    status: 408,
    title: 'The request took too long to arrive',
    remedy: 'Send it again without pauses.',
  },
  ...REQUEST_REFUSALS,
  'idempotency-key-refused': {
    status: 400,
    title: 'This call takes no Idempotency-Key',
    remedy: 'Send it without the header: repeating this call is safe anyway. Only calls by POST take a key.',
  },
  'weak-idempotency-key': {
    status: 400,
    title: 'The Idempotency-Key could be guessed',
    remedy:
      'The answer has a secret, and a repeated call with the same key returns it. Use at least 128 random bits, as from `openssl rand -hex 16`.',
  },
  'condition-refused': {
    status: 412,
    title: 'This call does not support this condition',
    remedy:
      'Send it without the header that `detail` names. `submitAction` takes `If-Match`, reads take `If-None-Match`.',
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
  'idempotency-mismatch': {
    status: 422,
    title: 'The Idempotency-Key was used for another request',
    remedy: 'Use a new key for every new request.',
  },
  'rate-limited': {
    status: 429,
    title: 'Too many requests',
    remedy: 'Wait as many seconds as the `Retry-After` header says. `limit` names the limit that was reached.',
  },
  'too-many-streams': {
    status: 429,
    retryAfter: 1,
    title: 'You have too many open streams',
    remedy: 'Close some; `listTurns` follows all of your games at once.',
  },
  'too-many-waiting': {
    status: 429,
    retryAfter: 1,
    title: 'Too many of your calls are waiting',
    remedy: 'End some, or ask without `wait`; `listTurns` waits for all of your games at once.',
  },
  'too-many-connections': {
    status: 429,
    title: 'Your address has too many connections',
    remedy: 'Close some, or reuse them: a connection stays open for the next call.',
  },
  'headers-too-large': { status: 431, title: 'The headers are too large', remedy: 'Send fewer or shorter headers.' },
  'internal-error': {
    status: 500,
    title: 'The server failed',
    remedy: 'Nothing was changed. Report the `x-request-id` of the answer.',
  },
  stopping: {
    status: 503,
    retryAfter: 1,
    title: 'This server is stopping',
    remedy: 'Ask again after as many seconds as the `Retry-After` header says.',
  },
  'not-ready': {
    status: 503,
    retryAfter: 1,
    title: 'The server is not ready',
    remedy:
      'It is starting or stopping. Ask another server, or ask again after as many seconds as the `Retry-After` header says.',
  },
  unavailable: {
    status: 503,
    retryAfter: 1,
    title: 'The server cannot read or write its database',
    remedy:
      'Try again after as many seconds as the `Retry-After` header says. A request that changes something may have been ' +
      'stored: send it again with the same `Idempotency-Key`, and it happens once.',
  },
} as const satisfies Record<string, RefusalKind>;

type Kinds = typeof CALL_PROBLEMS;
declare module '../../eventlog/result.ts' {
  interface Refusals extends Kinds {}
}
