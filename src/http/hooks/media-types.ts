import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sendProblem } from '../problems/problem.ts';
import { operationOf } from './operation.ts';

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
