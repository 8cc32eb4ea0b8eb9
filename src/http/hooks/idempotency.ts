import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { IdempotentRequest } from '../../games/commands/idempotency.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** the request as one to be carried out once; null when it came without an Idempotency-Key */
    idempotent: IdempotentRequest | null;
  }
}

/** Knows requests that may be sent again, on the routes that take such a key. */
export function recogniseRepetitions(app: FastifyInstance): void {
  app.decorateRequest('idempotent', null);
  app.addHook('preHandler', (request, _reply, done) => {
    request.idempotent = idempotentRequestOf(request);
    done();
  });
}

function idempotentRequestOf(request: FastifyRequest): IdempotentRequest | null {
  const key = request.headers['idempotency-key'];
  if (typeof key !== 'string' || request.caller === null) return null;
  const { operationId } = request.routeOptions.schema as { operationId: string };
  const body = { path: request.params ?? null, body: request.body ?? null };
  return { playerId: request.caller.id, operation: operationId, key, body };
}
