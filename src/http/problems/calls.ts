import { kinds, REQUEST_REFUSALS } from '../../eventlog/result.ts';
import type { StoreTrouble } from '../../store/failures.ts';

export const LONGEST_URL = 8_000;

export const TROUBLES: Record<StoreTrouble, { line: string; detail: string }> = {
  unreachable: {
    line: 'the database cannot be reached',
    detail: 'The server cannot reach its database at the moment.',
  },
  full: {
    line: 'the database has no space left',
    detail: 'The disk of the database is full, so the server cannot store anything at the moment.',
  },
  readOnly: {
    line: 'the database is read-only',
    detail: 'The database is read-only at the moment, so the server cannot store anything.',
  },
};

export const CALL_PROBLEMS = {
  ...kinds(400, {
    'invalid-request': [
      'The request does not have the right form',
      'Each entry of `errors` names a field by its JSON pointer and says what is valid.',
    ],
    'invalid-json': ['The body is not JSON', 'Send a JSON object as UTF-8 with `Content-Type: application/json`.'],
    'bad-http': ['The request is not valid HTTP', 'Check the request line, the headers and the length of the body.'],
    'idempotency-key-refused': [
      'This call takes no Idempotency-Key',
      'Send the request without this header. Only calls by POST take it: you can repeat other calls safely without it.',
    ],
    'weak-idempotency-key': [
      'The Idempotency-Key is too easy to guess',
      'A call that repeats this key gets the same answer, which has a secret. Use at least 128 random bits, as from `openssl rand -hex 16`.',
    ],
  }),
  ...kinds(401, {
    unauthorized: [
      'A valid token is needed',
      'Send `Authorization: Bearer <token>`. You get a token when you register: `createPlayer`.',
    ],
  }),
  ...kinds(403, {
    'read-only-token': [
      'This token only reads games, lists and records',
      'Use a token that can play: you get it from `createPlayer` or `rotateToken`.',
    ],
    'turn-token': [
      'This token is for one turn of one game',
      'It reads that game and acts in that turn only. Use your own token for other calls.',
    ],
  }),
  ...kinds(404, { 'route-not-found': ['There is no such path', '`/docs` lists all paths.'] }),
  ...kinds(405, {
    'method-not-allowed': ['This path does not support that method', 'The `Allow` header lists the supported methods.'],
  }),
  ...kinds(406, {
    'not-acceptable': [
      'The server cannot answer with the requested type',
      'Send one of the types in `detail` as `Accept`, or leave the header out.',
    ],
  }),
  ...kinds(408, { 'request-timeout': ['The request took too long to arrive', 'Send it again without pauses.'] }),
  ...REQUEST_REFUSALS,
  ...kinds(412, {
    'condition-refused': [
      'This call does not take this header',
      'Send the request without the header that `detail` names. `submitAction` takes `If-Match`, reads take `If-None-Match`.',
    ],
  }),
  ...kinds(413, { 'body-too-large': ['The body is too large', 'Send at most 64 KiB.'] }),
  ...kinds(414, {
    'uri-too-long': ['The address is too long', `Send at most ${LONGEST_URL.toLocaleString('en')} characters.`],
  }),
  ...kinds(415, {
    'unsupported-media-type': ['The body is of the wrong media type', 'Send `Content-Type: application/json`.'],
  }),
  ...kinds(422, {
    'idempotency-mismatch': [
      'The Idempotency-Key was used for another request',
      'Use a new key for every new request.',
    ],
  }),
  ...kinds(429, {
    'rate-limited': [
      'Too many requests',
      'Wait as many seconds as the `Retry-After` header says. `limit` names the limit that was reached.',
    ],
    'too-many-streams': [
      'You have too many open streams',
      'Close some of them. One stream of `listTurns` follows all of your games.',
      1,
    ],
    'too-many-waiting': [
      'Too many of your calls are waiting',
      'End some of them, or call without `wait`. One call of `listTurns` waits for all of your games.',
      1,
    ],
    'too-many-connections': [
      'Your address has too many connections',
      'Close some of them, or send several calls over one connection.',
    ],
  }),
  ...kinds(431, { 'headers-too-large': ['The headers are too large', 'Send fewer or shorter headers.'] }),
  ...kinds(500, {
    'internal-error': [
      'The server failed',
      'Your request changed nothing. Report the `x-request-id` of the answer to the operator.',
    ],
  }),
  ...kinds(503, {
    stopping: ['This server is stopping', 'Ask again after as many seconds as the `Retry-After` header says.', 1],
    'not-ready': [
      'The server is not ready',
      'It is starting or stopping, or cannot keep deadlines now. Ask another server, or ask again after as many seconds as the `Retry-After` header says.',
      1,
    ],
    unavailable: [
      'The server cannot read or write its database',
      'Try again after as many seconds as the `Retry-After` header says. A request that changes something may have been stored: send it again with the same `Idempotency-Key`, and the server carries it out only once.',
      1,
    ],
  }),
};

declare module '../../eventlog/result.ts' {
  interface Refusals extends Readonly<typeof CALL_PROBLEMS> {}
}
