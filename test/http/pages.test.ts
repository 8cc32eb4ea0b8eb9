import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readBuiltPages } from '../../src/http/server/pages.ts';
import { type Service, startService } from './service.ts';

const SCRIPT = 'assets/index-D9x0aB1c.js';
const HTML = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

let folder: string;
let service: Service;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'croupier-pages-'));
  mkdirSync(join(folder, 'pages/assets'), { recursive: true });
  writeFileSync(
    join(folder, 'pages/index.html'),
    '<!doctype html><head><meta name="description" content="Five games" /><title>Croupier</title><link href="./icon.svg"></head>',
  );
  writeFileSync(join(folder, 'pages/icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  writeFileSync(join(folder, 'pages', SCRIPT), 'export const one = 1;'.repeat(100));
  writeFileSync(join(folder, 'pages/assets/index.js.map'), '{}');
  const pages = readBuiltPages(pathToFileURL(`${folder}/`));
  if (pages === null) throw new Error('the pages are not found');
  service = await startService({ pages });
});

afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true });
});

const get = (path: string, headers: Record<string, string> = HTML) =>
  fetch(`${service.url}/${path}`, { headers, redirect: 'manual' });

test('a browser gets the page at /, under a policy that loads only its own files', async () => {
  const answer = await get('');
  expect(await answer.text()).toContain('<title>Croupier</title>');
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(answer.headers.get('cache-control')).toBe('no-cache');
  const policy = answer.headers.get('content-security-policy');
  expect(policy).toMatch(/^default-src 'none'; script-src 'self';/);
  expect(policy).toContain(
    "require-trusted-types-for 'script'; trusted-types croupier-verifier croupier-notifications",
  );
  expect(policy).not.toContain('unsafe');
});

test.each([{}, { accept: 'application/json' }, { accept: '*/*' }])(
  'a caller that sends %j is redirected to the documentation',
  async (headers) => {
    const answer = await get('', headers);
    expect([answer.status, answer.headers.get('location')]).toEqual([302, './docs/']);
    expect(answer.headers.get('vary')).toContain('accept');
  },
);

test('a link to a game names no picture for a host that is none', async () => {
  const ada = await service.stranger.register('Ada');
  const { body } = await ada.post('/v1/games', { ruleset: 'pascals-ruin', seats: ['me', 'open'] });
  const sent = request(`${service.url}/g/${body.id}`, { headers: { ...HTML, host: 'a b' } }).end();
  const [answer] = await once(sent, 'response');
  const page = (await answer.toArray()).join('');
  expect(answer.statusCode).toBe(200);
  expect(page).toContain('Ada');
  expect(page).not.toContain('og:image');
});

test('an unknown address shows a browser a page with a way back, and a program a problem', async () => {
  const answer = await get('no/such/page');
  expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
  expect(await answer.text()).toContain('<a href="../../">The first page</a>');
  const problem = await (await get('no/such/page', { accept: 'application/json' })).json();
  expect(problem).toMatchObject({ code: 'route-not-found' });
});

test('files with a content hash are cached forever, others are revalidated', async () => {
  const script = await get(SCRIPT, { 'accept-encoding': 'br' });
  expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(script.headers.get('content-encoding')).toBe('br');
  expect(await script.text()).toContain('export const one');
  const plain = await get(SCRIPT, { 'accept-encoding': 'identity' });
  expect(plain.headers.get('content-encoding')).toBeNull();
  const icon = await get('icon.svg');
  expect([icon.headers.get('content-type'), icon.headers.get('cache-control')]).toEqual(['image/svg+xml', 'no-cache']);
  const etag = icon.headers.get('etag') ?? '';
  expect((await get('icon.svg', { 'if-none-match': etag })).status).toBe(304);
});

test.each(['assets/index-older.js', 'assets/index.js.map', 'assets/..%2findex.html', 'web/index.html'])(
  'a missing file of the pages is a problem: %s',
  async (path) => {
    const answer = await get(path, {});
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ code: 'route-not-found' });
  },
);

test('the page of a game says who invites to which game and its pace, unless it is private', async () => {
  const player = await service.stranger.register('Ann');
  const clock = { perAction: 86_400, onTimeout: 'resign' as const };
  const made = async (visibility: string) => {
    const body = { ruleset: 'folly-and-fortune', seats: ['me', 'open'], clock, visibility };
    return (await player.post('/v1/games', body)).body.id as string;
  };
  const shown = await get(`g/${await made('unlisted')}`);
  const html = await shown.text();
  expect(shown.headers.get('content-security-policy')).toMatch(/^default-src 'none'/);
  expect(html).toMatch(/"og:title" content="[^"<]*Ann[^"<]* invites you to Folly &amp; Fortune"/);
  expect(html).toMatch(/"og:description" content="[^"]*\d+ to \d+ minutes of play\. 1 day for each decision/);
  expect(html).toContain(`"og:image" content="${service.url}/previews/folly-and-fortune.jpg"`);
  expect(html).toContain('href="../icon.svg"');
  for (const path of [await made('private'), crypto.randomUUID(), 'nonsense']) {
    const hidden = await (await get(`g/${path}`)).text();
    expect(hidden).not.toContain('og:title');
    expect(hidden).toContain('content="Five games"');
  }
});

test('the preview of a link to a private game shows only the ruleset that the link names', async () => {
  const host = await service.stranger.register('Bea');
  const body = { ruleset: 'pascal', visibility: 'private' };
  const { id } = (await host.post('/v1/games', body)).body;
  const html = await (await get(`g/${id}?ruleset=pascal`)).text();
  expect(html).toContain('"og:title" content="You are invited to Pascal"');
  expect(html).toContain(`"og:image" content="${service.url}/previews/pascal.jpg"`);
  expect(html).not.toContain('Bea');
  expect(await (await get(`g/${crypto.randomUUID()}?ruleset=pascal`)).text()).toBe(html);
  for (const query of ['ruleset=nonsense', 'ruleset=pascal&ruleset=pascal']) {
    expect(await (await get(`g/${id}?${query}`)).text()).not.toContain('og:title');
  }
});

test('a build without pages serves none', () => {
  expect(readBuiltPages(pathToFileURL(`${folder}/assets/`))).toBeNull();
});
