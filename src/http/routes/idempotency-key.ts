import { Type } from '@sinclair/typebox';
import type { FastifyRequest } from 'fastify';
import type { IdempotentRequest } from '../../games/commands/idempotency.ts';
import { callerOf } from '../hooks/caller.ts';
import type { ProblemCode } from '../problems.ts';

const NAME = 'idempotency-key';

/** The header under which a request may be sent again without being carried out again. */
export const KEY_HEADER = {
  [NAME]: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      pattern: '^[\\x21-\\x7e]+$',
      description:
        'Any unique words of yours, such as a UUID. A request that is sent again with the same key within 24 hours gets its ' +
        'first answer and changes nothing.',
    }),
  ),
};

export const KeyHeaders = Type.Object(KEY_HEADER);

/** What such a request can be answered with besides. */
export const KEY_PROBLEMS: ProblemCode[] = ['idempotency-in-flight', 'idempotency-mismatch'];

/** The request as one to be carried out once; null when it came without a key. */
export function idempotentRequestOf(request: FastifyRequest): IdempotentRequest | null {
  const key = request.headers[NAME];
  if (typeof key !== 'string') return null;
  const { operationId } = request.routeOptions.schema as { operationId: string };
  const body = { path: request.params ?? null, body: request.body ?? null };
  return { playerId: callerOf(request).id, operation: operationId, key, body };
}
