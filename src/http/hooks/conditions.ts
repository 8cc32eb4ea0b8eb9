import type { FastifyInstance } from 'fastify';
import { sendProblem } from '../problems/problem.ts';
import { isChange, operationOf } from './operation.ts';

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
