import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { choicesIn, partOf } from '../../src/http/documentation/served-document.ts';
import { DocumentedContract } from './contract.ts';
import { type Service, startService } from './service.ts';

type Doc = Record<string, any>;

const WHOLE = JSON.parse(readFileSync(new URL('../../openapi/openapi.json', import.meta.url), 'utf8')) as Doc;
const TO_PLAY = ['rulesets', 'games', 'seats'];
const { rulesets, tags } = choicesIn(WHOLE);

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

function bytesOf(document: Doc): number {
  return Buffer.byteLength(JSON.stringify(document));
}

function idsIn({ paths }: Doc): string[] {
  return Object.values<Doc>(paths).flatMap((item) => Object.values<Doc>(item).map(({ operationId }) => operationId));
}

function refsIn(document: Doc): string[] {
  const refs = JSON.stringify(document).matchAll(/"(?:\$ref":"|[\w-]+":"(?=#\/components\/))([^"]+)"/g);
  return [...new Set([...refs].map(([, ref]) => ref as string))].filter((ref) => ref.startsWith('#/components/'));
}

function namesIn({ components: { securitySchemes: _, ...kinds } }: Doc): string[] {
  return Object.entries<Doc>(kinds).flatMap(([kind, named]) =>
    Object.keys(named).map((name) => `#/components/${kind}/${name}`),
  );
}

test('the whole document, and its parts for one game, stay within their sizes', () => {
  expect(bytesOf(WHOLE)).toBeLessThanOrEqual(1_000_000);
  const sizes = rulesets.map((ruleset) => ({
    ruleset,
    all: bytesOf(partOf(WHOLE, { ruleset })),
    toPlay: bytesOf(partOf(WHOLE, { ruleset, tags: TO_PLAY })),
  }));
  const ofPascal = sizes.find(({ ruleset }) => ruleset === 'pascal');
  expect(ofPascal?.all).toBeLessThanOrEqual(550_000);
  expect(ofPascal?.toPlay).toBeLessThanOrEqual(250_000);
  for (const { ruleset, all, toPlay } of sizes) {
    expect(all, ruleset).toBeLessThanOrEqual(630_000);
    expect(toPlay, ruleset).toBeLessThanOrEqual(330_000);
  }
});

describe.each(rulesets)('the part for %s', (ruleset) => {
  const part = partOf(WHOLE, { ruleset });

  test('has every operation, and no type or example of another game', () => {
    expect(idsIn(part)).toEqual(idsIn(WHOLE));
    const text = JSON.stringify(part);
    for (const other of rulesets.filter((id) => id !== ruleset)) expect(text).not.toContain(`"ruleset":"${other}"`);
    expect(choicesIn(part).rulesets).toEqual([]);
    expect(Object.keys(part.components.schemas).filter((name) => /Game$/.test(name)).length).toBeLessThan(10);
  });

  test('contains its references, and nothing else', () => {
    for (const each of [part, partOf(WHOLE, { ruleset, tags: TO_PLAY })]) {
      const refs = refsIn(each);
      expect(refs.filter((ref) => !namesIn(each).includes(ref))).toEqual([]);
      expect(namesIn(each).filter((name) => !refs.includes(name))).toEqual([]);
    }
  });

  test('has examples that fit it', () => {
    const contract = new DocumentedContract(part);
    for (const [path, item] of Object.entries<Doc>(part.paths)) {
      for (const [method, { requestBody }] of Object.entries<Doc>(item)) {
        for (const { value } of Object.values<Doc>(requestBody?.content['application/json'].examples ?? {})) {
          if (value !== undefined) expect(contract.misfitOfBody(method, path, value), path).toBeNull();
        }
      }
    }
  });
});

test('a part by tags has only their operations', () => {
  const part = partOf(WHOLE, { tags: ['fairness', 'analyses'] });
  const wanted = Object.values<Doc>(WHOLE.paths)
    .flatMap((item) => Object.values<Doc>(item))
    .filter((operation) => operation.tags.some((tag: string) => tag === 'fairness' || tag === 'analyses'));
  expect(idsIn(part)).toEqual(wanted.map(({ operationId }) => operationId));
  expect(part.tags.map(({ name }: Doc) => name).sort()).toEqual(['analyses', 'fairness']);
  expect(part['x-tagGroups']).toEqual([{ name: 'Analysts and auditors', tags: ['analyses', 'fairness'] }]);
});

test('the service sends a part, and again only after a change', async () => {
  const url = `${service.url}/openapi.json?ruleset=pascal&tags=seats,games`;
  const answer = await fetch(url);
  const whole = (await (await fetch(`${service.url}/openapi.json`)).json()) as Doc;
  expect(await answer.json()).toEqual(partOf(whole, { ruleset: 'pascal', tags: ['games', 'seats'] }));
  const etag = answer.headers.get('etag') as string;
  expect(answer.headers.get('content-encoding')).toMatch(/^(br|gzip)$/);
  expect((await fetch(url, { headers: { 'if-none-match': etag } })).status).toBe(304);
  const turnedRound = `${service.url}/openapi.json?tags=games,seats,games&ruleset=pascal`;
  expect((await fetch(turnedRound)).headers.get('etag')).toBe(etag);
});

test.each([
  ['ruleset=chess', '/ruleset', rulesets],
  ['tags=games,chess', '/tags', tags],
  ['game=pascal', '/game', ['ruleset', 'tags']],
])('an unknown part, %s, is rejected with the names of existing ones', async (query, pointer, names) => {
  const answer = await fetch(`${service.url}/openapi.json?${query}`);
  const problem = (await answer.json()) as Doc;
  expect([answer.status, problem.code, problem.errors.length]).toEqual([400, 'invalid-request', 1]);
  expect(problem.errors[0].pointer).toBe(pointer);
  for (const name of names) expect(problem.errors[0].message).toContain(name);
});

test('the calls needed to play come first', () => {
  const first =
    'createPlayer listRulesets createGame joinGame getState listActions submitAction listEvents listTurns resignGame';
  const ranks = first.split(' ').map((id) => idsIn(WHOLE).indexOf(id));
  expect(ranks.toSorted((one, other) => one - other)).toEqual(ranks);
  const inSameItems = ['listGames']; // it has the same path as `createGame`
  expect(
    idsIn(WHOLE)
      .slice(0, ranks.at(-1))
      .filter((id) => !first.includes(id)),
  ).toEqual(inSameItems);
  const grouped = WHOLE['x-tagGroups'].flatMap((group: Doc) => group.tags);
  expect(grouped).toEqual(tags);
  expect(WHOLE['x-tagGroups'][0].name).toBe('Play');
});
