import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { IdempotentRequest } from '../../eventlog/carry-out.ts';
import { NO_ID } from '../../patterns.ts';
import { sendProblem } from '../problems/problem.ts';
import { isChange, operationOf } from './negotiation.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** null: the request has no Idempotency-Key */
    idempotent: IdempotentRequest | null;
  }
  interface FastifyContextConfig {
    /** true: the key must be hard to guess, because it gives access to the answer; only its hash is stored. `after-end`: the
     * call ends its own token and may be repeated with it */
    strongKey?: true | 'after-end';
  }
}

const KEY = 'idempotency-key';
const BITS = 128;
/** Random keys have more different characters, and more differences between neighboring ones. Of a million random keys
 * at most one is refused. */
const FEWEST_DIFFERENT = { characters: 6, steps: 9 };

/** Rejects a key on a call that does not support it, instead of ignoring the key. */
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
    const weakness = request.routeOptions.config.strongKey === undefined ? null : weaknessOf(key);
    if (weakness !== null) return void sendProblem(request, reply, 'weak-idempotency-key', { detail: weakness });
    request.idempotent = idempotentRequestOf(request, operation.id, key);
    done();
  });
}

/** Null: no player sent the request. */
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

function weaknessOf(key: string): string | null {
  const digits = key.replaceAll('-', '');
  const bitsEach = /^[0-9]*$/.test(digits) ? Math.log2(10) : /^[0-9a-f]*$/i.test(digits) ? 4 : 6;
  const bits = Math.floor(digits.length * bitsEach);
  if (bits < BITS) return `The key has room for ${bits} random bits, not for ${BITS}.`;
  const codes = [...digits].map((digit) => digit.charCodeAt(0));
  const steps = codes.slice(1).map((code, i) => code - (codes[i] as number));
  const { characters, steps: most } = FEWEST_DIFFERENT;
  const isRegular = new Set(codes).size < characters || new Set(steps).size < most;
  return isRegular ? 'The characters of the key repeat, or count up or down.' : null;
}
