import { textIn } from './body-text.ts';

/** Nothing came back for as long as the caller was ready to wait. */
export class Unreachable extends Error {
  override name = 'Unreachable';
}

export interface Patience {
  /** how long a service that restarts is waited for, in milliseconds */
  ms: number;
  /** told when a call begins to wait for the service, and when it has stopped waiting */
  onWaiting?(waiting: boolean): void;
}

/** A whole answer. */
export interface Received {
  response: Response;
  /** what its body holds; null: more than the service ever sends */
  text: string | null;
}

/** Answers that pass: too many calls, and a proxy or service that is about to be there again. */
const PASSING = new Set([429, 502, 503, 504]);
/** What a change is answered with while the same one, whose answer was lost, is still being made. */
const IN_FLIGHT = '"idempotency-in-flight"';
/** So long an answer may take however short the patience is, in milliseconds. */
const LEAST_MS = 1_000;
/** A timer of more rings at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;
const PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 5_000;
const KEY = 'idempotency-key';

/**
 * Sends a call until there is an answer, and waits as long as the service says. A change goes under one key however often it is
 * sent: when its answer is lost it is made once.
 */
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

/**
 * One try, which ends when the patience does, for a long poll so much later as it waits; null when the answer is lost on its way.
 * It throws what the caller aborts with.
 */
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
    // what fetch throws when a connection cannot be made or breaks off, or a body cannot be unpacked
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

/** Longer each time, and for each client another time, or all come back at once to a service that was away. */
export function backOff(tries: number, first: number, longest: number): number {
  return Math.min(first * 2 ** tries, longest) * (0.5 + Math.random() / 2);
}

/** 128 random bits. `randomUUID` is not there in pages that came over plain HTTP. */
export function randomKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Resolves after so many milliseconds; rejects as `fetch` does when it is aborted before. */
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
