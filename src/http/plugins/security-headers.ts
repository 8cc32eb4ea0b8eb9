import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { Guard } from '../guard.ts';

/**
 * What the page at /docs may load: its own files, and the styles and small pictures that it writes into itself.
 * Its calls go to this server alone.
 */
export const DOCS_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * Tells browsers to take answers for data and nothing else. Whether a host may only be reached over TLS is for the
 * proxy to say that speaks it (`Strict-Transport-Security`); this service speaks plain HTTP.
 */
export async function sendSecurityHeaders(app: FastifyInstance, origins: Guard['origins']): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    crossOriginResourcePolicy: { policy: origins === 'off' ? 'same-origin' : 'cross-origin' },
    xFrameOptions: { action: 'deny' },
    strictTransportSecurity: false,
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  });
}
