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
  /** the address of the service, with the path of a proxy if there is one: `https://play.example/croupier` */
  url: string;
  /** the token of a player; null: the tool `register` makes a new player */
  token: string | null;
  patienceMs?: number;
}

const PATIENCE_MS = 30_000;
/** The service requires a key of 128 bits if the answer is secret. */
const KEY_BYTES = 16;
const PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 5_000;
/** After these statuses the call is repeated: the rate limit is reached, or the service is starting or stopping. */
const PASSING = new Set([429, 502, 503, 504]);

/** The service over HTTP, for the MCP program on a user's computer. No answer of a tool contains the token. */
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
    const detail = 'This program already has a player. To register another, start the program again without a token.';
    if (this.#token !== null) throw new Refused({ code: 'already-registered', detail });
    const { token, player } = await asked(this, { method: 'POST', path: '/v1/players', body: { name, kind: 'agent' } });
    this.#token = token;
    return { id: player.id, name: player.name };
  };

  /** Calls the service, and retries for `patienceMs`. All attempts of a POST have the same idempotency key. */
  async call(call: ServiceCall): Promise<ServiceAnswer> {
    const keyed = call.method === 'POST' ? { idempotencyKey: randomBytes(KEY_BYTES).toString('hex'), ...call } : call;
    const deadline = performance.now() + this.#patienceMs;
    for (let tries = 0; ; tries++) {
      const received = await this.#send(keyed);
      if (received !== null && !PASSING.has(received.response.status)) return answerIn(received);
      const pause = pauseAfter(received?.response, tries);
      if (performance.now() + pause > deadline) {
        if (received !== null) return answerIn(received);
        throw new Refused({
          code: 'unreachable',
          detail: `No server answers at ${this.#base}: check the address, and that the server runs.`,
        });
      }
      await sleep(pause);
    }
  }

  async #send(call: ServiceCall): Promise<Received | null> {
    const { method, body } = call;
    const headers = { ...headersOf(call), ...(this.#token === null ? {} : { authorization: `Bearer ${this.#token}` }) };
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
  // follows no redirect, because that would send the token to another address
  const elsewhere = response.headers.get('location');
  if (elsewhere !== null && response.status >= 300 && response.status < 400) {
    throw new Refused({
      code: 'unreadable',
      detail: `The address redirects to ${elsewhere}: use that address if it is your server.`,
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
  // `retry-after` may also be a date, which is no number and counts as 0 here
  const wished = Number(response?.headers.get('retry-after') ?? 0) * 1_000 || 0;
  const most = Math.min(PAUSE_MS * 2 ** tries, LONGEST_PAUSE_MS);
  return Math.max(wished, most * (0.5 + Math.random() / 2)); // random, so that clients do not all repeat their calls at the same time
}
