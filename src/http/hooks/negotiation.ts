import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sendProblem } from '../problems/problem.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** media types of the answer, in addition to those in the schema */
    alsoAnswers?: readonly string[];
  }
}

const REFUSED = /;\s*q\s*=\s*0(?:\.0*)?\s*(?:;|$)/i;

export function asksFor({ headers: { accept = '' } }: FastifyRequest, type: string): boolean {
  return accept.split(',').some((range) => range.split(';')[0]?.trim().toLowerCase() === type && !REFUSED.test(range));
}

/** Rejects calls whose `Accept` header excludes the type of the answer (RFC 9110). */
export function refuseOtherTypes(app: FastifyInstance): void {
  app.addHook('preHandler', (request, reply, done) => {
    const { accept } = request.headers;
    const types = accept === undefined || accept === '*/*' ? [] : answeredTypes(request);
    if (accept === undefined || types.length === 0 || types.some((type) => accepts(accept, type))) return done();
    const detail = `The call ${operationOf(request)?.id} answers with ${types.join(' or ')}, which your Accept header excludes.`;
    sendProblem(request, reply, 'not-acceptable', { detail });
  });
}

/** Returns the possible types of the answer; none if it has no body or the route is no operation of the API. */
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

/** Returns whether the header accepts a type. The most specific range that matches decides. */
function accepts(accept: string, type: string): boolean {
  const ranges = accept.split(',').map((range) => ({ name: range.split(';')[0]?.trim().toLowerCase(), range }));
  if (ranges.every(({ name }) => name === '')) return true;
  for (const fitting of [[type], [type.replace(/\/.*/, '/*')], ['*/*', '*']]) {
    const found = ranges.filter(({ name }) => fitting.includes(name ?? ''));
    if (found.length > 0) return found.some(({ range }) => !REFUSED.test(range));
  }
  return ranges.every(({ range }) => REFUSED.test(range)); // true for a header that only excludes other types
}

const CONDITIONS = ['if-match', 'if-none-match', 'if-unmodified-since'];

/** Rejects a conditional header that the operation does not support, because a change must not ignore a condition. */
export function refuseUnknownConditions(app: FastifyInstance): void {
  app.addHook('preHandler', (request, reply, done) => {
    const operation = isChange(request) ? operationOf(request) : null;
    const unknown = CONDITIONS.find((name) => request.headers[name] !== undefined && operation?.takes(name) === false);
    if (unknown === undefined) return done();
    sendProblem(request, reply, 'condition-refused', {
      detail: `The call ${operation?.id} takes no header ${unknown}.`,
    });
  });
}

export function isChange({ method }: FastifyRequest): boolean {
  return method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS';
}

/** Returns the operation of a route; null: the route is no operation of the API. */
export function operationOf({ routeOptions }: FastifyRequest): { id: string; takes(header: string): boolean } | null {
  const { operationId, headers } = (routeOptions.schema ?? {}) as {
    operationId?: string;
    headers?: { properties?: Record<string, unknown> };
  };
  if (operationId === undefined) return null;
  return { id: operationId, takes: (header) => headers?.properties?.[header] !== undefined };
}
