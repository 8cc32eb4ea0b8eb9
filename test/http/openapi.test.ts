import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeApi } from '../../src/http/documentation/openapi.ts';
import { withRecordedExamples } from '../../src/http/documentation/recorded-examples.ts';
import { readBuiltDocument, writeBuiltDocument } from '../../src/http/documentation/served-document.ts';
import { compressAnswers } from '../../src/http/hooks/outgoing.ts';
import { kindOf, PROBLEM_CODES } from '../../src/http/problems/problem.ts';
import { expressionOf, PATTERN_WORDS, VISIBLE_LINE } from '../../src/patterns.ts';
import { codesOf, committedContract, writtenOut } from './contract.ts';
import { type Service, startService } from './service.ts';

let service: Service;
let doc: any;
beforeAll(async () => {
  service = await startService();
  const described: any = await (await fetch(`${service.url}/openapi.json`)).json();
  doc = withRecordedExamples(described, read('session.jsonl'));
});
afterAll(() => service.stop());

function read(name: string): string {
  return readFileSync(new URL(`../../openapi/${name}`, import.meta.url), 'utf8');
}

function operations(): [string, any][] {
  return Object.entries<any>(writtenOut(doc).paths).flatMap(([path, item]) =>
    Object.entries<any>(item).map(([method, operation]): [string, any] => [`${method} ${path}`, operation]),
  );
}

test('the committed document is the served one, with examples from the recorded session', () => {
  const committed = JSON.parse(read('openapi.json'));
  expect({ ...doc, info: { ...doc.info, version: committed.info.version } }).toEqual(committed);
});

test('no two operations repeat the same refusal or the same long example', () => {
  const operations = Object.values<any>(doc.paths).flatMap((item) => Object.values<any>(item));
  const refusals = operations.flatMap(({ responses }) =>
    Object.entries<any>(responses).filter(([status]) => status >= '400'),
  );
  const media = operations.flatMap(({ requestBody, responses }) =>
    [requestBody, ...Object.values<any>(responses)].flatMap((body) => Object.values<any>(body?.content ?? {})),
  );
  const long = media
    .flatMap(({ examples = {} }) => Object.values(examples))
    .filter((each) => JSON.stringify(each).length > 150);
  for (const parts of [refusals.map(([, refusal]) => refusal).filter(({ $ref }) => $ref === undefined), long]) {
    const texts = parts.map((part) => JSON.stringify(part));
    expect(texts.filter((text, i) => texts.indexOf(text) !== i)).toEqual([]);
  }
});

test('the served document is sent once to a caller that caches it', async () => {
  const url = `${service.url}/openapi.json`;
  const { headers } = await fetch(url);
  expect(headers.get('cache-control')).toBe('public, no-cache');
  expect(headers.get('content-type')).toMatch(/^application\/json/);
  const known = { 'if-none-match': headers.get('etag') as string };
  const again = await fetch(url, { headers: known });
  expect([again.status, await again.text()]).toEqual([304, '']);
  expect((await fetch(url, { headers: { 'if-none-match': '"another"' } })).status).toBe(200);
});

describe('the built document', () => {
  const folder = pathToFileURL(`${mkdtempSync(join(tmpdir(), 'croupier-document-'))}/`);
  const TEXT = JSON.stringify({ openapi: '3.1.0', info: { title: 'made by the build' }, paths: {} });
  const app = Fastify();
  let url: string;

  beforeAll(async () => {
    writeBuiltDocument(folder, TEXT);
    compressAnswers(app);
    await describeApi(app, '0.0.0', readBuiltDocument(folder));
    url = await app.listen({ host: '127.0.0.1', port: 0 });
  });
  afterAll(async () => {
    await app.close();
    rmSync(folder, { recursive: true });
  });

  test.each([
    ['identity', null],
    ['gzip', 'gzip'],
    ['gzip, br', 'br'],
  ])('is sent as stored to a caller that accepts `%s`, and again only after a change', async (accepted, coding) => {
    const headers = { 'accept-encoding': accepted };
    const answer = await fetch(`${url}/openapi.json`, { headers });
    expect(answer.headers.get('content-encoding')).toBe(coding);
    expect(answer.headers.get('vary')).toBe('accept-encoding');
    expect(await answer.text()).toBe(TEXT);
    const etag = answer.headers.get('etag') as string;
    const again = await fetch(`${url}/openapi.json`, { headers: { ...headers, 'if-none-match': etag } });
    expect([again.status, again.headers.get('etag')]).toEqual([304, etag]);
  });

  test('is missing if the build made none', () => {
    expect(readBuiltDocument(new URL('nowhere/', folder))).toBeNull();
  });
});

test('every operation has a description, its errors and non-empty examples', () => {
  expect(operations().length).toBeGreaterThanOrEqual(13);
  for (const [name, operation] of operations()) {
    expect(operation.description?.length, name).toBeGreaterThan(20);
    expect(operation.operationId, name).toMatch(/^[a-z]+[A-Za-z]+$/);
    for (const [status, response] of Object.entries<any>(operation.responses)) {
      expect(response.description?.length, `${name} ${status}`).toBeGreaterThan(3);
      if (status === '204' || status === '304') continue;
      if (!(status < '400')) {
        expect(codesOf(response), `${name} ${status}`).not.toEqual([]);
        continue;
      }
      const [media] = Object.values<any>(response.content);
      expect(Object.keys(media.examples ?? {}).length, `${name} ${status}`).toBeGreaterThan(0);
    }
  }
});

test('every field of every schema, every parameter and every header has a description', () => {
  const { schemas } = doc.components;
  const named = Object.entries<any>(schemas).flatMap(([name, schema]) => silent(schema, name));
  const called = operations().flatMap(([name, { parameters = [], requestBody, responses }]) => [
    ...parameters.flatMap((parameter: any) => silentPart(parameter, `${name} ${parameter.name}`)),
    ...silentBodies(requestBody, `${name} body`),
    ...Object.entries<any>(responses).flatMap(([status, response]) => [
      ...Object.entries(response.headers ?? {}).flatMap(([header, part]) =>
        silentPart(part, `${name} ${status} ${header}`),
      ),
      ...silentBodies(response, `${name} ${status}`),
    ]),
  ]);
  expect([...named, ...called]).toEqual([]);
});

test('every pattern of requests has words for its refusal', () => {
  const { schemas } = doc.components;
  const sent = operations().flatMap(([, { parameters = [], requestBody }]) => [parameters, requestBody]);
  const bodies = ['NewPlayer', 'Recovery', 'NewReadToken', 'NewWebhook', 'WebhookChange'].map((name) => schemas[name]);
  const news = Object.keys(schemas).filter((name) => /^New.*Game$/.test(name));
  const text = JSON.stringify([sent, bodies, news.map((name) => schemas[name])], (key, value) =>
    key === 'examples' ? undefined : value,
  );
  const patterns = [...text.matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)].map(([, pattern]) =>
    JSON.parse(pattern as string),
  );
  expect(new Set(patterns).size).toBeGreaterThan(4);
  expect(patterns.filter((pattern) => !PATTERN_WORDS.has(pattern))).toEqual([]);
});

test('every pattern is ASCII, has no lookaround, and means the same with flags and without', () => {
  const patterns = [...JSON.stringify(doc).matchAll(/"pattern":("(?:[^"\\\\]|\\\\.)*")/g)].map(([, text]) =>
    JSON.parse(text as string),
  );
  expect(patterns.length).toBeGreaterThan(100);
  for (const pattern of new Set<string>(patterns)) {
    expect(pattern).toMatch(/^[\x20-\x7e]*$/);
    expect(pattern).not.toMatch(/\(\?|\\[uUpP]/);
    for (const flags of ['', 'u']) expect(() => new RegExp(pattern, flags), pattern).not.toThrow();
  }
});

test.each([
  ['Spring 🃏 cup', true],
  ['', true],
  [' cup', false],
  ['cup\u2009', false],
  ['a\u202eb', false],
  ['a\ud800b', false],
  ['a\u{e0041}b', false],
])('the line %j is found as %j', (text, isOne) => {
  expect(expressionOf(VISIBLE_LINE).test(text)).toBe(isOne);
});

test('words beside a reference are in the document, and add to those of its target', () => {
  const { RulesetDetail, FollyAndFortuneRerolledEvent: rerolled } = doc.components.schemas;
  expect(RulesetDetail.properties.schemas.properties.view.description).toBe('Of `view` in a game.');
  expect(rerolled.properties.data.properties.card).toEqual({
    $ref: '#/components/schemas/FollyAndFortuneCard',
    description: 'The rolled card, which returns to the hand.',
  });
});

function silent(schema: any, path: string): string[] {
  const fields = Object.entries<any>(schema.properties ?? {}).flatMap(([name, field]) => [
    ...(saysSomething(field) ? [] : [`${path}/${name}`]),
    ...silent(field, `${path}/${name}`),
  ]);
  const { items, additionalProperties: others, anyOf = [], oneOf = [], allOf = [] } = schema;
  const inner = [items, others, ...anyOf, ...oneOf, ...allOf].filter((part) => typeof part === 'object');
  return [...fields, ...inner.flatMap((part) => silent(part, `${path}/*`))];
}

function silentPart(part: any, path: string): string[] {
  return [...(saysSomething(part) || saysSomething(part.schema) ? [] : [path]), ...silent(part.schema, path)];
}

function silentBodies(part: any, path: string): string[] {
  return Object.values<any>(part?.content ?? {}).flatMap(({ schema }) => silent(schema, path));
}

function saysSomething({ description, $ref }: any): boolean {
  const words = description ?? doc.components.schemas[$ref?.split('/').at(-1)]?.description;
  return words !== undefined && words.trim() !== '';
}

test('every example of a game uses the newest rules of its ruleset', async () => {
  const { rulesets } = (await (await fetch(`${service.url}/v1/rulesets`)).json()) as any;
  const newest = new Map(rulesets.map(({ id, rulesVersion }: any) => [id, rulesVersion]));
  const told: [ruleset: string, rulesVersion: number][] = [];
  const collect = (part: any): void => {
    if (typeof part !== 'object' || part === null) return;
    if (part.ruleset !== undefined && part.rulesVersion !== undefined) told.push([part.ruleset, part.rulesVersion]);
    for (const inner of Object.values(part)) collect(inner);
  };
  for (const [, { responses }] of operations()) {
    for (const { content = {} } of Object.values<any>(responses)) collect(content['application/json']?.examples);
  }
  expect(new Set(told.map(([id]) => id))).toEqual(new Set(newest.keys()));
  expect(told).toEqual(told.map(([id]) => [id, newest.get(id)]));
});

test('every body of a request or response has examples that fit its schema and contain no placeholder', () => {
  const contract = committedContract();
  const valuesIn = ({ content = {} }: any, where: string): [type: string, value: any][] =>
    Object.entries<any>(content).flatMap(([type, { examples = {} }]) => {
      const values = Object.values<any>(examples).map(({ value }) => value);
      expect(values.length, where).toBeGreaterThan(0);
      expect(JSON.stringify(values), where).not.toMatch(/<(id|time|port|code|token|hash|tag|salt|secret)[ >]/);
      return values.map((value): [string, any] => [type, value]);
    });
  for (const [name, { requestBody = {}, responses }] of operations()) {
    const [method, path] = name.split(' ') as [string, string];
    for (const [, value] of valuesIn(requestBody, name)) {
      expect(contract.misfitOfBody(method, path, value), name).toBeNull();
    }
    for (const [status, response] of Object.entries<any>(responses).filter(([code]) => code < '300')) {
      for (const [type, value] of valuesIn(response, `${name} ${status}`)) {
        contract.check(method, path, Number(status), type, value);
      }
    }
  }
});

test('each ruleset has examples of creating a game, reading one, and acting in it', async () => {
  const { rulesets } = (await (await fetch(`${service.url}/v1/rulesets`)).json()) as any;
  const ids = rulesets.map(({ id }: any) => id).sort();
  const byId = new Map(operations().map(([, operation]) => [operation.operationId, operation]));
  const { createGame, getState, listActions, submitAction } = Object.fromEntries(byId);
  for (const { content } of [createGame.requestBody, submitAction.requestBody, getState.responses[200]]) {
    expect(Object.keys(content['application/json'].examples).sort()).toEqual(ids);
  }
  for (const { value } of Object.values<any>(listActions.responses[200].content['application/json'].examples)) {
    expect(value.actions.length, value.ruleset).toBeGreaterThan(0);
  }
});

test('every query parameter is optional', () => {
  for (const [name, operation] of operations()) {
    for (const parameter of operation.parameters ?? []) {
      expect(parameter.required === true, `${name} ${parameter.name}`).toBe(parameter.in === 'path');
    }
  }
});

test('every schema is valid JSON Schema', () => {
  const ajv = formats.default(new Ajv2020({ strict: false }));
  const written: any = writtenOut(doc);
  const named = Object.keys(doc.components.schemas).map((name) => `/components/schemas/${name}`);
  for (const pointer of [...named, ...schemasOfCalls()]) {
    const schema = pointer
      .slice(1)
      .split('/')
      .reduce((at, part) => at[unescaped(part)], written);
    expect(ajv.validateSchema(schema), `${pointer} ${ajv.errorsText()}`).toBe(true);
  }
});

function schemasOfCalls(): string[] {
  return Object.entries<any>(writtenOut(doc).paths).flatMap(([path, item]) =>
    Object.entries<any>(item).flatMap(([method, { parameters = [], requestBody }]) => {
      const base = `/paths/${path.replaceAll('~', '~0').replaceAll('/', '~1')}/${method}`;
      const ofParameters = parameters.map((_: unknown, i: number) => `${base}/parameters/${i}/schema`);
      return requestBody === undefined
        ? ofParameters
        : [...ofParameters, `${base}/requestBody/content/application~1json/schema`];
    }),
  );
}

function unescaped(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~');
}

describe('named schemas', () => {
  test('unions have a discriminator whose mapping names every branch', () => {
    const unions = Object.entries<any>(doc.components.schemas).filter(([, schema]) => schema.discriminator);
    expect(unions.map(([name]) => name)).toEqual(
      expect.arrayContaining(['NewGame', 'Game', 'ActionResult', 'PascalsRuinAction', 'PascalsRuinEvent']),
    );
    for (const [name, union] of unions) {
      const targets = Object.values(union.discriminator.mapping);
      expect(targets, name).toEqual(union.oneOf.map((branch: any) => branch.$ref));
    }
  });

  test('every reference has a target', () => {
    const refs = [...JSON.stringify(doc).matchAll(/"\$ref":"([^"]+)"/g)].map((match) => match[1] as string);
    for (const ref of new Set(refs)) {
      const target = ref
        .split('/')
        .slice(1)
        .reduce((at: any, name) => at?.[name], doc);
      expect(target, ref).toBeDefined();
    }
  });
});

const OLD_FASHIONED =
  /\b(who(m)?ever|whatever|somebody|nobody|so (many|long|often)|(is|are|was|were) told|to be had|goes by|looks after|is good for|as one (player )?may)\b/i;

test('errors say in plain words what is wrong and what to do, in the catalog and as recorded', () => {
  const session = read('session.jsonl').split('\n').filter(Boolean);
  const recorded = session.map((line) => JSON.parse(line)).flatMap(({ body }) => body ?? []);
  const sent = recorded.filter(({ code, hint }) => code !== undefined && hint !== undefined);
  expect(sent.length).toBeGreaterThan(50);
  const texts = [
    ...PROBLEM_CODES.map(kindOf).flatMap(({ title, remedy }) => [title, remedy]),
    ...sent.flatMap(({ detail, hint }) => [detail, hint]),
  ];
  expect(texts.filter((text) => OLD_FASHIONED.test(text.replace(/"[^"]*"/g, '')))).toEqual([]);
});

test('each operation, schema and error has its place on the pages, and every link has a target', async () => {
  const seen = new Map<string, string>();
  const waiting = [`${service.url}/docs/`];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const answer = await fetch(next);
    const html = await answer.text();
    expect([answer.status, answer.url], next).toEqual([200, next]);
    seen.set(next, html);
    if (next.endsWith('.json')) continue;
    for (const [, href = ''] of html.matchAll(/ href="([^"]+)"/g)) {
      const link = new URL(href, next);
      expect(link.host, href).toBe(new URL(service.url).host);
      link.hash = '';
      if (!seen.has(link.href) && !waiting.includes(link.href)) waiting.push(link.href);
    }
  }
  const names = [...seen.keys()].map((url) => url.slice(url.lastIndexOf('/') + 1));
  expect(names).toEqual(expect.arrayContaining(operations().map(([, { operationId }]) => operationId)));
  expect(names).toEqual(expect.arrayContaining([...PROBLEM_CODES]));
  const { headers } = await fetch(`${service.url}/problems/stale-version`, { redirect: 'manual' });
  expect(headers.get('location')).toBe('../docs/stale-version');
});
