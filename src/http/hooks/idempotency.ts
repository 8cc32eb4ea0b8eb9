import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { IdempotentRequest } from '../../eventlog/carry-out.ts';
import { NO_ID } from '../../patterns.ts';
import { sendProblem } from '../problems/problem.ts';
import { isChange, operationOf } from './negotiation.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** null: sent without an Idempotency-Key */
    idempotent: IdempotentRequest | null;
  }
  interface FastifyContextConfig {
    /**
     * The key must be unguessable, since it gives access to the answer; only its hash is stored. `after-end`: the call
     * ends its own token and may be repeated with it.
     */
    strongKey?: true | 'after-end';
  }
}

const KEY = 'idempotency-key';
const BITS = 128;
/** A random key has more different characters. */
const FEWEST_DIFFERENT = 6;

/** Refuses a key on a call that does not support it, instead of ignoring it. */
export function recogniseRepetitions(app: FastifyInstance): void {
  app.decorateRequest('idempotent', null);
  app.addHook('preHandler', (request, reply, done) => {
    const key = request.headers[KEY];
    const operation = isChange(request) ? operationOf(request) : null;
    if (typeof key !== 'string' || operation === null) return done();
    if (!operation.takes(KEY)) {
      const detail = `${operation.id} takes no Idempotency-Key.`;
      return void sendProblem(request, reply, 'idempotency-key-refused', { detail });
    }
    if (request.routeOptions.config.strongKey !== undefined && !isStrong(key)) {
      return void sendProblem(request, reply, 'weak-idempotency-key');
    }
    request.idempotent = idempotentRequestOf(request, operation.id, key);
    done();
  });
}

/** Null: not sent by a player. */
function idempotentRequestOf(request: FastifyRequest, operation: string, key: string): IdempotentRequest | null {
  const { caller, params = null, headers, routeOptions } = request;
  const { strongKey } = routeOptions.config;
  const asked = { operation, body: { path: params ?? null, body: request.body ?? null } };
  if (strongKey === undefined) return caller === null ? null : { ...asked, playerId: caller.id, key };
  const isAfterEnd = strongKey === 'after-end';
  const playerId = isAfterEnd || caller === null ? NO_ID : caller.id;
  const name = isAfterEnd ? `${key} ${headers.authorization}` : key;
  return { ...asked, playerId, key: createHash('sha256').update(name).digest('base64url'), secretKey: key };
}

function isStrong(key: string): boolean {
  const digits = key.replaceAll('-', '');
  const bitsEach = /^[0-9]*$/.test(digits) ? Math.log2(10) : /^[0-9a-f]*$/i.test(digits) ? 4 : 6;
  return digits.length * bitsEach >= BITS && new Set(digits).size >= FEWEST_DIFFERENT;
}
