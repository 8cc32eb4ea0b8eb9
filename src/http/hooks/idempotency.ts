import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { IdempotentRequest } from '../../eventlog/carry-out.ts';
import { NO_ID } from '../../patterns.ts';
import { sendProblem } from '../problems/problem.ts';
import { isChange, operationOf } from './negotiation.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** identifies repetitions; null: the request has no key, or it has no player and the key need not be strong */
    idempotent: IdempotentRequest | null;
  }
  interface FastifyContextConfig {
    /** true: the key gives access to the answer, so it must be hard to guess, and only its hash is stored. `after-end`:
     * in addition, the call ends its own token and may be repeated with this token */
    strongKey?: true | 'after-end';
  }
}

const KEY = 'idempotency-key';
const BITS = 128;
/** A strong key needs this many different characters, and different steps from one character code to the next. At most
 * one random key in a million has fewer. */
const FEWEST_DIFFERENT = { characters: 6, steps: 9 };

/** Reads the idempotency key. Rejects a key where none is supported, because ignoring a key could surprise callers. */
export function recogniseRepetitions(app: FastifyInstance): void {
  app.decorateRequest('idempotent', null);
  app.addHook('preHandler', (request, reply, done) => {
    const key = request.headers[KEY];
    const operation = isChange(request) ? operationOf(request) : null;
    if (typeof key !== 'string' || operation === null) return done();
    if (!operation.takes(KEY)) {
      const detail = `The call ${operation.id} takes no Idempotency-Key.`;
      return void sendProblem(request, reply, 'idempotency-key-refused', { detail });
    }
    const weakness = request.routeOptions.config.strongKey === undefined ? null : weaknessOf(key);
    if (weakness !== null) return void sendProblem(request, reply, 'weak-idempotency-key', { detail: weakness });
    request.idempotent = idempotentRequestOf(request, operation.id, key);
    done();
  });
}

/** Returns what identifies repetitions of the request; null: it has no player and the key need not be strong. */
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
  if (bits < BITS) return `The key is too short: it holds at most ${bits} random bits, and ${BITS} are needed.`;
  const codes = [...digits].map((digit) => digit.charCodeAt(0));
  const steps = codes.slice(1).map((code, i) => code - (codes[i] as number));
  const { characters, steps: most } = FEWEST_DIFFERENT;
  const isRegular = new Set(codes).size < characters || new Set(steps).size < most;
  return isRegular ? 'The key is not random: its characters repeat, or count up or down.' : null;
}
