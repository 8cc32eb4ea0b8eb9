import { type IncomingMessage, request as requestInClear } from 'node:http';
import { request as requestOverTls } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { unlessAborted } from '../eventlog/queue.ts';
import { hostOf, type Reach, refusesPort } from './address.ts';

export interface Message {
  url: string;
  body: string | Buffer;
  /** returns all headers except the length */
  headers(at: Date): Record<string, string>;
}

export interface Outcome {
  delivered: boolean;
  httpStatus: number | null;
  /** the failure in plain words; null: the message was delivered */
  error: string | null;
  /** milliseconds that the receiver asks to wait */
  retryAfterMs: number;
}

export interface AttemptOptions {
  reach: Reach;
  /** the limit from resolving the name to the end of the response */
  timeoutMs: number;
  at: Date;
  /** if it aborts, the attempt ends as after a timeout */
  signal?: AbortSignal;
}

/** At most this many bytes of a response are read, so that the receiver can finish. Only the status counts. */
const MOST_READ_BYTES = 4_096;
const MOST_HEADER_BYTES = 8_192;

/** Sends a message once. Never rejects: failures are a part of the result. */
export async function attempt(message: Message, options: AttemptOptions): Promise<Outcome> {
  const { reach, timeoutMs, at, signal: stopping } = options;
  const ending = new AbortController();
  const stop = () => ending.abort(new Unreachable('the attempt was broken off'));
  const timer = setTimeout(() => ending.abort(new Unreachable(`no answer within ${timeoutMs / 1000} s`)), timeoutMs);
  stopping?.addEventListener('abort', stop);
  try {
    if (stopping?.aborted) stop();
    const url = new URL(message.url);
    const addresses = await unlessAborted(ending.signal, addressesOf(url, reach));
    const response = await unlessAborted(ending.signal, send(url, addresses, message, at, ending.signal));
    const outcome = outcomeOf(response);
    await skim(response);
    return outcome;
  } catch (error) {
    return { delivered: false, httpStatus: null, error: reasonOf(error), retryAfterMs: 0 };
  } finally {
    clearTimeout(timer);
    stopping?.removeEventListener('abort', stop);
  }
}

/** Thrown for a receiver that cannot be reached. The owner of the channel may see the text. */
export class Unreachable extends Error {
  override name = 'Unreachable';
}

/** Checks all addresses of the host and returns them. The connection uses only these, so a changed DNS record cannot
 * lead it elsewhere. */
async function addressesOf(url: URL, reach: Reach): Promise<string[]> {
  if (!reach.schemes.includes(url.protocol)) throw new Unreachable(`${url.protocol} URLs are not allowed here`);
  if (refusesPort(reach, url)) throw new Unreachable('nothing is sent to this port');
  const host = hostOf(url);
  const addresses = isIP(host) === 0 ? await reach.resolve(host) : [host];
  if (addresses.length === 0) throw new Unreachable('the name has no address');
  if (addresses.some((address) => reach.refuses(address))) {
    throw new Unreachable('the host has an address that is not public');
  }
  return addresses;
}

function send(url: URL, addresses: string[], message: Message, at: Date, signal: AbortSignal) {
  const { body } = message;
  const request = url.protocol === 'https:' ? requestOverTls : requestInClear;
  const sending = request(url, {
    method: 'POST',
    agent: false, // opens a new connection, because an open one may lead to an address that was not checked
    lookup: lookupIn(addresses),
    maxHeaderSize: MOST_HEADER_BYTES,
    signal,
    headers: { ...message.headers(at), 'content-length': Buffer.byteLength(body), 'user-agent': 'croupier' },
  });
  sending.end(body);
  return new Promise<IncomingMessage>((resolve, reject) => {
    sending.on('response', resolve);
    sending.on('error', reject);
    sending.on('close', () => reject(new Unreachable('the connection ended without an answer')));
  });
}

function lookupIn(addresses: string[]): LookupFunction {
  const all = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_, options, callback) => {
    const [first] = all;
    if (options.all || first === undefined) callback(null, all);
    else callback(null, first.address, first.family);
  };
}

/** Reads the response. An error while reading does not change the outcome. */
async function skim(response: IncomingMessage): Promise<void> {
  let bytes = 0;
  try {
    for await (const chunk of response) {
      bytes += (chunk as Buffer).length;
      if (bytes > MOST_READ_BYTES) break;
    }
  } catch {
    response.destroy();
  }
}

function outcomeOf(response: IncomingMessage): Outcome {
  const { statusCode: httpStatus = 0 } = response;
  if (httpStatus >= 200 && httpStatus < 300) return { delivered: true, httpStatus, error: null, retryAfterMs: 0 };
  const redirected = httpStatus >= 300 && httpStatus < 400;
  const error = redirected ? 'redirects are not followed' : `the answer was ${httpStatus}`;
  return { delivered: false, httpStatus, error, retryAfterMs: retryAfterMs(response.headers['retry-after']) };
}

function retryAfterMs(header: string | undefined): number {
  return header !== undefined && /^\d{1,7}$/.test(header) ? Number(header) * 1000 : 0;
}

const REASONS: Record<string, string> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was reset',
  ENODATA: 'the name has no address',
  ENOTFOUND: 'the name is not known',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  HPE_HEADER_OVERFLOW: 'the headers of the answer are too large',
};

/** Returns the reason of a failure; for unknown errors only the code, because their text may reveal internals. */
function reasonOf(error: unknown): string {
  if (error instanceof Unreachable) return error.message;
  const { code } = error as NodeJS.ErrnoException;
  return (code === undefined ? undefined : REASONS[code]) ?? `the connection failed${code ? ` (${code})` : ''}`;
}
