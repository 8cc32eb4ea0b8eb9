import { Agent, type IncomingMessage, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { type Answer, answerOf, answersIn } from './raw-answers.ts';

/** A request that an ordinary client could not send: a header may occur twice, and the body may be any bytes. */
export interface Request {
  method: string;
  path: string;
  query: string[];
  headers: [string, string][];
  body: string | Buffer | undefined;
  token: string | null;
  version?: string;
  /** how the bytes are sent; `left`: the caller disconnects before the response */
  manner?: 'in pieces' | 'cut off' | 'left' | undefined;
}

const ANSWER_MS = 20_000;
const FIRST_BYTES_MS = 50;
/** How long to wait for the response to an incomplete request, which may never come. */
const UNANSWERED_MS = 500;
const LEFT_MS = 3;
const PIECES = 6;

const UNFINISHED = ['content-length', 'transfer-encoding', 'upgrade', 'connection'];
const METHODS = /^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)$/;
const ITS_OWN = [...UNFINISHED, 'expect', 'host', 'trailer', 'keep-alive'];

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

  async send(asked: Request): Promise<Answer | null> {
    if (isPlain(asked)) return this.#sendPlain(asked);
    const [answer = null] = await this.pipeline([asked]);
    // the server may answer before all pieces are sent, and this answer may be lost: sends the request again, whole
    return answer === null && asked.manner === 'in pieces' ? this.send({ ...asked, manner: undefined }) : answer;
  }

  pipeline(asked: readonly Request[]): Promise<Answer[]> {
    const { hostname: host, port } = this.#url;
    return new Promise((resolve) => {
      const socket = connect({ host, port: Number(port) });
      const received: Buffer[] = [];
      const end = () => socket.destroy();
      const timers = [setTimeout(end, asked.some(mayBeUnanswered) ? UNANSWERED_MS : ANSWER_MS)];
      socket.on('data', (data) => {
        received.push(data);
        if (data.includes('content-type: text/event-stream')) timers.push(setTimeout(end, FIRST_BYTES_MS));
      });
      socket.on('error', () => {});
      socket.on('close', () => {
        for (const timer of timers) clearTimeout(timer);
        const methods = asked.map(({ method }) => method);
        resolve(answersIn(Buffer.concat(received), methods));
      });
      const last = asked.length - 1;
      const bytes = Buffer.concat(asked.map((each, i) => this.#bytesOf(each, i === last)));
      timers.push(...sendBytes(socket, bytes, asked[last]?.manner));
    });
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

  #bytesOf(asked: Request, last: boolean): Buffer {
    const { method, version = 'HTTP/1.1', body } = asked;
    const own: [string, string][] = [
      ['host', this.#url.host],
      ...(last ? [['connection', 'close'] as [string, string]] : []),
    ];
    const head = [...own, ...lengthened(asked)].map(([name, value]) => `${name}: ${value}\r\n`).join('');
    const start = Buffer.from(`${method} ${targetOf(asked)} ${version}\r\n${head}\r\n`, 'latin1');
    return body === undefined ? start : Buffer.concat([start, Buffer.from(body as string)]);
  }
}

export function mayBeUnanswered({ method, headers, version, manner }: Request): boolean {
  if (method === 'CONNECT' || version !== undefined || manner === 'cut off' || manner === 'left') return true;
  return headers.some(([name]) => UNFINISHED.includes(name));
}

function isPlain(asked: Request): boolean {
  const names = new Set(asked.headers.map(([name]) => name));
  return (
    asked.version === undefined &&
    asked.manner === undefined &&
    METHODS.test(asked.method) &&
    /^[\x21-\x7e]*$/.test(targetOf(asked)) &&
    names.size === asked.headers.length &&
    !ITS_OWN.some((name) => names.has(name)) &&
    asked.headers.every(([name, value]) => /^[\w-]+$/.test(name) && /^[\x20-\x7e]*$/.test(value))
  );
}

function sendBytes(socket: Socket, bytes: Buffer, manner: Request['manner']): NodeJS.Timeout[] {
  const write = (part: Buffer) => socket.writable && socket.write(part);
  switch (manner) {
    case 'in pieces': {
      const size = Math.ceil(bytes.length / PIECES);
      socket.setNoDelay(true);
      // each piece starts the timer of the next, because timers started together may fire in another order
      const send = (from: number) => {
        write(bytes.subarray(from, from + size));
        if (from + size < bytes.length) setTimeout(send, 1, from + size);
      };
      send(0);
      return [];
    }
    case 'cut off':
      socket.end(bytes.subarray(0, Math.floor(bytes.length / 2)));
      return [];
    case 'left':
      write(bytes);
      return [setTimeout(() => socket.destroy(), LEFT_MS)];
    default:
      write(bytes);
      return [];
  }
}

function lengthened({ method, headers, body }: Request): [string, string][] {
  const told = headers.some(([name]) => name === 'content-length' || name === 'transfer-encoding');
  if (told || (body === undefined && method !== 'POST')) return headers;
  return [...headers, ['content-length', String(body === undefined ? 0 : Buffer.byteLength(body))]];
}

async function bodyOf(response: IncomingMessage): Promise<string> {
  const streamed = response.headers['content-type']?.startsWith('text/event-stream');
  const timer = streamed ? setTimeout(() => response.destroy(), FIRST_BYTES_MS) : undefined;
  const parts: Buffer[] = [];
  try {
    for await (const part of response) parts.push(part);
  } catch {
    // the timer or the server has cut the connection; what has come is the answer
  }
  clearTimeout(timer);
  return Buffer.concat(parts).toString('utf8');
}
