import type { FastifyInstance, FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import { LRUCache } from 'lru-cache';
import { hostAddressOf, type Rates } from '../limits.ts';
import { type LimitName, sendProblem } from '../problems/problem.ts';

interface LimitHeaders {
  policy: string;
  left: string;
}

declare module 'fastify' {
  interface FastifyRequest {
    limitsTold: LimitHeaders | null;
  }
  interface FastifyContextConfig {
    /** true: the call is not counted, so that monitoring works on a busy service */
    uncounted?: boolean;
    /** the number of calls that it counts as; by default 1 */
    cost?: number | ((request: FastifyRequest) => number);
    /** true: the call registers a player, or could be used to guess a recovery code */
    registers?: boolean;
  }
}

type Hook = (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction) => void;

const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 3_600;
const COUNTED: Record<LimitName, string> = {
  player: 'calls a minute from one player (without a token: from one address)',
  address: 'calls a minute from one address',
  registration: 'registrations and recoveries an hour from one address',
};

/** Limits calls by address. Runs before the caller is recognized, because even a bad token costs a look-up. */
export function limitAddresses(app: FastifyInstance, { address }: Rates): void {
  app.decorateRequest('limitsTold', null);
  if (address === 'off') return;
  app.addHook('onRequest', limit('address', new RateCounter(address, MINUTE_SECONDS), addressOf));
}

export function limitCallers(app: FastifyInstance, { player, registration }: Rates): void {
  if (player !== 'off') {
    const caller = (request: FastifyRequest) => request.caller?.id ?? addressOf(request);
    app.addHook('onRequest', limit('player', new RateCounter(player, MINUTE_SECONDS), caller));
  }
  if (registration === 'off') return;
  const register = limit('registration', new RateCounter(registration, HOUR_SECONDS), addressOf);
  // runs after the body was validated, so that it counts only calls that can register or recover a player
  app.addHook('preHandler', (request, reply, done) => {
    if (request.routeOptions.config.registers) register(request, reply, done);
    else done();
  });
}

/** Returns the caller's address. It is missing if the caller has disconnected. */
function addressOf({ ip }: { ip: string | undefined }): string {
  return hostAddressOf(ip ?? '');
}

function limit(name: LimitName, counter: RateCounter, callerOf: (request: FastifyRequest) => string): Hook {
  const { max, seconds } = counter;
  const policy = `"${name}";q=${max};w=${seconds}`;
  return (request, reply, done) => {
    // does not count preflights: they have no token, so they would use up the calls of the address
    if (request.routeOptions.config.uncounted || request.method === 'OPTIONS') return done();
    const cost = name === 'registration' ? 1 : costOf(request);
    const { isAllowed, remaining, renewed } = counter.count(callerOf(request), Date.now(), cost);
    tell(request, reply, { policy, left: `"${name}";r=${remaining};t=${renewed}` });
    if (isAllowed) return done();
    reply.header('retry-after', renewed);
    const weight = cost === 1 ? '' : ` This call counts as ${cost} calls.`;
    const detail = `This server accepts ${max} ${COUNTED[name]}. The count starts again in ${renewed} s.${weight}`;
    sendProblem(request, reply, 'rate-limited', { limit: name, detail });
  };
}

function costOf(request: FastifyRequest): number {
  const { cost = 1 } = request.routeOptions.config;
  return typeof cost === 'number' ? cost : cost(request);
}

function tell(request: FastifyRequest, reply: FastifyReply, { policy, left }: LimitHeaders): void {
  const before = request.limitsTold;
  const told =
    before === null ? { policy, left } : { policy: `${before.policy}, ${policy}`, left: `${before.left}, ${left}` };
  request.limitsTold = told;
  reply.header('ratelimit-policy', told.policy).header('ratelimit', told.left);
}

interface Window {
  calls: number;
  /** the end of the window in milliseconds since 1970 */
  end: number;
}

interface Counted {
  isAllowed: boolean;
  remaining: number;
  /** the seconds until the window ends, at least 1 */
  renewed: number;
}

const CALLERS_REMEMBERED = 100_000;

/** Counts calls in windows of time. Allows a call that costs more than the whole limit if it is the first in a window.
 * If there are too many callers, forgets those whose last call is oldest. */
export class RateCounter {
  readonly max: number;
  readonly seconds: number;
  readonly #windows = new LRUCache<string, Window>({ max: CALLERS_REMEMBERED });

  constructor(max: number, seconds: number) {
    this.max = max;
    this.seconds = seconds;
  }

  count(caller: string, now: number = Date.now(), cost = 1): Counted {
    const window = this.#windowOf(caller, now);
    window.calls += Math.min(cost, this.max);
    return {
      isAllowed: window.calls <= this.max,
      remaining: Math.max(0, this.max - window.calls),
      renewed: Math.max(1, Math.ceil((window.end - now) / 1000)),
    };
  }

  #windowOf(caller: string, now: number): Window {
    const begun = this.#windows.get(caller);
    if (begun !== undefined && begun.end > now) return begun;
    const window = { calls: 0, end: now + this.seconds * 1000 };
    this.#windows.set(caller, window);
    return window;
  }
}
