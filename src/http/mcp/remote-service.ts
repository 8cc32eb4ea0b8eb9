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
} from './player-service.ts';

export interface RemoteServiceOptions {
  /** with the path of a proxy, if there is one: `https://play.example/croupier` */
  url: string;
  /** null: `register` makes a new player */
  token: string | null;
  patienceMs?: number;
}

const PATIENCE_MS = 30_000;
/** If the answer is secret, the service requires a key of 128 bits. */
const KEY_BYTES = 16;
const PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 5_000;
/** With these statuses it tries again: the rate limit is reached, or the service is starting. */
const PASSING = new Set([429, 502, 503, 504]);

/** A service reached by HTTP, for the program on a user's computer. No answer of a tool contains its token. */
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

  /** Tries again if needed. All attempts of a change have the same idempotency key. */
  async call(call: ServiceCall): Promise<ServiceAnswer> {
    const keyed = call.method === 'POST' ? { idempotencyKey: randomBytes(KEY_BYTES).toString('hex'), ...call } : call;
    const deadline = performance.now() + this.#patienceMs;
    for (let tries = 0; ; tries++) {
      const received = await this.#send(keyed);
      if (received !== null && !PASSING.has(received.response.status)) return answerIn(received);
      const pause = pauseAfter(received?.response, tries);
      if (performance.now() + pause > deadline) {
        if (received !== null) return answerIn(received);
        throw new Refused({ code: 'unreachable', detail: `Nothing answers at ${this.#base}.` });
      }
      await sleep(pause);
    }
  }

  async #send(call: ServiceCall): Promise<Received | null> {
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
      const response = await fetch(`${this.#base}${addressOf(call)}`, sent);
      return { response, text: await response.text() };
    } catch (error) {
      if (error instanceof TypeError) return null; // there was no connection, or it broke
      throw error;
    }
  }
}

interface Received {
  response: Response;
  text: string;
}

function answerIn({ response, text }: Received): ServiceAnswer {
  // does not follow a redirect, because that would send the token elsewhere
  const elsewhere = response.headers.get('location');
  if (elsewhere !== null && response.status >= 300 && response.status < 400) {
    throw new Refused({
      code: 'unreadable',
      detail: `That address redirects to ${elsewhere}: use that one, if it is your server.`,
    });
  }
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

function pauseAfter(response: Response | undefined, tries: number): number {
  // a proxy may send a date, which is no number
  const wished = Number(response?.headers.get('retry-after') ?? 0) * 1_000 || 0;
  const most = Math.min(PAUSE_MS * 2 ** tries, LONGEST_PAUSE_MS);
  return Math.max(wished, most * (0.5 + Math.random() / 2)); // random, so that clients do not all try again at the same time
}
