import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';

const WINDOW_MS = 60_000;
const CALLERS_REMEMBERED = 100_000;

/** Lets each caller (a player, else an address) make so many requests a minute. */
export async function limitRates(app: FastifyInstance, perMinute: number | 'off'): Promise<void> {
  if (perMinute === 'off') return;
  await app.register(rateLimit, {
    max: perMinute,
    timeWindow: WINDOW_MS,
    cache: CALLERS_REMEMBERED,
    keyGenerator: (request) => request.caller?.id ?? request.ip,
    // Watching over the service must not depend on how busy it is.
    allowList: (request) => request.url === '/healthz' || request.url === '/readyz',
  });
}
