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

/** Answers that pass: too many calls, and a proxy or service that is about to be there again. */
const PASSING = new Set([429, 502, 503, 504]);
const PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 5_000;
const KEY = 'idempotency-key';

/**
 * Sends a call until there is an answer, and waits as long as the service says. A change by a player goes under one key
 * however often it is sent: when its answer is lost it is made once. A change that has no key is sent once.
 */
export function patientFetch({ ms, onWaiting = () => {} }: Patience): (request: Request) => Promise<Response> {
  return async (request) => {
    giveKey(request);
    const deadline = performance.now() + ms;
    let isWaiting = false;
    try {
      for (let tries = 0; ; tries++) {
        const response = await fetch(request.clone()).catch((error: unknown) => lostIn(error, request.signal));
        if (response !== null && !PASSING.has(response.status)) return response;
        const pause = pauseAfter(response, tries);
        if (!isRepeatable(request) || performance.now() + pause > deadline) {
          if (response !== null) return response;
          throw new Unreachable('The server does not answer.');
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

function giveKey({ method, headers }: Request): void {
  if (method === 'POST' && headers.has('authorization') && !headers.has(KEY)) headers.set(KEY, randomKey());
}

function isRepeatable({ method, headers }: Request): boolean {
  return method !== 'POST' || headers.has(KEY);
}

function lostIn(error: unknown, signal: AbortSignal): null {
  if (signal.aborted || !(error instanceof TypeError)) throw error;
  return null; // what fetch throws when a connection cannot be made or breaks off
}

function pauseAfter(response: Response | null, tries: number): number {
  const asked = Number(response?.headers.get('retry-after') ?? 0) * 1000;
  return Math.max(asked, Math.min(PAUSE_MS * 2 ** tries, LONGEST_PAUSE_MS));
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
