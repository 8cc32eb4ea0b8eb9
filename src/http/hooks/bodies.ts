import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sendProblem } from '../problems/problem.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** true: the body may be missing, because every field is optional */
    optionalBody?: boolean;
  }
}

const CHARSET = /;\s*charset\s*=\s*"?([^";\s]+)/i;
/** ASCII is a subset of UTF-8. */
const CHARSETS: ReadonlySet<string> = new Set(['utf-8', 'utf8', 'us-ascii']);

/** If an optional body is missing, any `Content-Type` is accepted. */
export function allowMissingBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  // only at its end does the server know that a chunked body is empty
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, sent, done) => {
    const bytes = sent as Buffer;
    if (bytes.length === 0 && !isBodyNeeded(request)) done(null, undefined);
    else if (!isUtf8(bytes)) done(Object.assign(new SyntaxError('it is not UTF-8'), { statusCode: 400 }), undefined);
    else parseJson(request, bytes.toString(), done);
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

/** Rejects other encodings, which would be misread as UTF-8. */
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

/** No valid body is nested as deep as this. */
const DEEPEST = 24;

/** Rejects deeply nested JSON before recursive validators overflow the stack. */
export function refuseDeepBodies(app: FastifyInstance): void {
  app.addHook('preValidation', (request, reply, done) => {
    if (!isDeeperThan(DEEPEST, request.body)) return done();
    const detail = `The body is nested more than ${DEEPEST} levels deep.`;
    sendProblem(request, reply, 'invalid-request', { detail });
  });
}

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((each) => isDeeperThan(levels - 1, each));
}
