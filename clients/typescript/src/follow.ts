// Follows by a fetch stream, which can send a token and resume. Falls back to long polling where streams are blocked.
import { textIn } from './body-text.ts';
import type { Connection } from './connection.ts';
import { backOff, sleep } from './patient-fetch.ts';
import { NotCroupier, ProblemError, problemIn } from './problem-error.ts';
import { type Message, messagesIn } from './server-sent-events.ts';

/** `live`: stream; `polling`: long polls; `waiting`: no connection now; `over`: nothing left; `refused`: not for
 * this caller. */
export type Line = 'live' | 'polling' | 'waiting' | 'over' | 'refused';

export interface Listener {
  signal: AbortSignal;
  onLine(line: Line): void;
  /** a `ProblemError` or `NotCroupier` */
  onRefused?(why: unknown): void;
}

export interface Followed {
  /** URL below the base, with its query */
  path: string;
  headers?: Record<string, string>;
  /** what the caller already has, as a `Last-Event-ID`, or null */
  lastId: string | null;
  /** each message is complete, so every connection starts from the beginning: earlier ones may have been revoked */
  isWhole?: boolean;
  signal: AbortSignal;
  onMessage(message: Message): void;
  onLine(line: Line): void;
  /** called before the line becomes `refused` */
  onRefused?(why: unknown): void;
  /** One long poll of at most `wait` seconds. Returns the new `lastId`; throws on failure. */
  poll(lastId: string | null, wait: number): Promise<string | null>;
}

const EVENT_STREAM = 'text/event-stream';
/** The service sends a sign of life every 15 seconds. */
const SILENCE_MS = 40_000;
/** A stream starts at once; otherwise something in between buffers it. */
const BEGINNING_MS = 8_000;
const PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 15_000;
const POLLS_IN_A_ROW = 20;
const WAIT_SECONDS = 25;
/** After this number of streams in a row that were cut within seconds, it polls. */
const SHORT_STREAMS = 3;

/** Resolves when the signal aborts or nothing is left to follow; never rejects. */
export async function follow(connection: Connection, followed: Followed): Promise<void> {
  const { signal, onLine, onRefused, isWhole = false } = followed;
  let { lastId } = followed;
  const remember = (id: string | null) => {
    if (!isWhole) lastId = id ?? lastId;
  };
  let isBlocked = false; // the last stream failed although a call succeeded
  let short = 0;
  for (let tries = 0; !signal.aborted; tries++) {
    const began = performance.now();
    const { line, why } = await stream(connection, { ...followed, lastId }, remember);
    if (signal.aborted) return;
    if (line === 'over') return onLine(line);
    if (line === 'live') {
      [tries, isBlocked] = [0, false];
      short = performance.now() - began < BEGINNING_MS ? short + 1 : 0;
    }
    const isFailed = line === 'waiting' || why instanceof NotCroupier;
    if (line === 'polling' || short >= SHORT_STREAMS || (isFailed && isBlocked)) {
      await pollFor(followed, lastId, remember).catch(() => pause(tries, followed));
      continue;
    }
    if (isFailed) isBlocked = await isAnswered(followed, lastId, remember);
    if (signal.aborted) return;
    if (why !== undefined && !isBlocked) {
      onRefused?.(why);
      return onLine('refused');
    }
    if (!isBlocked) await pause(tries, followed);
  }
}

/** True if the service responds to a poll; reports its news. */
async function isAnswered(
  { poll, onLine }: Followed,
  from: string | null,
  remember: (id: string | null) => void,
): Promise<boolean> {
  onLine('waiting');
  try {
    remember(await poll(from, 0));
    return true;
  } catch {
    return false;
  }
}

interface StreamEnd {
  line: Line;
  /** of a refusal: `ProblemError` by the service, `NotCroupier` by something in between */
  why?: ProblemError | NotCroupier;
}

async function stream(
  connection: Connection,
  { path, headers: more = {}, lastId, signal, onMessage, onLine }: Followed,
  remember: (id: string | null) => void,
): Promise<StreamEnd> {
  const broken = new AbortController();
  const abort = () => broken.abort();
  signal.addEventListener('abort', abort, { once: true });
  let line = 'waiting' as Line;
  let watchdog = setTimeout(abort, BEGINNING_MS);
  try {
    const headers: Record<string, string> = { ...connection.headers(), ...more, accept: EVENT_STREAM };
    if (lastId !== null) headers['last-event-id'] = lastId;
    const answer = await fetch(`${connection.baseUrl}${path}`, {
      headers,
      signal: broken.signal,
      redirect: 'manual',
    });
    const refused = answer.ok ? null : lineOf(answer.status);
    if (refused === 'refused') return { line: refused, why: whyRefused(answer, await textIn(answer.body)) };
    if (refused !== null) return { line: refused };
    if (answer.status === 204 || answer.body === null) return { line: 'over' };
    if (answer.headers.get('content-type')?.startsWith(EVENT_STREAM) !== true) {
      await answer.body.cancel();
      return { line: 'refused', why: new NotCroupier(answer) };
    }
    const onLife = () => {
      if (line !== 'live') onLine('live');
      line = 'live';
      clearTimeout(watchdog);
      watchdog = setTimeout(abort, SILENCE_MS);
    };
    for await (const message of messagesIn(answer.body, onLife)) {
      onMessage(message);
      remember(message.id);
    }
    return { line };
  } catch {
    // the response came or would have come; only its content is held back
    return { line: broken.signal.aborted && line !== 'live' ? 'polling' : line };
  } finally {
    clearTimeout(watchdog);
    signal.removeEventListener('abort', abort);
  }
}

function whyRefused(answer: Response, text: string | null): ProblemError | NotCroupier {
  try {
    return new ProblemError(problemIn(answer, text));
  } catch {
    return new NotCroupier(answer);
  }
}

function lineOf(status: number): Line {
  if (status === 429) return 'polling'; // too many streams; a poll needs none
  return status >= 500 ? 'waiting' : 'refused';
}

/** Polls several times before a stream is tried again. */
async function pollFor(
  { poll, onLine, signal }: Followed,
  from: string | null,
  remember: (id: string | null) => void,
): Promise<void> {
  let lastId = from;
  for (let polls = 0; polls < POLLS_IN_A_ROW && !signal.aborted; polls++) {
    lastId = await poll(lastId, WAIT_SECONDS);
    remember(lastId);
    onLine('polling');
  }
}

async function pause(tries: number, { onLine, signal }: Followed): Promise<void> {
  onLine('waiting');
  await sleep(backOff(tries, PAUSE_MS, LONGEST_PAUSE_MS), signal).catch(() => {});
}
