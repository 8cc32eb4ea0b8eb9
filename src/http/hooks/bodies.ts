import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sendProblem } from '../problems/problem.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** true: the body may be omitted, because each of its fields is optional */
    optionalBody?: boolean;
  }
}

const CHARSET = /;\s*charset\s*=\s*"?([^";\s]+)/i;
/** The accepted character sets. ASCII is a subset of UTF-8. */
const CHARSETS: ReadonlySet<string> = new Set(['utf-8', 'utf8', 'us-ascii']);

/** Accepts any `Content-Type` if an optional body is missing. */
export function allowMissingBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  // waits for the end of the body, because only then is it known whether a chunked body is empty
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, sent, done) => {
    const bytes = sent as Buffer;
    if (bytes.length === 0 && !isBodyNeeded(request)) done(null, undefined);
    else if (!isUtf8(bytes)) done(notJson('it is not UTF-8'), undefined);
    else {
      const text = bytes.toString();
      parseJson(request, text, (error, body) =>
        error === null || text === '' ? done(error, body) : done(notJson(jsonFault(text)), undefined),
      );
    }
  });
  app.addHook('onRequest', (request, _reply, done) => {
    if (!isBodyNeeded(request) && hasNoBytes(request)) delete request.raw.headers['content-type'];
    done();
  });
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.routeOptions.config.optionalBody === true && request.body === undefined) request.body = {};
    done();
  });
}

function notJson(fault: string): SyntaxError {
  return Object.assign(new SyntaxError(fault), { statusCode: 400 });
}

/** Returns what is wrong with invalid JSON, which the parser of the framework does not say. */
function jsonFault(text: string): string {
  try {
    JSON.parse(text);
  } catch (error) {
    return (error as SyntaxError).message;
  }
  return 'it must not have the names __proto__ and constructor';
}

/** Rejects compressed bodies and other character sets, which the parser would misread as UTF-8. */
export function refuseOtherCodings(app: FastifyInstance): void {
  app.addHook('preParsing', (request, reply, payload, done) => {
    const detail = hasNoBytes(request) ? null : otherCoding(request);
    if (detail === null) return done(null, payload);
    reply.header('accept-encoding', 'identity');
    return void sendProblem(request, reply, 'unsupported-media-type', { detail });
  });
}

function otherCoding({ headers }: FastifyRequest): string | null {
  const coding = headers['content-encoding']?.trim().toLowerCase() ?? '';
  if (coding !== '' && coding !== 'identity') {
    return `The body is sent as ${coding}. Send it without Content-Encoding.`;
  }
  const charset = CHARSET.exec(headers['content-type'] ?? '')?.[1]?.toLowerCase() ?? 'utf-8';
  return CHARSETS.has(charset) ? null : `The Content-Type says that the body is ${charset}. Send it as UTF-8.`;
}

function isBodyNeeded({ routeOptions: { schema, config } }: FastifyRequest): boolean {
  return schema?.body !== undefined && config.optionalBody !== true;
}

function hasNoBytes({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0;
}

/** Valid bodies are less deeply nested than this. */
const DEEPEST = 24;

/** Rejects deeply nested JSON before recursive validators overflow the stack. */
export function refuseDeepBodies(app: FastifyInstance): void {
  app.addHook('preValidation', (request, reply, done) => {
    if (!isDeeperThan(DEEPEST, request.body)) return done();
    const detail = `The body has more than ${DEEPEST} levels of lists and objects, the most allowed.`;
    sendProblem(request, reply, 'invalid-request', { detail, hint: 'Send lists and objects with fewer levels.' });
  });
}

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((each) => isDeeperThan(levels - 1, each));
}
