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

/** Serves data for the operators' page: the same that `npm run admin` shows. The page cannot change anything. The route
 * is not in the API document, and pages of other origins cannot call it. */
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
        return sendUnauthorized(
          request,
          reply,
          'Only operators can make this call, with the token that is set as OPERATOR_TOKEN.',
        );
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

/** Returns a hash of the token. Hashes have equal lengths, so comparing them takes constant time. */
function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
