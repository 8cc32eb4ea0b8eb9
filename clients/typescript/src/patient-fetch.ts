import { textIn } from './body-text.ts';

/** Thrown if the service does not respond before the caller's patience ends. */
export class Unreachable extends Error {
  override name = 'Unreachable';
}

export interface Patience {
  /** for how many milliseconds to try again while the service is unavailable */
  ms: number;
  /** called with true when a call begins to wait for the service, and with false when it stops waiting */
  onWaiting?(waiting: boolean): void;
}

export interface Received {
  response: Response;
  /** null: the text is longer than any response of the service */
  text: string | null;
}

/** Statuses of temporary failures: too many calls, or a proxy or service that restarts. */
const PASSING = new Set([429, 502, 503, 504]);
/** The code in the response to a repeated change while the first one is still being carried out. */
const IN_FLIGHT = '"idempotency-in-flight"';
/** A response has at least this much time, even if the patience is shorter. */
const LEAST_MS = 1_000;
/** JavaScript fires longer timers at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;
const PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 5_000;
const KEY = 'idempotency-key';

/** Retries, at the pace that the service requests, until patience ends or a response is no temporary failure. All
 * attempts of a change share one idempotency key, so it is made exactly once. */
export function patientFetch({ ms, onWaiting = () => {} }: Patience): (request: Request) => Promise<Received> {
  return async (request) => {
    giveKey(request);
    const deadline = performance.now() + ms;
    let isWaiting = false;
    try {
      for (let tries = 0; ; tries++) {
        const received = await receive(request, deadline);
        if (received !== null && !isPassing(received)) return received;
        const pause = pauseAfter(received?.response, tries);
        if (performance.now() + pause > deadline) {
          if (received !== null) return received;
          throw new Unreachable(`There is no answer from ${new URL(request.url).origin}.`);
        }
        if (!isWaiting) onWaiting(true);
        isWaiting = true;
        await sleep(pause, request.signal);
      }
    } finally {
      if (isWaiting) onWaiting(false);
    }
  };
}

/** Makes one attempt. It ends at the deadline, plus the wait of a long poll. Null: the response was lost. Throws the
 * caller's reason if the caller aborts. */
async function receive(request: Request, deadline: number): Promise<Received | null> {
  const { signal, url } = request;
  const given = new AbortController();
  const end = () => given.abort(signal.reason);
  const waits = Number(new URL(url).searchParams.get('wait')) || 0;
  const most = Math.max(deadline - performance.now(), LEAST_MS) + waits * 1000;
  const timer = setTimeout(end, Math.min(most, LONGEST_TIMER_MS));
  signal.addEventListener('abort', end, { once: true });
  try {
    if (signal.aborted) end();
    const response = await fetch(request.clone(), { signal: given.signal, redirect: 'manual' });
    return { response, text: await textIn(response.body) };
  } catch (error) {
    // fetch throws this if a connection fails or a body cannot be decompressed
    if (!signal.aborted && (given.signal.aborted || error instanceof TypeError)) return null;
    throw error;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
  }
}

function giveKey({ method, headers }: Request): void {
  if (method === 'POST' && !headers.has(KEY)) headers.set(KEY, randomKey());
}

function isPassing({ response, text }: Received): boolean {
  return response.status === 409 ? text?.includes(IN_FLIGHT) === true : PASSING.has(response.status);
}

function pauseAfter(response: Response | undefined, tries: number): number {
  const asked = Number(response?.headers.get('retry-after')) || 0;
  return asked * 1000 + backOff(tries, PAUSE_MS, LONGEST_PAUSE_MS);
}

/** Returns a pause that grows with each attempt. It is partly random, so that clients do not all come back at the same
 * time. */
export function backOff(tries: number, first: number, longest: number): number {
  return Math.min(first * 2 ** tries, longest) * (0.5 + Math.random() / 2);
}

/** Returns 128 random bits. `randomUUID` is missing on pages without HTTPS. */
export function randomKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Rejects if the signal aborts, as `fetch` does. */
export function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const abort = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', abort);
      resolve();
    }, ms);
    signal.addEventListener('abort', abort, { once: true });
  });
}
