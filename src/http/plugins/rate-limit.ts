import rateLimit, { normalizeIP } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Rates } from '../guard.ts';
import { type LimitName, sendProblem } from '../problems.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** calls are not counted: watching over the service must not depend on how busy it is */
    uncounted?: boolean;
    /** each call makes a player */
    registers?: boolean;
  }
}

type Hook = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 3_600;
const CALLERS_REMEMBERED = 100_000;
const COUNTED: Record<LimitName, string> = {
  player: 'calls a minute by one player, or without a token from one address',
  address: 'calls a minute from one address',
  registration: 'registrations an hour from one address',
};

/** Counts the calls of each address. To be used before callers are recognised: a bad token costs a look-up. */
export async function limitAddresses(app: FastifyInstance, { address }: Rates): Promise<void> {
  await app.register(rateLimit, { global: false });
  if (address !== 'off') app.addHook('onRequest', limit(app, 'address', address, MINUTE_SECONDS, addressOf));
}

/** Counts the calls of each player, and the players that each address registers. */
export function limitCallers(app: FastifyInstance, { player, registration }: Rates): void {
  const caller = (request: FastifyRequest) => request.caller?.id ?? addressOf(request);
  if (player !== 'off') app.addHook('onRequest', limit(app, 'player', player, MINUTE_SECONDS, caller));
  if (registration === 'off') return;
  const register = limit(app, 'registration', registration, HOUR_SECONDS, addressOf);
  // only what would really make a player is counted, so after the body has been checked
  app.addHook('preHandler', (request, reply, done) => {
    if (!request.routeOptions.config.registers) return done();
    register(request, reply).then((answered) => answered === undefined && done(), done);
  });
}

/** Hosts choose among 2^64 addresses of their own under IPv6: a /64 counts as one. */
function addressOf(request: FastifyRequest): string {
  return normalizeIP(request.ip);
}

function limit(
  app: FastifyInstance,
  name: LimitName,
  max: number,
  seconds: number,
  key: (request: FastifyRequest) => string,
): Hook {
  const options = { max, timeWindow: seconds * 1000, keyGenerator: key, cache: CALLERS_REMEMBERED };
  const count = app.createRateLimit(options);
  return async (request, reply) => {
    if (request.routeOptions.config.uncounted) return;
    const counted = await count(request);
    if (counted.isAllowed) return;
    const renewed = Math.max(1, counted.ttlInSeconds);
    addTo(reply, 'ratelimit-policy', `"${name}";q=${max};w=${seconds}`);
    addTo(reply, 'ratelimit', `"${name}";r=${counted.remaining};t=${renewed}`);
    if (!counted.isExceeded) return;
    reply.header('retry-after', renewed);
    const detail = `Only ${max} ${COUNTED[name]} are served here; it counts anew in ${renewed} s.`;
    return sendProblem(request, reply, 'rate-limited', { limit: name, detail });
  };
}

/** Adds an item to a header that holds a list, one for each limit that counts the call. */
function addTo(reply: FastifyReply, header: string, item: string): void {
  const items = reply.getHeader(header);
  reply.header(header, items === undefined ? item : `${items}, ${item}`);
}
