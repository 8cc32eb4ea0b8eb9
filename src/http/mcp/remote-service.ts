import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  addressOf,
  asked,
  headersOf,
  type PlayerService,
  Refused,
  type ServiceAnswer,
  type ServiceCall,
} from './house.ts';

export interface RemoteServiceOptions {
  /** with the path of a proxy, if any: `https://play.example/croupier` */
  url: string;
  /** null: `register` makes a player */
  token: string | null;
  patienceMs?: number;
}

const PATIENCE_MS = 30_000;
/** The service requires 128 bits if the answer is secret. */
const KEY_BYTES = 16;
const PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 5_000;
/** Worth a retry: rate limit, or the service is starting. */
const PASSING = new Set([429, 502, 503, 504]);

/** No tool's answer contains the token. */
export class RemoteService implements PlayerService {
  readonly #base: string;
  readonly #patienceMs: number;
  readonly #isGiven: boolean;
  #token: string | null;

  constructor({ url, token, patienceMs = PATIENCE_MS }: RemoteServiceOptions) {
    this.#base = url.replace(/\/+$/, '');
    this.#token = token;
    this.#isGiven = token !== null;
    this.#patienceMs = patienceMs;
  }

  get tokenHint(): string {
    return this.#isGiven
      ? 'Its token is in CROUPIER_TOKEN: ask your user to set another, or none.'
      : 'Call `register` with a name, or have this program started with CROUPIER_TOKEN.';
  }

  register = async (name: string): Promise<{ id: string; name: string }> => {
    const detail = 'This program has the token of a player already.';
    if (this.#token !== null) throw new Refused({ code: 'already-registered', detail });
    const { token, player } = await asked(this, {
      method: 'POST',
      path: '/v1/players',
      body: { name, kind: 'agent' },
    });
    this.#token = token;
    return { id: player.id, name: player.name };
  };

  /** Retries; a change keeps one idempotency key. */
  async call(call: ServiceCall): Promise<ServiceAnswer> {
    const keyed = call.method === 'POST' ? { idempotencyKey: randomBytes(KEY_BYTES).toString('hex'), ...call } : call;
    const deadline = performance.now() + this.#patienceMs;
    for (let tries = 0; ; tries++) {
      const response = await this.#send(keyed);
      if (response !== null && !PASSING.has(response.status)) return answerIn(response);
      const pause = pauseAfter(response, tries);
      if (performance.now() + pause > deadline) {
        if (response !== null) return answerIn(response);
        throw new Refused({ code: 'unreachable', detail: `Nothing answers at ${this.#base}.` });
      }
      await sleep(pause);
    }
  }

  async #send(call: ServiceCall): Promise<Response | null> {
    const { method, body } = call;
    const headers = {
      ...headersOf(call),
      ...(this.#token === null ? {} : { authorization: `Bearer ${this.#token}` }),
    };
    const sent: RequestInit = {
      method,
      headers,
      redirect: 'manual',
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    };
    try {
      return await fetch(`${this.#base}${addressOf(call)}`, sent);
    } catch (error) {
      if (error instanceof TypeError) return null; // no connection, or it broke
      throw error;
    }
  }
}

async function answerIn(response: Response): Promise<ServiceAnswer> {
  // a redirect would send the token elsewhere
  const elsewhere = response.headers.get('location');
  if (elsewhere !== null && response.status >= 300 && response.status < 400) {
    throw new Refused({
      code: 'unreadable',
      detail: `That address redirects to ${elsewhere}: use that one, if it is your server.`,
    });
  }
  const text = await response.text();
  const { status, headers } = response;
  if (text === '') return { status, body: null };
  try {
    return { status, retryAfter: headers.get('retry-after'), body: JSON.parse(text) };
  } catch {
    throw new Refused({
      code: 'unreadable',
      detail: 'The answer does not come from a Croupier server: check the address.',
    });
  }
}

function pauseAfter(response: Response | null, tries: number): number {
  const wished = Number(response?.headers.get('retry-after') ?? 0) * 1_000;
  const most = Math.min(PAUSE_MS * 2 ** tries, LONGEST_PAUSE_MS);
  return Math.max(wished, most * (0.5 + Math.random() / 2)); // random, so that clients do not retry together
}
