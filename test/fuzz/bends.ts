import type { Chance } from '../../src/kernel/chance.ts';
import { HEADERS, METHODS, NAMES, STRANGE, TOKENS, TYPES, WORDS } from './strange.ts';
import type { Request } from './wire.ts';
import { pick, type World } from './world.ts';

/** Changes a request so that it may not be right any more. */
type Bend = (asked: Request, lot: Chance, world: World) => Request;

const DEEP = 20_000;

export const BENDS: readonly Bend[] = [
  // the body, as a value
  inBody((body, lot) => replaced(body, pick(STRANGE, lot), lot)),
  inBody((body, lot) => replaced(body, pick(STRANGE, lot), lot)),
  inBody((body, lot) => without(body, lot)),
  inBody((body, lot) => ({ ...(body as object), [pick(NAMES, lot) as string]: pick(STRANGE, lot) })),
  inBody((_, lot) => pick(STRANGE, lot)),
  // the body, as bytes
  inText((text, lot) => text.slice(0, lot.int(text.length + 1))),
  inText((text) => `${text}}`),
  inText((text) => `\ufeff${text}`),
  inText((text) => text.replace('{', '{"ruleset":"pascal","seat":0,')),
  inText((text) => text.replace(/\d+/, '1e999')),
  inText((text) => text.replace(/\d+/, '00')),
  inText((text) => text.replace('{', '{"__proto__":{"a":1},')),
  inText((text, lot) => text.replaceAll('"', () => (lot.int(4) === 0 ? "'" : '"'))),
  inText(() => '['.repeat(DEEP)),
  inText(() => '{"a":'.repeat(DEEP)),
  inText(() => `{"action":${'['.repeat(DEEP)}${']'.repeat(DEEP)}}`),
  inText((text) => ' '.repeat(70_000) + text),
  inText(() => ''),
  (asked) => ({ ...asked, body: Buffer.from(String(asked.body ?? '{}'), 'utf16le') }),
  (asked, lot) => ({ ...asked, body: Buffer.from(Array.from({ length: 40 }, () => lot.int(256))) }),
  (asked) => ({
    ...asked,
    body: Buffer.concat([Buffer.from('{"name":"'), Buffer.from([0xff, 0xc0, 0x80]), Buffer.from('"}')]),
  }),
  (asked) => ({ ...asked, body: undefined }),
  (asked, lot) => ({
    ...asked,
    body: JSON.stringify(pick(STRANGE, lot)),
    headers: typed(asked.headers, 'application/json'),
  }),
  // the headers
  (asked, lot) => ({ ...asked, headers: typed(asked.headers, pick(TYPES, lot) as string) }),
  (asked) => ({ ...asked, headers: asked.headers.filter(([name]) => name !== 'content-type') }),
  (asked, lot) => ({ ...asked, headers: [...asked.headers, pick(HEADERS, lot) as [string, string]] }),
  (asked, lot) => ({ ...asked, headers: [...asked.headers, pick(HEADERS, lot) as [string, string]] }),
  (asked, lot) => ({ ...asked, headers: [...asked.headers, pick(asked.headers, lot) ?? ['x', 'y']] }),
  (asked, lot) => withToken(asked, pick(TOKENS, lot) as string),
  (asked) => ({ ...asked, token: null, headers: asked.headers.filter(([name]) => name !== 'authorization') }),
  (asked, lot, world) => withToken(asked, `Bearer ${pick(world.readTokens, lot) ?? 'none'}`),
  (asked, lot, world) => withToken(asked, `Bearer ${pick(world.players, lot)?.token ?? 'none'}`),
  // where to
  (asked, lot) => ({ ...asked, method: pick(METHODS, lot) as string }),
  (asked, lot) => ({
    ...asked,
    query: [...asked.query, `${pick(NAMES.slice(0, 7), lot)?.replaceAll(' ', '+')}=${pick(WORDS, lot)}`],
  }),
  (asked, lot) => ({
    ...asked,
    query: asked.query.map((part) => (lot.int(2) === 0 ? part : `${part.split('=')[0]}=${pick(WORDS, lot)}`)),
  }),
  (asked, lot) => ({
    ...asked,
    query: [
      ...asked.query,
      pick(['a', '&&', '=', 'seat', 'at=1', 'wait=x', 'after=0', 'limit=0', 'seat=0&seat=1', 'a[b]=1'], lot) as string,
    ],
  }),
  (asked, lot) => ({ ...asked, query: [...asked.query, ...asked.query, `wait=${lot.int(2)}`] }),
  (asked, lot) => ({ ...asked, path: part(asked.path, lot, pick(WORDS, lot) as string) }),
  (asked, lot) => ({
    ...asked,
    path: pick(
      [
        `${asked.path}/`,
        `/${asked.path}`,
        asked.path.toUpperCase(),
        `${asked.path}/x`,
        `${asked.path};a=b`,
        '*',
        '',
        '/',
        asked.path.replace('/v1', '/v2'),
        `http://other${asked.path}`,
      ],
      lot,
    ) as string,
  }),
];

function inBody(bend: (body: unknown, lot: Chance) => unknown): Bend {
  return (asked, lot) => {
    if (typeof asked.body !== 'string') return asked;
    try {
      return { ...asked, body: JSON.stringify(bend(JSON.parse(asked.body), lot)) };
    } catch {
      return asked; // another bend has been there before
    }
  };
}

function inText(bend: (text: string, lot: Chance) => string): Bend {
  return (asked, lot) => (typeof asked.body === 'string' ? { ...asked, body: bend(asked.body, lot) } : asked);
}

/** The same with one part of it, at any depth, replaced. */
function replaced(value: unknown, by: unknown, lot: Chance): unknown {
  if (typeof value !== 'object' || value === null || lot.int(4) === 0) return by;
  const names = Object.keys(value);
  const name = pick(names, lot);
  if (name === undefined) return by;
  const copy: any = Array.isArray(value) ? [...value] : { ...value };
  copy[name] = replaced(copy[name], by, lot);
  return copy;
}

function without(value: unknown, lot: Chance): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const name = pick(Object.keys(value), lot);
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== name));
}

function typed(headers: Request['headers'], type: string): Request['headers'] {
  return [...headers.filter(([name]) => name !== 'content-type'), ['content-type', type]];
}

function withToken(asked: Request, value: string): Request {
  const headers = asked.headers.filter(([name]) => name !== 'authorization');
  return { ...asked, token: null, headers: [...headers, ['authorization', value]] };
}

/** The path with one of its parts replaced. */
function part(path: string, lot: Chance, by: string): string {
  const parts = path.split('/');
  parts[2 + lot.int(Math.max(1, parts.length - 2))] = by;
  return parts.join('/');
}
