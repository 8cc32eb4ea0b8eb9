import type { FastifyInstance } from 'fastify';
import type { Limits } from '../limits/limits.ts';

/** What the pages at / may load: their own files. They write nothing that could be taken for code or styles. */
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
  'trusted-types croupier-verifier croupier-notifications', // each for the address of one worker
].join('; ');

/**
 * Tells browsers to take answers for data and nothing else. Whether a host may only be reached over TLS is for the
 * proxy to say that speaks it (`Strict-Transport-Security`); this service speaks plain HTTP.
 */
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
