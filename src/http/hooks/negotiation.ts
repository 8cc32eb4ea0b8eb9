import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sendProblem } from '../problems/problem.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** media types of its answers besides those in its schema */
    alsoAnswers?: readonly string[];
  }
}

/** A range of an `Accept` header that is not taken. */
const REFUSED = /;\s*q\s*=\s*0(?:\.0*)?\s*(?:;|$)/i;

/** Whether an `Accept` header names this very type, and not as one that is refused (`q=0`). */
export function asksFor({ headers: { accept = '' } }: FastifyRequest, type: string): boolean {
  return accept.split(',').some((range) => range.split(';')[0]?.trim().toLowerCase() === type && !REFUSED.test(range));
}

/** Refuses a call whose `Accept` header takes none of the types that its operation answers with (RFC 9110). */
export function refuseOtherTypes(app: FastifyInstance): void {
  app.addHook('preHandler', (request, reply, done) => {
    const { accept } = request.headers;
    const types = accept === undefined || accept === '*/*' ? [] : answeredTypes(request);
    if (accept === undefined || types.length === 0 || types.some((type) => accepts(accept, type))) return done();
    const detail = `${operationOf(request)?.id} answers with ${types.join(' or ')}, and Accept takes none of it.`;
    sendProblem(request, reply, 'not-acceptable', { detail });
  });
}

/** The types of what an operation answers with when all is well; none: without a body, or it is none of the API. */
function answeredTypes(request: FastifyRequest): string[] {
  const { schema, config } = request.routeOptions;
  if (operationOf(request) === null || config.uncounted) return [];
  const responses = Object.entries((schema?.response ?? {}) as Record<string, { content?: object; type?: string }>);
  const types = responses.flatMap(([status, { content, type }]) => {
    if (!status.startsWith('2') || type === 'null') return [];
    return content === undefined ? ['application/json'] : Object.keys(content);
  });
  return [...new Set([...types, ...(config.alsoAnswers ?? [])])];
}

/** Whether an `Accept` header takes this type: of the ranges that fit the most exact one decides. */
function accepts(accept: string, type: string): boolean {
  const ranges = accept.split(',').map((range) => ({ name: range.split(';')[0]?.trim().toLowerCase(), range }));
  if (ranges.every(({ name }) => name === '')) return true;
  for (const fitting of [[type], [type.replace(/\/.*/, '/*')], ['*/*', '*']]) {
    const found = ranges.filter(({ name }) => fitting.includes(name ?? ''));
    if (found.length > 0) return found.some(({ range }) => !REFUSED.test(range));
  }
  return ranges.every(({ range }) => REFUSED.test(range)); // who names nothing but what they refuse takes all else
}

/** Under which conditions a change is to be made (RFC 9110). */
const CONDITIONS = ['if-match', 'if-none-match', 'if-unmodified-since'];

/** Refuses a change under a condition that its operation does not look at: it is not made as if there were none. */
export function refuseUnknownConditions(app: FastifyInstance): void {
  app.addHook('preHandler', (request, reply, done) => {
    const operation = isChange(request) ? operationOf(request) : null;
    const unknown = CONDITIONS.find((name) => request.headers[name] !== undefined && operation?.takes(name) === false);
    if (unknown === undefined) return done();
    sendProblem(request, reply, 'condition-refused', { detail: `${operation?.id} takes no header ${unknown}.` });
  });
}

/** Whether a request asks for something to be changed. */
export function isChange({ method }: FastifyRequest): boolean {
  return method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS';
}

/** The operation of a request and the headers that it looks at; null: it is none of the API. */
export function operationOf({ routeOptions }: FastifyRequest): { id: string; takes(header: string): boolean } | null {
  const { operationId, headers } = (routeOptions.schema ?? {}) as {
    operationId?: string;
    headers?: { properties?: Record<string, unknown> };
  };
  if (operationId === undefined) return null;
  return { id: operationId, takes: (header) => headers?.properties?.[header] !== undefined };
}
