import { expect, test } from 'vitest';
import type { Limits } from '../../src/http/limits.ts';
import { committedDocument } from './contract.ts';
import { type Service, serviceOfTest } from './service.ts';

const PAGE = 'https://play.example';
const ELSEWHERE = 'https://elsewhere.example';
const HEADERS = ['authorization', 'content-type', 'if-match', 'if-none-match', 'idempotency-key', 'last-event-id'];
const ALLOWED = [...HEADERS, 'invite-code', 'recovery-code'];

async function openTo(origins: Limits['origins']): Promise<Service> {
  const service = await serviceOfTest({ limits: { origins } });
  return service;
}

function preflight(service: Service, path: string, method: string, origin = PAGE): Promise<Response> {
  const headers = {
    origin,
    'access-control-request-method': method,
    'access-control-request-headers': ALLOWED.join(','),
  };
  return fetch(service.url + path, { method: 'OPTIONS', headers });
}

function listed(answer: Response, header: string): string[] {
  return (answer.headers.get(header) ?? '').toLowerCase().split(/, */);
}

test('pages of every origin may call every route, with all necessary headers', async () => {
  const service = await openTo('*');
  const { paths } = committedDocument() as { paths: Record<string, object> };
  for (const [template, item] of Object.entries(paths)) {
    const path = template.replace(/\{[^}]+\}/g, '01930000-0000-7000-8000-000000000001');
    for (const method of Object.keys(item)) {
      const answer = await preflight(service, path, method.toUpperCase());
      expect(answer.status, `${method} ${path}`).toBe(204);
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
      expect(listed(answer, 'access-control-allow-methods')).toContain(method);
      expect(listed(answer, 'access-control-allow-headers')).toEqual(ALLOWED);
      expect(Number(answer.headers.get('access-control-max-age'))).toBeGreaterThan(0);
    }
  }
  expect(Object.keys(paths).length).toBeGreaterThan(8);
});

test('responses and refusals are readable from another origin, with the headers that clients need', async () => {
  const service = await openTo('*');
  const ada = await service.stranger.register('Ada');
  for (const path of ['/v1/rulesets', '/v1/me', '/nowhere']) {
    const answer = await ada.get(path, { origin: PAGE });
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
    const exposed = (answer.headers.get('access-control-expose-headers') ?? '').toLowerCase().split(', ');
    expect(exposed).toEqual(
      expect.arrayContaining([
        'etag',
        'location',
        'retry-after',
        'ratelimit',
        'ratelimit-policy',
        'x-request-id',
        'content-disposition',
      ]),
    );
  }
});

test('only listed origins are allowed, and caches learn that responses differ', async () => {
  const service = await openTo([PAGE, 'http://127.0.0.1:8080']);
  const { body: game } = await (await service.stranger.register('Ada')).post('/v1/games', { ruleset: 'pascals-ruin' });
  for (const path of ['/v1/rulesets', `/v1/games/${game.id}`]) {
    const admitted = await service.stranger.get(path, { origin: PAGE });
    expect(admitted.headers.get('access-control-allow-origin')).toBe(PAGE);
    expect(admitted.headers.get('vary')?.toLowerCase()).toContain('origin');
    for (const origin of [ELSEWHERE, `${PAGE}.evil.example`, 'null']) {
      const refused = await service.stranger.get(path, { origin });
      expect(refused.headers.get('access-control-allow-origin')).toBeNull();
      expect(refused.headers.get('vary')?.toLowerCase()).toContain('origin');
    }
  }
  const state = await service.stranger.get(`/v1/games/${game.id}`);
  expect(state.headers.get('vary')).toBe('authorization, Origin');
  expect((await preflight(service, '/v1/me', 'GET')).headers.get('access-control-allow-origin')).toBe(PAGE);
  expect((await preflight(service, '/v1/me', 'GET', ELSEWHERE)).headers.get('access-control-allow-origin')).toBeNull();
});

test('with `off` no page of another origin may call', async () => {
  const service = await openTo('off');
  const answer = await service.stranger.get('/v1/rulesets', { origin: PAGE });
  expect(answer.status).toBe(200);
  expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  expect(answer.headers.get('cross-origin-resource-policy')).toBe('same-origin');
  expect((await preflight(service, '/v1/me', 'GET')).status).toBe(405);
});

test('an unknown path and a wrong method keep their errors, although preflights are answered everywhere', async () => {
  const service = await openTo('*');
  expect((await service.stranger.get('/nowhere')).status).toBe(404);
  const wrong = await service.stranger.call('PUT', '/v1/rulesets');
  expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
});
