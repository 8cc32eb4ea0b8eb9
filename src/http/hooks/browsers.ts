import cors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';
import type { Limits } from '../limits.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
/** Headers that browser scripts may send (`READ`: may read), in addition to those that browsers always allow. */
const SENT =
  'Authorization, Content-Type, If-Match, If-None-Match, Idempotency-Key, Last-Event-ID, Invite-Code, Recovery-Code';
const READ = 'ETag, Location, Retry-After, RateLimit, RateLimit-Policy, X-Request-Id, Allow, Link, Content-Disposition';
const PREFLIGHT_KEPT_SECONDS = 7_200;

/** Adds CORS headers. Allowing all origins is safe, because callers send a token in a header and never a cookie. */
export async function openToOrigins(app: FastifyInstance, origins: Limits['origins']): Promise<void> {
  if (origins === 'off') return;
  await app.register(cors, {
    origin: origins === '*' ? '*' : [...origins],
    methods: METHODS,
    allowedHeaders: SENT,
    exposedHeaders: READ,
    maxAge: PREFLIGHT_KEPT_SECONDS,
    strictPreflight: false,
    preflightContinue: true, // so that preflights get the headers that every answer has
  });
  app.addHook('preHandler', (request, reply, done) => {
    if (request.method === 'OPTIONS') reply.code(204);
    done();
  });
  if (origins === '*') return;
  // keeps the values of a `vary` header that the answer already has
  app.addHook('onSend', async (_, reply) => {
    const vary = String(reply.getHeader('vary') ?? '');
    if (!/\borigin\b/i.test(vary)) reply.header('vary', vary === '' ? 'Origin' : `${vary}, Origin`);
  });
}

/** The security policy of the pages at `/`. They load only files of this server, and create no scripts or styles. */
export const PAGES_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types croupier-verifier croupier-notifications', // one policy for the address of each worker
].join('; ');

/** Omits `Strict-Transport-Security`: the proxy must send it, because this service speaks plain HTTP. */
export function securityHeadersFor(origins: Limits['origins']): Record<string, string> {
  return {
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': origins === 'off' ? 'same-origin' : 'cross-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  };
}

export function sendSecurityHeaders(app: FastifyInstance, headers: Record<string, string>): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
}
