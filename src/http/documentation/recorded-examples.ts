import { createHash, type Hash } from 'node:crypto';
import { grouped } from '../../statistics/grouped.ts';
import { type Doc, inCommon, shared } from './shared-parts.ts';

interface RecordedCall {
  operation: string;
  sent?: any;
  status: number;
  body?: any;
  ruleset?: string;
}

const BY_RULESET = {
  requests: new Set(['createGame', 'submitAction']),
  answers: new Set(['getState', 'listActions', 'submitAction']),
};
/** Of several examples, the longest one up to this many characters is chosen. */
const LONGEST_PREFERRED = 1_200;
const LEAST_SHARED = 150;
const OF_ACTIONS = /(actions|labels|odds)$/i;
const MOST = { actions: 5, rows: 2 };
const LONGEST_TEXT = 300;

export function withRecordedExamples(document: Doc, session: string): Doc {
  const doc = structuredClone(document);
  const calls = session.trimEnd().split('\n').map(callIn);
  const succeeded = grouped(
    calls.filter(({ status }) => status < 300),
    ({ operation }) => operation,
  );
  const examples = Object.values<Doc>(doc.paths)
    .flatMap((item) => Object.values<Doc>(item))
    .flatMap((operation) => addExamples(operation, succeeded.get(operation.operationId) ?? []));
  const alike = inCommon(examples, (_, example) => JSON.stringify(example).length > LEAST_SHARED);
  let count = 0;
  Object.assign(
    doc.components.examples,
    shared(alike, 'examples', (name) => `${name}-${++count}`),
  );
  return doc;
}

function callIn(line: string): RecordedCall {
  const call = JSON.parse(fill(line));
  const body = call.body?.beginning ?? call.body;
  return { ...call, body, ruleset: call.sent?.ruleset ?? body?.ruleset };
}

function addExamples({ operationId, requestBody, responses }: Doc, calls: readonly RecordedCall[]): Doc[] {
  const added: Doc[] = [];
  const add = (
    content: Doc | undefined,
    byRuleset: ReadonlySet<string>,
    bodyOf: (call: RecordedCall, type: string) => unknown,
  ) => {
    for (const [type, media] of Object.entries<Doc>(content ?? {})) {
      const nameOf = ({ ruleset }: RecordedCall) => (byRuleset.has(operationId) ? ruleset : operationId);
      const examples = [...grouped(calls, nameOf)].flatMap(([name, own]) => {
        const value = chosen(own.map((call) => bodyOf(call, type)).filter((body) => body !== undefined));
        return name === undefined || value === undefined ? [] : [[name, { value }]];
      });
      media.examples = Object.fromEntries(examples);
      added.push(media.examples);
    }
  };
  add(requestBody?.content, BY_RULESET.requests, ({ sent }) => sent);
  for (const [code, { content }] of Object.entries<Doc>(responses)) {
    if (code >= '300') continue;
    add(content, BY_RULESET.answers, ({ status, body }, type) =>
      `${status}` === code ? shown(body, type) : undefined,
    );
  }
  return added;
}

/** Returns the longest example that is short enough; if none is, the shortest. */
function chosen(values: readonly unknown[]): unknown {
  const sized = values.map((value) => ({ value, size: JSON.stringify(value).length }));
  const byTheirSizes = sized.sort((one, other) => other.size - one.size);
  return (byTheirSizes.find(({ size }) => size <= LONGEST_PREFERRED) ?? byTheirSizes.at(-1))?.value;
}

/** Returns the example of a recorded body; for an archive: the names of its files; for a stream: its first parts. */
function shown(body: any, type: string): unknown {
  if (body === undefined || type === 'application/json') return abridged(body);
  if (type === 'application/zip') return Object.keys(body).join('\n');
  const [parts, end] =
    type === 'text/event-stream' ? [[body].flat().join('\n\n').split('\n\n'), '\n\n'] : [body.split('\n'), '\n'];
  return parts
    .slice(0, MOST.rows)
    .map((part: string) => `${part}${end}`)
    .join('');
}

/** Shortens long texts, JSON Schemas, and lists of actions and rows, but no list of seats. */
export function abridged(value: unknown, name = '', depth = 0): unknown {
  if (typeof value === 'string') return value.length > LONGEST_TEXT ? `${value.slice(0, LONGEST_TEXT)}…` : value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const isOfRows = depth === 1 && typeof value[0] === 'object' && name !== 'seats';
    const most = OF_ACTIONS.test(name) ? MOST.actions : isOfRows ? MOST.rows : value.length;
    return value.slice(0, most).map((part) => abridged(part, '', depth + 1));
  }
  const isLongSchema = '$schema' in value && JSON.stringify(value).length > LONGEST_PREFERRED;
  const parts = Object.entries(value).filter(([, part]) => !isLongSchema || typeof part !== 'object');
  return Object.fromEntries(parts.map(([key, part]) => [key, abridged(part, key, depth + 1)]));
}

const UNNUMBERED = 9_000;

const short = (digest: Hash) => digest.digest('base64url').slice(0, 22);
const long = (digest: Hash) => digest.digest('base64url');
const FILLED: Record<string, (digest: Hash, nth: string, length: number) => string> = {
  id: (_, nth) => `01930000-0000-7000-8000-${nth.padStart(12, '0')}`,
  time: () => '2099-01-05T09:00:00.000Z',
  port: () => '8080',
  code: (digest) => (digest.digest('hex').toUpperCase().match(/.{4}/g) as string[]).slice(0, 3).join('-'),
  hash: (digest, _, length) => digest.digest('hex').slice(0, length),
  tag: short,
  salt: short,
  token: long,
  secret: long,
};

/** Replaces placeholders such as `<id 3>` or `<hash 3 of 12>`. The same kind and number get the same value. */
function fill(line: string): string {
  let unnumbered = 0;
  return line.replace(/<([a-z]+)(?: (\d+))?(?: of (\d+))?>/g, (name, kind: string, number?: string, length = '64') => {
    const nth = number ?? `${UNNUMBERED + unnumbered++}`;
    const digest = createHash('sha256').update(`${kind} ${nth}`);
    return FILLED[kind]?.(digest, nth, Number(length)) ?? name;
  });
}
