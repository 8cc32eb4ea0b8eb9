import { gzipSync } from 'node:zlib';
import type { Chance } from '#rules/kernel/chance.ts';
import { NAMES, STRANGE } from './strange.ts';
import { PATHS, QUERIES, WORDS } from './strange-addresses.ts';
import { HEADERS, METHODS, TOKENS, TYPES, VERSIONS } from './strange-headers.ts';
import { TEXT_BENDS } from './text-bends.ts';
import type { Request } from './wire.ts';
import { pick, type World } from './world.ts';

type Bend = (asked: Request, lot: Chance, world: World) => Request;

const MANY = 300;

export const BENDS: ReadonlyMap<string, Bend> = new Map<string, Bend>([
  ['a strange value in the body', inBody((body, lot) => replaced(body, pick(STRANGE, lot), lot))],
  ['a strange value deep in the body', inBody((body, lot) => replaced(body, pick(STRANGE, lot), lot, 0))],
  ['a field left out', inBody((body, lot) => without(body, lot))],
  [
    'a field too many',
    inBody((body, lot) => ({ ...(body as object), [pick(NAMES, lot) as string]: pick(STRANGE, lot) })),
  ],
  ['many fields too many', inBody((body) => ({ ...(body as object), ...Object.fromEntries(fields(MANY)) }))],
  ['a body that is something else', inBody((_, lot) => pick(STRANGE, lot))],
  ['an old expectedVersion', inBody((body, lot) => ({ ...(body as object), expectedVersion: 1 + lot.int(9) }))],
  ['another seat', inBody((body, lot) => ({ ...(body as object), seat: lot.int(4) }))],
  ...[...TEXT_BENDS].map(([name, bend]): [string, Bend] => [name, inText(bend)]),
  ['UTF-16', (asked) => ({ ...asked, body: Buffer.from(String(asked.body ?? '{}'), 'utf16le') })],
  ['noise', (asked, lot) => ({ ...asked, body: Buffer.from(Array.from({ length: 40 }, () => lot.int(256))) })],
  ['no UTF-8', (asked) => ({ ...asked, body: Buffer.from('{"name":"\xff\xc0\x80","kind":"agent"}', 'latin1') })],
  ['no body', (asked) => ({ ...asked, body: undefined })],
  [
    'a body where none belongs',
    (asked, lot) => ({
      ...asked,
      body: JSON.stringify(pick(STRANGE, lot)),
      headers: typed(asked.headers, 'application/json'),
    }),
  ],
  ['gzip', (asked) => ({ ...withHeader(asked, ['content-encoding', 'gzip']), body: gzipSync(asked.body ?? '') })],
  ['chunks', (asked, lot) => chunked(asked, lot)],
  ['another media type', (asked, lot) => ({ ...asked, headers: typed(asked.headers, pick(TYPES, lot) as string) })],
  ['no media type', (asked) => ({ ...asked, headers: untyped(asked.headers) })],
  ['a strange header', (asked, lot) => withHeader(asked, pick(HEADERS, lot) as [string, string])],
  [
    'two strange headers',
    (asked, lot) =>
      withHeader(withHeader(asked, pick(HEADERS, lot) as [string, string]), pick(HEADERS, lot) as [string, string]),
  ],
  ['a header twice', (asked, lot) => withHeader(asked, pick(asked.headers, lot) ?? ['x', 'y'])],
  ['many headers', (asked) => ({ ...asked, headers: [...asked.headers, ...fields(MANY)] })],
  ['a stream', (asked) => withHeader(asked, ['accept', 'text/event-stream'])],
  ['a strange token', (asked, lot) => withToken(asked, pick(TOKENS, lot) as string, null)],
  ['no token', (asked) => ({ ...asked, token: null, headers: untold(asked.headers) })],
  ['a token that only reads', (asked, lot, { readTokens }) => as(asked, pick(readTokens, lot))],
  ['the token of another', (asked, lot, { players }) => as(asked, pick(players, lot)?.token)],
  ['a token that was', (asked, lot, { retired }) => as(asked, pick(retired, lot))],
  ['another method', (asked, lot) => ({ ...asked, method: pick(METHODS, lot) as string })],
  [
    'a strange parameter',
    (asked, lot) => ({
      ...asked,
      query: [...asked.query, `${pick(NAMES.slice(0, 7), lot)?.replaceAll(' ', '+')}=${pick(WORDS, lot)}`],
    }),
  ],
  [
    'strange values of parameters',
    (asked, lot) => ({
      ...asked,
      query: asked.query.map((part) => (lot.int(2) === 0 ? part : `${part.split('=')[0]}=${pick(WORDS, lot)}`)),
    }),
  ],
  ['a strange query', (asked, lot) => ({ ...asked, query: [...asked.query, pick(QUERIES, lot) as string] })],
  ['a parameter twice', (asked, lot) => ({ ...asked, query: [...asked.query, ...asked.query, `wait=${lot.int(2)}`] })],
  [
    'many parameters',
    (asked) => ({ ...asked, query: [...asked.query, ...fields(MANY).map((pair) => pair.join('='))] }),
  ],
  [
    'a strange part of the path',
    (asked, lot) => ({ ...asked, path: part(asked.path, lot, pick(WORDS, lot) as string) }),
  ],
  ['another path', (asked, lot) => ({ ...asked, path: (pick(PATHS, lot) ?? String)(asked.path) })],
  ['another version of HTTP', (asked, lot) => ({ ...asked, version: pick(VERSIONS, lot) as string })],
  ['in pieces', (asked) => ({ ...asked, manner: 'in pieces' })],
  ['cut off', (asked) => ({ ...asked, manner: 'cut off' })],
  ['left before the answer', (asked) => ({ ...asked, manner: 'left', query: [...asked.query, 'wait=1'] })],
]);

function inBody(bend: (body: unknown, lot: Chance) => unknown): Bend {
  return inText((text, lot) => {
    try {
      return JSON.stringify(bend(JSON.parse(text), lot)) ?? text;
    } catch {
      return text; // another change has made the text invalid JSON
    }
  });
}

function inText(bend: (text: string, lot: Chance) => string): Bend {
  return (asked, lot) => (typeof asked.body === 'string' ? { ...asked, body: bend(asked.body, lot) } : asked);
}

/** Returns a copy with one part at a random depth replaced; with probability 1/atTop replaces the whole value. */
function replaced(value: unknown, by: unknown, lot: Chance, atTop = 4): unknown {
  if (typeof value !== 'object' || value === null || (atTop > 0 && lot.int(atTop) === 0)) return by;
  const name = pick(Object.keys(value), lot);
  if (name === undefined) return by;
  const copy: any = Array.isArray(value) ? [...value] : { ...value };
  copy[name] = replaced(copy[name], by, lot, atTop);
  return copy;
}

function without(value: unknown, lot: Chance): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const name = pick(Object.keys(value), lot);
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== name));
}

function fields(many: number): [string, string][] {
  return Array.from({ length: many }, (_, i) => [`x-${i}`, String(i)]);
}

function withHeader(asked: Request, header: [string, string]): Request {
  return { ...asked, headers: [...asked.headers, header] };
}

function typed(headers: Request['headers'], type: string): Request['headers'] {
  return [...untyped(headers), ['content-type', type]];
}

function untyped(headers: Request['headers']): Request['headers'] {
  return headers.filter(([name]) => name !== 'content-type');
}

function untold(headers: Request['headers']): Request['headers'] {
  return headers.filter(([name]) => name !== 'authorization');
}

function withToken(asked: Request, value: string, token: string | null): Request {
  return { ...asked, token, headers: [...untold(asked.headers), ['authorization', value]] };
}

function as(asked: Request, token = 'none'): Request {
  return withToken(asked, `Bearer ${token}`, token);
}

function chunked(asked: Request, lot: Chance): Request {
  const bytes = Buffer.from(asked.body ?? '');
  const size = bytes.length + (lot.int(4) === 0 ? 1 : 0);
  const body = Buffer.concat([Buffer.from(`${size.toString(16)}\r\n`), bytes, Buffer.from('\r\n0\r\n\r\n')]);
  const headers: Request['headers'] = [...asked.headers, ['transfer-encoding', 'chunked']];
  return { ...asked, body, headers: lot.int(4) === 0 ? [...headers, ['content-length', '3']] : headers };
}

function part(path: string, lot: Chance, by: string): string {
  const parts = path.split('/');
  parts[2 + lot.int(Math.max(1, parts.length - 2))] = by;
  return parts.join('/');
}
