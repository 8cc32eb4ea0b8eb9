import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { AdminParts } from '../../admin/call.ts';
import { queuesOf } from '../../admin/queues.ts';
import { sendUnauthorized } from '../hooks/caller.ts';

/** What the page for operators needs; `token` alone opens it. */
export interface OperatorAccess {
  token: string;
  house: Pick<AdminParts, 'store' | 'games'>;
}

const DEEDS_SHOWN = 20;
const REPORTS_SHOWN = 20;
const BEARER = /^Bearer +([^\s]+)$/i;

/**
 * What `npm run admin` shows, to be read by the page for operators: it changes nothing, is in no document, and is meant for no
 * page of another origin.
 */
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

/** Of one length, whatever was sent: comparing takes as long for all. */
function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
