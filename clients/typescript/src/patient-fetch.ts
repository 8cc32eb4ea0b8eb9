import { textIn } from './body-text.ts';

/** The service did not respond within the caller's patience. */
export class Unreachable extends Error {
  override name = 'Unreachable';
}

export interface Patience {
  /** how long to retry while the service is unavailable, in milliseconds */
  ms: number;
  /** called when a call starts and stops waiting for the service */
  onWaiting?(waiting: boolean): void;
}

export interface Received {
  response: Response;
  /** null: longer than any response of the service */
  text: string | null;
}

/** Temporary: too many calls, or a proxy or service that is restarting. */
const PASSING = new Set([429, 502, 503, 504]);
/** The response to a repeated change while the first one is still running. */
const IN_FLIGHT = '"idempotency-in-flight"';
/** Minimum time for a response, however short the patience. */
const LEAST_MS = 1_000;
/** Longer timers fire immediately. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;
const PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 5_000;
const KEY = 'idempotency-key';

/** Retries, at the pace that the service requests, until there is a response that is not a passing failure or patience
 * ends. All attempts of a change share one idempotency key, so it is made exactly once. */
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

/** One attempt, limited by the deadline plus the wait of a long poll. Null: the response was lost. Throws the
 * caller's abort reason. */
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
    // thrown by fetch if a connection fails, or a body cannot be decompressed
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

/** Grows with each try, and varies so that clients do not return simultaneously. */
export function backOff(tries: number, first: number, longest: number): number {
  return Math.min(first * 2 ** tries, longest) * (0.5 + Math.random() / 2);
}

/** 128 random bits. `randomUUID` is missing on plain HTTP pages. */
export function randomKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Rejects like `fetch` if aborted. */
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
