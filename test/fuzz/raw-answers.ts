import { brotliDecompressSync, gunzipSync } from 'node:zlib';

export interface Answer {
  status: number;
  headers: Record<string, unknown>;
  type: string | null;
  body: any;
}

const HEAD_END = Buffer.from('\r\n\r\n');
const LINE_END = Buffer.from('\r\n');
const BODILESS = new Set([204, 304]);

export function answersIn(received: Buffer, methods: readonly string[]): Answer[] {
  const answers: Answer[] = [];
  let rest = received;
  for (const method of methods) {
    const first = firstIn(rest, method);
    if (first === null) break;
    answers.push(first.answer);
    rest = first.rest;
  }
  return answers;
}

export function answerOf(status: number, headers: Record<string, unknown>, text: string): Answer {
  const type = typeof headers['content-type'] === 'string' ? headers['content-type'] : null;
  return { status, headers, type, body: text === '' ? undefined : type?.includes('json') ? json(text) : text };
}

function firstIn(bytes: Buffer, method: string): { answer: Answer; rest: Buffer } | null {
  const headEnd = bytes.indexOf(HEAD_END);
  const head = bytes.subarray(0, headEnd).toString('latin1');
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1] ?? 0);
  if (headEnd < 0 || status === 0) return null;
  const after = bytes.subarray(headEnd + HEAD_END.length);
  if (status < 200) return firstIn(after, method); // 100 Continue is no answer yet
  const lines = head.split('\r\n').slice(1);
  const headers = Object.fromEntries(
    lines.map((line) => [line.split(':')[0]?.toLowerCase(), line.replace(/^[^:]*: ?/, '')]),
  );
  const bodiless = method === 'HEAD' || BODILESS.has(status);
  const { body, rest } = bodiless ? { body: Buffer.alloc(0), rest: after } : bodyIn(after, headers);
  return { answer: answerOf(status, headers, unpacked(body, headers['content-encoding']).toString('utf8')), rest };
}

function unpacked(body: Buffer, encoding: string | undefined): Buffer {
  if (body.length === 0) return body;
  return encoding === 'br' ? brotliDecompressSync(body) : encoding === 'gzip' ? gunzipSync(body) : body;
}

function bodyIn(bytes: Buffer, headers: Record<string, string>): { body: Buffer; rest: Buffer } {
  if (headers['transfer-encoding'] === 'chunked') return unchunked(bytes);
  const length = Number(headers['content-length'] ?? bytes.length);
  return { body: bytes.subarray(0, length), rest: bytes.subarray(length) };
}

function unchunked(bytes: Buffer): { body: Buffer; rest: Buffer } {
  let rest = bytes;
  const parts: Buffer[] = [];
  for (;;) {
    const line = rest.indexOf(LINE_END);
    const size = line < 0 ? 0 : Number.parseInt(rest.subarray(0, line).toString(), 16);
    if (!(size > 0)) return { body: Buffer.concat(parts), rest: rest.subarray(line + 2 * LINE_END.length) };
    parts.push(rest.subarray(line + LINE_END.length, line + LINE_END.length + size));
    rest = rest.subarray(line + 2 * LINE_END.length + size);
  }
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
