import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { messagesOf } from '#rules/input-errors.ts';
import { ThreadStopped } from '../../eventlog/threads.ts';
import { RulesMissing } from '../../games/refusals.ts';
import { PATTERN_WORDS } from '../../patterns.ts';
import { AccountsDeleted, LogDamaged, StoreUnavailable } from '../../store/failures.ts';
import { KeyMissing } from '../../store/sealing/secrets.ts';
import { LONGEST_URL, TROUBLES } from '../problems/calls.ts';
import {
  kindOf,
  PROBLEM_TYPE,
  type ProblemCode,
  type ProblemDetails,
  pathOf,
  problemBody,
  sendProblem,
} from '../problems/problem.ts';
import { sendUnauthorized } from './caller.ts';
import { asksFor } from './negotiation.ts';

/** After an answer to broken input, the socket stays open this long, so that a slow reader can receive the answer. */
const PARTING_MS = 1_000;

const SAY_AGAIN_MS = 60_000;

const PARTS: Record<string, string> = {
  body: 'The body does',
  querystring: 'The query does',
  params: 'The path does',
  headers: 'The headers do',
};
const ESCAPES = 'Write a percent sign in a path as %25, and other characters in UTF-8.';

/** Answers errors. Logs none that a caller caused. */
export function answerErrors(app: FastifyInstance): void {
  const routes: { pattern: RegExp; methods: Set<string> }[] = [];
  app.decorate('calls', new Map());
  app.decorate('troubles', new Map());
  app.addHook('onRoute', (route) => {
    const id = (route.schema as { operationId?: string } | undefined)?.operationId;
    if (id !== undefined && route.method !== 'HEAD') {
      app.calls.set(id, `${route.method} ${route.url.replace(/:(\w+)/g, '{$1}')}`);
    }
    if (route.url === '*') return; // this route answers preflights for any path
    const pattern = new RegExp(`^${route.url.replace(/:[^/]+/g, '[^/]+').replace('*', '.*')}/?$`);
    routes.push({ pattern, methods: new Set([route.method].flat()) });
  });

  app.setErrorHandler(answerError);

  app.setNotFoundHandler((request, reply) => {
    const path = pathOf(request.url);
    const methods = routes.filter(({ pattern }) => pattern.test(path)).flatMap((route) => [...route.methods]);
    if (methods.length === 0 && request.method === 'GET' && asksFor(request, 'text/html'))
      return sendNoSuchPage(reply, path);
    if (methods.length === 0 || methods.includes(request.method)) {
      const isBelow = routes.some(({ pattern }) => pattern.test(`/v1${path}`));
      const hint = isBelow && { hint: `Use \`/v1${path}\` instead.` };
      return sendProblem(request, reply, 'route-not-found', { detail: `There is nothing at ${path}.`, ...hint });
    }
    const allow = [...new Set(methods)].sort().join(', ');
    reply.header('allow', allow);
    return sendProblem(request, reply, 'method-not-allowed', {
      detail: `${path} supports ${allow}, not ${request.method}.`,
    });
  });
}

/** Sends a page to a person who mistyped an address. Its link is relative: the service may be below any path. */
function sendNoSuchPage(reply: FastifyReply, path: string): FastifyReply {
  const first = '../'.repeat(path.split('/').length - 2) || './';
  reply.code(404).type('text/html; charset=utf-8').header('cache-control', 'no-store');
  return reply.send(
    '<!doctype html>\n<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">' +
      '<title>There is no such page – Croupier</title><h1>There is no such page</h1>' +
      `<p>The address may be cut off. <a href="${first}">The first page</a> leads to your games and everything else.</p></html>\n`,
  );
}

/** Answers an error, even one that happens before a route is found. */
export function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refuse = (code: ProblemCode, detail: string) => sendProblem(request, reply, code, { detail });
  const reason = error.message;
  if (error instanceof AccountsDeleted)
    return sendUnauthorized(request, reply, 'This server does not know this token.');
  if (error instanceof LogDamaged) return sendProblem(request, reply, 'log-damaged');
  if (error instanceof ThreadStopped)
    return refuse('stopping', 'This server is stopping, so it does not start long work.');
  if (error instanceof KeyMissing) {
    request.log.error({ reason }, 'this server lacks a key that another server encrypts with');
    const detail = 'This server cannot decrypt some stored data, because it lacks an encryption key.';
    const hint = 'Ask the operator to give all servers the same `SECRETS_KEY` and `SECRETS_OLD_KEYS`.';
    return sendProblem(request, reply, 'unavailable', { detail, hint });
  }
  if (error instanceof StoreUnavailable) {
    const { line, detail } = TROUBLES[error.trouble];
    logNowAndThen(request, reason, line);
    return refuse('unavailable', detail);
  }
  if (error instanceof RulesMissing) {
    request.log.warn({ reason }, 'this build does not have the rules of a game');
    return refuse('rules-unavailable', reason);
  }
  const known = problemOf(error, request);
  if (known !== null) return sendProblem(request, reply, known.code, known.details);
  request.log.error({ err: error }, 'unexpected error');
  return sendProblem(request, reply, 'internal-error', { detail: 'An unexpected error happened in the server.' });
}

/** Logs a fault of the database at once and then at most once a minute, because all calls fail in the same way. */
function logNowAndThen({ log, server: { troubles } }: FastifyRequest, reason: string, line: string): void {
  const now = performance.now();
  const last = troubles.get(line);
  // starts the count again 2 min after the last line, because calls of an earlier outage would mislead
  const { calls, saidAt } =
    last === undefined || now >= last.saidAt + 2 * SAY_AGAIN_MS ? { calls: 0, saidAt: Number.NEGATIVE_INFINITY } : last;
  const isDue = now >= saidAt + SAY_AGAIN_MS;
  if (isDue) log.warn({ reason, calls: calls + 1 }, line);
  troubles.set(line, isDue ? { calls: 0, saidAt: now } : { calls: calls + 1, saidAt });
}

function problemOf(
  error: FastifyError,
  request: FastifyRequest,
): { code: ProblemCode; details: ProblemDetails } | null {
  if (error.validation !== undefined) {
    const { validation, validationContext: part = '' } = error;
    if (part === 'body' && request.body === undefined) {
      const errors = [{ pointer: '', message: 'is missing' }];
      return { code: 'invalid-request', details: { detail: 'The body is missing: send a JSON object.', errors } };
    }
    const sent = part === 'querystring' ? (request.query as Record<string, unknown>) : {};
    const errors = messagesOf(validation, PATTERN_WORDS).map((each) =>
      Array.isArray(sent[each.pointer.slice(1)]) ? { ...each, message: 'must be sent only once' } : each,
    );
    const detail = `${PARTS[part] ?? 'The request does'} not have the right form.`;
    return { code: 'invalid-request', details: { detail, errors } };
  }
  switch (error.code) {
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
      return { code: 'invalid-json', details: { detail: 'The body is empty.' } };
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return { code: 'invalid-json', details: { detail: sentence(error.message) } };
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return { code: 'body-too-large', details: {} };
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE': {
      const type = request.headers['content-type'];
      const detail =
        type === undefined ? 'The body has no media type.' : `The server does not support bodies of type ${type}.`;
      return { code: 'unsupported-media-type', details: { detail } };
    }
    case 'FST_ERR_MAX_PARAM_LENGTH':
      if (request.url.length > LONGEST_URL) return { code: 'uri-too-long', details: {} };
      return {
        code: 'invalid-request',
        details: { detail: 'A part of the path is too long.', hint: 'Check the ids in the path.' },
      };
    case 'FST_STATIC_FORBIDDEN_PATH':
      return { code: 'route-not-found', details: { detail: `There is nothing at ${pathOf(request.url)}.` } };
    case 'FST_ERR_BAD_URL':
      return { code: 'invalid-request', details: { detail: 'The path has an invalid percent escape.', hint: ESCAPES } };
    default:
      if (error instanceof SyntaxError && error.statusCode === 400) {
        return { code: 'invalid-json', details: { detail: `The server could not parse the body: ${error.message}.` } };
      }
      // other errors that the framework blames on the caller, such as an invalid range
      return isCallers(error) ? { code: 'bad-http', details: { detail: sentence(error.message) } } : null;
  }
}

function sentence(message: string): string {
  return message.endsWith('.') ? message : `${message}.`;
}

function isCallers({ statusCode = 500 }: FastifyError): boolean {
  return statusCode >= 400 && statusCode < 500;
}

interface BrokenConnection extends Error {
  code?: string;
  rawPacket?: unknown;
}

/** Answers input that is not HTTP and therefore has no request object. */
export function answerBrokenConnection(
  error: BrokenConnection,
  socket: Socket,
  headers: Readonly<Record<string, string>>,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const code = brokenCode(error.code);
  const { status } = kindOf(code);
  const body = JSON.stringify(problemBody(code, ''));
  const { rawPacket } = error;
  const isHead = Buffer.isBuffer(rawPacket) && rawPacket.toString('latin1', 0, HEAD.length) === HEAD;
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: ${PROBLEM_TYPE}\r\n${lines.join('')}` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${isHead ? '' : body}`,
  );
  setTimeout(() => socket.destroy(), PARTING_MS).unref();
}

const HEAD = 'HEAD ';

function brokenCode(code: string | undefined): ProblemCode {
  if (code === 'HPE_HEADER_OVERFLOW') return 'headers-too-large';
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'request-timeout';
  return 'bad-http';
}
