import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { AdminParts } from '../../admin/call.ts';
import { queuesOf } from '../../admin/queues.ts';
import { sendUnauthorized } from '../hooks/caller.ts';

export interface OperatorAccess {
  token: string;
  house: Pick<AdminParts, 'store' | 'games'>;
}

const DEEDS_SHOWN = 20;
const REPORTS_SHOWN = 20;
const BEARER = /^Bearer +([^\s]+)$/i;

/** Serves what `npm run admin` shows to the operators' page, which can change nothing. The API document leaves the
 * routes out, and pages of other origins cannot call them. */
export function operatorRoutes(app: FastifyInstance, { token, house }: OperatorAccess): void {
  const expected = digestOf(token);
  app.get(
    '/v1/operator/overview',
    {
      schema: { hide: true },
      onSend: async (_, reply) => {
        reply.removeHeader('access-control-allow-origin').header('cache-control', 'no-store');
      },
    },
    async (request, reply) => {
      const sent = BEARER.exec(request.headers.authorization ?? '')?.[1] ?? '';
      if (!timingSafeEqual(digestOf(sent), expected)) {
        return sendUnauthorized(request, reply, 'This is for operators, with the token of OPERATOR_TOKEN.');
      }
      const [waiting, deeds, reports] = await Promise.all([
        queuesOf(house),
        house.store.operators.deeds({ limit: DEEDS_SHOWN }),
        house.store.chat.reports(REPORTS_SHOWN),
      ]);
      return { ...waiting, deeds, reports };
    },
  );
}

/** Returns a hash: all have the same length, so that comparing them takes constant time. */
function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
