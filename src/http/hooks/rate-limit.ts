import type { FastifyInstance, FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import { LRUCache } from 'lru-cache';
import { hostAddressOf, type Rates } from '../limits.ts';
import { type LimitName, sendProblem } from '../problems/problem.ts';

/** The limits that have counted a call, and what they leave, as its headers say it. */
interface LimitHeaders {
  policy: string;
  left: string;
}

declare module 'fastify' {
  interface FastifyRequest {
    limitsTold: LimitHeaders | null;
  }
  interface FastifyContextConfig {
    /** calls are not counted: watching over the service must not depend on how busy it is */
    uncounted?: boolean;
    /** how many calls it counts for, by what it takes to answer it; 1 when it is left out */
    cost?: number | ((request: FastifyRequest) => number);
    /** each call makes a player, or may guess at one */
    registers?: boolean;
  }
}

type Hook = (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction) => void;

const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 3_600;
const COUNTED: Record<LimitName, string> = {
  player: 'calls a minute by one player, or without a token from one address',
  address: 'calls a minute from one address',
  registration: 'registrations and recoveries an hour from one address',
};

/** Counts the calls of each address. To be used before callers are recognised: a bad token costs a look-up. */
export function limitAddresses(app: FastifyInstance, { address }: Rates): void {
  app.decorateRequest('limitsTold', null);
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
  // only what would really make a player, or bring one back, is counted, so after the body has been checked
  app.addHook('preHandler', (request, reply, done) => {
    if (request.routeOptions.config.registers) register(request, reply, done);
    else done();
  });
}

/** Of a caller who is gone already nothing is known; they see no answer either. */
function addressOf({ ip }: { ip: string | undefined }): string {
  return hostAddressOf(ip ?? '');
}

function limit(name: LimitName, counter: RateCounter, callerOf: (request: FastifyRequest) => string): Hook {
  const { max, seconds } = counter;
  const policy = `"${name}";q=${max};w=${seconds}`;
  return (request, reply, done) => {
    // browsers send preflights by themselves, without a token: they would use up what all behind an address share
    if (request.routeOptions.config.uncounted || request.method === 'OPTIONS') return done();
    const cost = name === 'registration' ? 1 : costOf(request);
    const { isAllowed, remaining, renewed } = counter.count(callerOf(request), Date.now(), cost);
    tell(request, reply, { policy, left: `"${name}";r=${remaining};t=${renewed}` });
    if (isAllowed) return done();
    reply.header('retry-after', renewed);
    const weight = cost === 1 ? '' : ` This call takes as much as ${cost} and counts for them.`;
    const detail = `Only ${max} ${COUNTED[name]} are served here; it counts anew in ${renewed} s.${weight}`;
    sendProblem(request, reply, 'rate-limited', { limit: name, detail });
  };
}

function costOf(request: FastifyRequest): number {
  const { cost = 1 } = request.routeOptions.config;
  return typeof cost === 'number' ? cost : cost(request);
}

/** Both headers hold a list, with an item for each limit that counts the call. */
function tell(request: FastifyRequest, reply: FastifyReply, { policy, left }: LimitHeaders): void {
  const before = request.limitsTold;
  const told =
    before === null ? { policy, left } : { policy: `${before.policy}, ${policy}`, left: `${before.left}, ${left}` };
  request.limitsTold = told;
  reply.header('ratelimit-policy', told.policy).header('ratelimit', told.left);
}

interface Window {
  calls: number;
  /** when the next one begins, in milliseconds since 1970 */
  end: number;
}

/** Where a caller stands after a call. */
interface Counted {
  isAllowed: boolean;
  remaining: number;
  /** seconds until the count begins anew, at least 1 */
  renewed: number;
}

const CALLERS_REMEMBERED = 100_000;

/**
 * Counts calls by caller: so many in each window, which begins with the caller's first call. One that costs more than a whole
 * window allows is served as the first of it. Of more callers than it
 * remembers, those that have been silent longest begin anew.
 */
export class RateCounter {
  readonly max: number;
  readonly seconds: number;
  readonly #windows = new LRUCache<string, Window>({ max: CALLERS_REMEMBERED });

  constructor(max: number, seconds: number) {
    this.max = max;
    this.seconds = seconds;
  }

  /** `cost`: how many calls this one counts for. */
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
