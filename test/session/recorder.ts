import { createHash } from 'node:crypto';
import { strFromU8, unzipSync } from 'fflate';
import { abridged } from '../../src/http/documentation/recorded-examples.ts';
import type { Answer, Caller, CallOptions } from '../http/caller.ts';
import { type DocumentedOperation, operationsOf } from '../http/documented-operations.ts';
import type { FixedChance } from './fixed-chance.ts';
import { renamed } from './names.ts';

/** Longer bodies, texts and paths are recorded as length and hash; bodies also with their beginning, for examples. */
const LONGEST = { body: 12_000, sent: 1_000, path: 300 };
/** Headers that depend on the connection, the time or the log. */
const NOT_BY_CONTRACT = ['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding', 'x-request-id'];

export class Recorder {
  readonly #lines: string[] = [];
  readonly #chance: FixedChance;
  readonly #operations: { operation: DocumentedOperation; pattern: RegExp }[];
  #chapter = '';
  #calls = 0;
  #usual: Record<string, string> | null = null;

  constructor(chance: FixedChance, document: object) {
    this.#chance = chance;
    this.#operations = operationsOf(document).map((operation) => ({
      operation,
      pattern: new RegExp(`^${operation.path.replace(/\{[^}]+\}/g, '[^/]+')}$`),
    }));
  }

  chapter(title: string): void {
    this.#chapter = title;
    this.#calls = 0;
  }

  begin(): void {
    this.#chance.begin(`${this.#chapter} ${++this.#calls}`);
  }

  record(
    by: string,
    method: string,
    path: string,
    { body, raw, headers }: CallOptions,
    answer: Answer,
    varying?: readonly string[],
  ): void {
    const at = path.split('?')[0] as string;
    const operation = this.#operations.find(
      (each) => each.operation.method === method.toLowerCase() && each.pattern.test(at),
    );
    const line = {
      chapter: this.#chapter,
      operation: operation?.operation.id,
      by,
      call: `${method} ${path}`,
      with: headers,
      sent: raw ?? body,
      status: answer.status,
      headers: this.#headersOf(answer),
      varying,
      body: answer.body,
    };
    this.#lines.push(JSON.stringify(line));
  }

  /** Returns the recorded lines, which are equal in every run. Times in `year`, the year of the session, are kept. */
  lines(year: number): string[] {
    return renamed(this.#lines, year).map((line) => {
      const { call, sent, body, ...rest } = JSON.parse(line);
      const { chapter, operation, by, with: headers, ...answer } = rest;
      const asked = { chapter, operation, by, call: shortened(call, LONGEST.path), with: headers };
      return JSON.stringify({
        ...asked,
        sent: shortened(sent, LONGEST.sent),
        ...answer,
        body: shortened(body, LONGEST.body, { beginning: abridged(body) }),
      });
    });
  }

  #headersOf({ headers }: Answer): Record<string, string | null> {
    const all = Object.fromEntries([...headers].filter(([name]) => !NOT_BY_CONTRACT.includes(name)));
    const usual = this.#usual ?? {};
    this.#usual ??= all;
    const missing = Object.keys(usual).filter((name) => all[name] === undefined);
    const own = Object.entries(all).filter(([name, value]) => usual[name] !== value);
    return Object.fromEntries([...own, ...missing.map((name) => [name, null])]);
  }
}

const ALWAYS_VARYING = ['lastUsedOn'];

export function settled(line: string): string {
  const { varying = [], body, ...call } = JSON.parse(line);
  const kept = (name: string, value: unknown) => ([...ALWAYS_VARYING, ...varying].includes(name) ? undefined : value);
  if (body === undefined) return line;
  return JSON.stringify({ ...call, varying, body: JSON.parse(JSON.stringify(body, kept)) });
}

function shortened(value: unknown, longest: number, more: object = {}): unknown {
  const text = JSON.stringify(value);
  if (text === undefined || text.length <= longest) return value;
  return { length: text.length, sha256: createHash('sha256').update(text).digest('hex'), ...more };
}

export class Speaker {
  readonly #recorder: Recorder;
  readonly quiet: Caller;
  readonly name: string;

  constructor(recorder: Recorder, quiet: Caller, name: string) {
    this.#recorder = recorder;
    this.quiet = quiet;
    this.name = name;
  }

  async call(method: string, path: string, options: CallOptions = {}, varying?: readonly string[]): Promise<any> {
    this.#recorder.begin();
    const answer = await this.quiet.call(method, path, options);
    this.#recorder.record(this.name, method, path, options, answer, varying);
    return answer.body;
  }

  get(path: string, headers?: Record<string, string>, varying?: readonly string[]): Promise<any> {
    return this.call('GET', path, headers && { headers }, varying);
  }

  post(path: string, body: unknown = {}, headers?: Record<string, string>): Promise<any> {
    return this.call('POST', path, { body, ...(headers && { headers }) });
  }

  put(path: string, body: unknown = {}): Promise<any> {
    return this.call('PUT', path, { body });
  }

  patch(path: string, body: unknown): Promise<any> {
    return this.call('PATCH', path, { body });
  }

  delete(path: string, headers?: Record<string, string>): Promise<any> {
    return this.call('DELETE', path, headers && { headers });
  }

  async waiting(path: string, meanwhile: () => Promise<unknown>): Promise<void> {
    this.#recorder.begin();
    const waits = this.quiet.get(path);
    await meanwhile();
    this.#recorder.record(this.name, 'GET', path, {}, await waits);
  }

  async stream(url: string, path: string, count: number): Promise<void> {
    this.#recorder.begin();
    const gone = new AbortController();
    const response = await this.#fetch(url, path, 'text/event-stream', gone.signal);
    const events: string[] = [];
    let rest = '';
    for await (const chunk of (response.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream())) {
      const blocks = (rest + chunk).split('\n\n');
      rest = blocks.pop() as string;
      events.push(...blocks.filter((block) => /^data:/m.test(block)));
      if (events.length >= count) break;
    }
    gone.abort();
    const { status, headers } = response;
    this.#recorder.record(this.name, 'GET', path, {}, { status, headers, body: events.slice(0, count) });
  }

  async text(url: string, path: string): Promise<void> {
    this.#recorder.begin();
    const response = await this.#fetch(url, path, '*/*');
    const { status, headers } = response;
    this.#recorder.record(this.name, 'GET', path, {}, { status, headers, body: await response.text() });
  }

  async files(url: string, path: string): Promise<void> {
    this.#recorder.begin();
    const response = await this.#fetch(url, path, '*/*');
    const { status, headers } = response;
    const files = Object.entries(unzipSync(new Uint8Array(await response.arrayBuffer())));
    const body = Object.fromEntries(files.map(([name, bytes]) => [name, strFromU8(bytes)]));
    this.#recorder.record(this.name, 'GET', path, {}, { status, headers, body });
  }

  as(name: string, token: string | null, id: string | null = null): Speaker {
    return new Speaker(this.#recorder, Object.assign(this.quiet.as(token), { id }), name);
  }

  #fetch(url: string, path: string, accept: string, signal: AbortSignal | null = null): Promise<Response> {
    const { token } = this.quiet;
    const own = token === null ? {} : { authorization: `Bearer ${token}` };
    return fetch(`${url}${path}`, { headers: { accept, 'accept-encoding': 'identity', ...own }, signal });
  }
}
