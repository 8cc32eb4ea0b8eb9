import cors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';
import type { Limits } from '../limits/limits.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
/** What clients may send, and what scripts may read of the answers, beyond what browsers allow by themselves. */
const SENT = [
  'Authorization',
  'Content-Type',
  'If-Match',
  'If-None-Match',
  'Idempotency-Key',
  'Last-Event-ID',
  'Invite-Code',
  'Recovery-Code',
];
const READ = [
  'ETag',
  'Location',
  'Retry-After',
  'RateLimit',
  'RateLimit-Policy',
  'X-Request-Id',
  'Allow',
  'Link',
  'Content-Disposition',
];
const PREFLIGHT_KEPT_SECONDS = 7_200;

/** Lets pages of these origins call from a browser. Callers prove themselves by a header, never by a cookie. */
export async function openToOrigins(app: FastifyInstance, origins: Limits['origins']): Promise<void> {
  if (origins === 'off') return;
  await app.register(cors, {
    origin: origins === '*' ? '*' : [...origins],
    methods: METHODS,
    allowedHeaders: SENT,
    exposedHeaders: READ,
    maxAge: PREFLIGHT_KEPT_SECONDS,
    strictPreflight: false,
    preflightContinue: true, // so that preflights get the headers of every answer
  });
  app.addHook('preHandler', (request, reply, done) => {
    if (request.method === 'OPTIONS') reply.code(204);
    done();
  });
  if (origins === '*') return;
  // a route that names what its answer varies by must not hide that every answer varies by origin
  app.addHook('onSend', async (_, reply) => {
    const vary = String(reply.getHeader('vary') ?? '');
    if (!/\borigin\b/i.test(vary)) reply.header('vary', vary === '' ? 'Origin' : `${vary}, Origin`);
  });
}
