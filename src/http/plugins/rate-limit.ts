import type { FastifyInstance, FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import type { Rates } from '../guard.ts';
import { hostAddressOf } from '../host-address.ts';
import { type LimitName, sendProblem } from '../problems.ts';
import { RateCounter } from '../rate-counter.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** calls are not counted: watching over the service must not depend on how busy it is */
    uncounted?: boolean;
    /** each call makes a player */
    registers?: boolean;
  }
}

type Hook = (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction) => void;

const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 3_600;
const COUNTED: Record<LimitName, string> = {
  player: 'calls a minute by one player, or without a token from one address',
  address: 'calls a minute from one address',
  registration: 'registrations an hour from one address',
};

/** Counts the calls of each address. To be used before callers are recognised: a bad token costs a look-up. */
export function limitAddresses(app: FastifyInstance, { address }: Rates): void {
  if (address === 'off') return;
  app.addHook('onRequest', limit('address', new RateCounter(address, MINUTE_SECONDS), addressOf));
}

/** Counts the calls of each player, and the players that each address registers. */
export function limitCallers(app: FastifyInstance, { player, registration }: Rates): void {
  if (player !== 'off') {
    const caller = (request: FastifyRequest) => request.caller?.id ?? addressOf(request);
    app.addHook('onRequest', limit('player', new RateCounter(player, MINUTE_SECONDS), caller));
  }
  if (registration === 'off') return;
  const register = limit('registration', new RateCounter(registration, HOUR_SECONDS), addressOf);
  // only what would really make a player is counted, so after the body has been checked
  app.addHook('preHandler', (request, reply, done) => {
    if (request.routeOptions.config.registers) register(request, reply, done);
    else done();
  });
}

function addressOf(request: FastifyRequest): string {
  return hostAddressOf(request.ip);
}

function limit(name: LimitName, counter: RateCounter, callerOf: (request: FastifyRequest) => string): Hook {
  const { max, seconds } = counter;
  const policy = `"${name}";q=${max};w=${seconds}`;
  return (request, reply, done) => {
    if (request.routeOptions.config.uncounted) return done();
    const { isAllowed, remaining, renewed } = counter.count(callerOf(request));
    addTo(reply, 'ratelimit-policy', policy);
    addTo(reply, 'ratelimit', `"${name}";r=${remaining};t=${renewed}`);
    if (isAllowed) return done();
    reply.header('retry-after', renewed);
    const detail = `Only ${max} ${COUNTED[name]} are served here; it counts anew in ${renewed} s.`;
    sendProblem(request, reply, 'rate-limited', { limit: name, detail });
  };
}

/** Adds an item to a header that holds a list, one for each limit that counts the call. */
function addTo(reply: FastifyReply, header: string, item: string): void {
  const items = reply.getHeader(header);
  reply.header(header, items === undefined ? item : `${items}, ${item}`);
}
