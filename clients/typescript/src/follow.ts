// Follows changes by server-sent events, read with fetch because EventSource cannot send a token. If streams are
// blocked, it uses long polling.
import { textIn } from './body-text.ts';
import type { Connection } from './connection.ts';
import { backOff, sleep } from './patient-fetch.ts';
import { NotCroupier, ProblemError, problemIn } from './problem-error.ts';
import { type Message, messagesIn } from './server-sent-events.ts';

/** How changes arrive. `live`: by a stream; `polling`: by long polls; `waiting`: there is no connection now; `over`:
 * nothing is left to follow; `refused`: this caller may not follow. */
export type Line = 'live' | 'polling' | 'waiting' | 'over' | 'refused';

export interface Listener {
  signal: AbortSignal;
  onLine(line: Line): void;
  /** called with a `ProblemError` or `NotCroupier` */
  onRefused?(why: unknown): void;
}

export interface Followed {
  /** URL below the base, with its query */
  path: string;
  headers?: Record<string, string>;
  /** what the caller already has, as a `Last-Event-ID`; null: nothing */
  lastId: string | null;
  /** true: each message replaces all earlier ones, so a new connection does not send `lastId` */
  isWhole?: boolean;
  signal: AbortSignal;
  onMessage(message: Message): void;
  onLine(line: Line): void;
  /** called before the line becomes `refused` */
  onRefused?(why: unknown): void;
  /** Makes one long poll of at most `wait` seconds. Returns the new `lastId`; throws if it fails. */
  poll(lastId: string | null, wait: number): Promise<string | null>;
}

const EVENT_STREAM = 'text/event-stream';
/** If nothing arrives for this long, the stream is dead: the service sends something every 15 seconds. */
const SILENCE_MS = 40_000;
/** If a stream does not begin within this time, a proxy holds it back. */
const BEGINNING_MS = 8_000;
const PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 15_000;
const POLLS_IN_A_ROW = 20;
const WAIT_SECONDS = 25;
/** After this many streams in a row that broke within seconds, the client polls. */
const SHORT_STREAMS = 3;

/** Resolves when the signal aborts or nothing is left to follow. Never rejects. */
export async function follow(connection: Connection, followed: Followed): Promise<void> {
  const { signal, onLine, onRefused, isWhole = false } = followed;
  let { lastId } = followed;
  const remember = (id: string | null) => {
    if (!isWhole) lastId = id ?? lastId;
  };
  let isBlocked = false; // true: the last stream failed although a call succeeded
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

/** Makes one poll that does not wait, and remembers how far it got. True if the service responds. */
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
  /** the error with which the service (`ProblemError`) or a server in between (`NotCroupier`) refused */
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
    // the service responds, but a proxy holds back the content, so polling may work
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
  if (status === 429) return 'polling'; // there are too many streams; a poll needs none
  return status >= 500 ? 'waiting' : 'refused';
}

/** Polls several times. Then the caller tries a stream again. */
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
