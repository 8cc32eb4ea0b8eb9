import { Agent, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';

/** A request as it goes over the wire; headers may come twice, and a body may be any bytes. */
export interface Request {
  method: string;
  path: string;
  query: string[];
  headers: [string, string][];
  body: string | Buffer | undefined;
  /** who sends it, if that is known */
  token: string | null;
}

export interface Answer {
  status: number;
  headers: Record<string, unknown>;
  type: string | null;
  body: any;
}

const ANSWER_MS = 20_000;
const FIRST_BYTES_MS = 50;
/** What may never be answered, since it says that more is to come, is given up soon. */
const UNANSWERED_MS = 500;

const UNFINISHED = ['content-length', 'transfer-encoding', 'upgrade', 'connection'];

export function targetOf({ path, query }: Request): string {
  return query.length === 0 ? path : `${path}?${query.join('&')}`;
}

export class Wire {
  readonly #url: URL;
  readonly #agent = new Agent({ keepAlive: true });

  constructor(url: string) {
    this.#url = new URL(url);
  }

  close(): void {
    this.#agent.destroy();
  }

  /** Null: the connection ended without an answer. */
  send(asked: Request): Promise<Answer | null> {
    return isPlain(asked) ? this.#sendPlain(asked) : this.#sendRaw(asked);
  }

  #sendPlain(asked: Request): Promise<Answer | null> {
    return new Promise((resolve) => {
      const sending = request({
        hostname: this.#url.hostname,
        port: this.#url.port,
        agent: this.#agent,
        method: asked.method,
        path: targetOf(asked),
        headers: [['host', this.#url.host], ...lengthened(asked)].flat(),
      });
      const timer = setTimeout(() => sending.destroy(), ANSWER_MS);
      sending.on('response', (response) => {
        void bodyOf(response).then((text) => resolve(answerOf(response.statusCode ?? 0, response.headers, text)));
      });
      sending.on('error', () => resolve(null));
      sending.on('close', () => clearTimeout(timer));
      sending.end(asked.body);
    });
  }

  /** Byte for byte what was asked for, also what no client would send. */
  #sendRaw(asked: Request): Promise<Answer | null> {
    const { hostname: host, port } = this.#url;
    return new Promise((resolve) => {
      const socket = connect({ host, port: Number(port) });
      const parts: Buffer[] = [];
      const timer = setTimeout(() => socket.destroy(), mayBeUnanswered(asked) ? UNANSWERED_MS : ANSWER_MS);
      socket.on('data', (data) => parts.push(data));
      socket.on('error', () => {});
      socket.on('close', () => {
        clearTimeout(timer);
        resolve(parsed(Buffer.concat(parts).toString('utf8'), asked.method));
      });
      const lines = [['host', `${host}:${port}`], ['connection', 'close'], ...lengthened(asked)];
      const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
      socket.write(Buffer.from(`${asked.method} ${targetOf(asked)} HTTP/1.1\r\n${head}\r\n`, 'latin1'));
      if (asked.body !== undefined) socket.write(asked.body);
    });
  }
}

/** Whether it says that more is to come, or speaks another protocol: it is then waited for in vain. */
export function mayBeUnanswered({ method, headers }: Request): boolean {
  return method === 'CONNECT' || headers.some(([name]) => UNFINISHED.includes(name));
}

/** Whether Node's own client sends it. */
function isPlain(asked: Request): boolean {
  const singles = new Set(asked.headers.map(([name]) => name));
  return (
    /^[\x21-\x7e]*$/.test(targetOf(asked)) &&
    /^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)$/.test(asked.method) &&
    singles.size === asked.headers.length &&
    !['transfer-encoding', 'content-length', 'expect', 'upgrade', 'connection', 'host'].some((name) =>
      singles.has(name),
    ) &&
    asked.headers.every(([name, value]) => /^[\w-]+$/.test(name) && /^[\x20-\x7e]*$/.test(value))
  );
}

function lengthened({ method, headers, body }: Request): [string, string][] {
  const told = headers.some(([name]) => name === 'content-length' || name === 'transfer-encoding');
  if (told || (body === undefined && method !== 'POST')) return headers;
  return [...headers, ['content-length', String(body === undefined ? 0 : Buffer.byteLength(body))]];
}

/** The whole body; of a stream what comes at first. */
async function bodyOf(response: IncomingMessage): Promise<string> {
  const streamed = response.headers['content-type']?.startsWith('text/event-stream');
  const timer = streamed ? setTimeout(() => response.destroy(), FIRST_BYTES_MS) : undefined;
  const parts: Buffer[] = [];
  try {
    for await (const part of response) parts.push(part);
  } catch {
    // broken off, by the timer or by the server: what has come is what there is
  }
  clearTimeout(timer);
  return Buffer.concat(parts).toString('utf8');
}

function parsed(text: string, method: string): Answer | null {
  const [, status, rest] = /^HTTP\/1\.1 (\d{3}) ([\s\S]*)$/.exec(text) ?? [];
  if (status === undefined || rest === undefined) return null;
  if (status === '100') return parsed(text.slice(text.indexOf('\r\n\r\n') + 4), method);
  const [head = '', ...bodies] = rest.split('\r\n\r\n');
  const lines = head.split('\r\n').slice(1);
  const headers = Object.fromEntries(
    lines.map((line) => [line.split(':')[0]?.toLowerCase(), line.replace(/^[^:]*: ?/, '')]),
  );
  const body = bodies.join('\r\n\r\n');
  return answerOf(Number(status), headers, headers['transfer-encoding'] === 'chunked' ? unchunked(body) : body);
}

function unchunked(text: string): string {
  let rest = Buffer.from(text);
  const parts: Buffer[] = [];
  for (;;) {
    const line = rest.indexOf('\r\n');
    const size = line < 0 ? 0 : Number.parseInt(rest.subarray(0, line).toString(), 16);
    if (!(size > 0)) return Buffer.concat(parts).toString('utf8');
    parts.push(rest.subarray(line + 2, line + 2 + size));
    rest = rest.subarray(line + 4 + size);
  }
}

function answerOf(status: number, headers: Record<string, unknown>, text: string): Answer {
  const type = typeof headers['content-type'] === 'string' ? headers['content-type'] : null;
  return { status, headers, type, body: text === '' ? undefined : type?.includes('json') ? json(text) : text };
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
