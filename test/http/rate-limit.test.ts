import { expect, test } from 'vitest';
import { type Limits, NO_LIMITS } from '../../src/http/limits.ts';
import type { Answer, Caller } from './caller.ts';
import { type Service, serviceOfTest } from './service.ts';

async function limited(rates: Partial<Limits['rates']>, more: Partial<Limits> = {}): Promise<Service> {
  const service = await serviceOfTest({ limits: { rates: { ...NO_LIMITS.rates, ...rates }, ...more } });
  return service;
}

async function times(count: number, call: () => Promise<Answer>): Promise<number[]> {
  const statuses: number[] = [];
  for (let i = 0; i < count; i++) statuses.push((await call()).status);
  return statuses;
}

function expectLimited(answer: Answer, limit: string, within: number): void {
  expect(answer.body).toMatchObject({ code: 'rate-limited', status: 429, type: '/problems/rate-limited', limit });
  const seconds = Number(answer.headers.get('retry-after'));
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(within);
}

test('a player over the limit learns how long to wait, and others do not notice', async () => {
  const service = await limited({ player: 5 });
  const [ada, bob] = await service.stranger.registerAll('Ada', 'Bob');
  expect(await times(7, () => ada.get('/v1/me'))).toEqual([200, 200, 200, 200, 200, 429, 429]);
  expectLimited(await ada.get('/v1/me'), 'player', 60);
  expect((await bob.get('/v1/me')).status).toBe(200);
  for (let i = 0; i < 10; i++) expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
});

test('all tokens of a player count together', async () => {
  const service = await limited({ player: 4 });
  const ada = await service.stranger.register('Ada');
  const { body } = await ada.post('/v1/me/read-tokens', {});
  expect(await times(2, () => ada.as(body.token).get('/v1/me'))).toEqual([200, 200]);
  expect(await times(2, () => ada.get('/v1/me'))).toEqual([200, 429]);
  expectLimited(await ada.as(body.token).get('/v1/me'), 'player', 60);
});

test('calls without a token count by address, separate from its players', async () => {
  const service = await limited({ player: 3 });
  const ada = await service.stranger.register('Ada');
  expect(await times(3, () => service.stranger.get('/v1/rulesets'))).toEqual([200, 200, 429]);
  expect((await ada.get('/v1/me')).status).toBe(200);
});

test('an address is limited over all its players, unknown tokens and unknown paths', async () => {
  const service = await limited({ address: 8 });
  const people = (await service.stranger.registerAll('Ada', 'Bob')) as [Caller, Caller];
  for (const person of people) expect(await times(2, () => person.get('/v1/me'))).toEqual([200, 200]);
  expect((await service.stranger.as(`crp_${'A'.repeat(43)}`).get('/v1/me')).status).toBe(401);
  expect((await service.stranger.get('/nowhere')).status).toBe(404);
  for (const caller of [...people, service.stranger]) expectLimited(await caller.get('/v1/rulesets'), 'address', 60);
  expect((await fetch(`${service.url}/nowhere`)).status).toBe(429);
  const preflight = await fetch(`${service.url}/v1/me`, {
    method: 'OPTIONS',
    headers: { origin: 'https://x.example' },
  });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
});

test('preflights use up no calls of an address', async () => {
  const service = await limited({ address: 8, player: 3 });
  const people = await Promise.all(['Ada', 'Bob', 'Cy'].map((name) => service.stranger.register(name)));
  const headers = { origin: 'https://x.example', 'access-control-request-method': 'GET' };
  for (let i = 0; i < 12; i++) {
    expect((await fetch(`${service.url}/v1/me`, { method: 'OPTIONS', headers })).status).toBe(204);
  }
  for (const person of people) expect((await person.get('/v1/me')).status).toBe(200);
});

test('an address registers a limited number of players an hour; rejected ones do not count', async () => {
  const service = await limited({ registration: 3 });
  const ada = await service.stranger.register('Ada');
  expect(await times(3, () => service.stranger.post('/v1/players', { name: '' }))).toEqual([400, 400, 400]);
  await ada.register('Bob');
  await service.stranger.register('Cem');
  for (const caller of [ada, service.stranger]) {
    expectLimited(await caller.post('/v1/players', { name: 'Dot', kind: 'human' }), 'registration', 3_600);
  }
  expect((await ada.get('/v1/me')).status).toBe(200);
});

test('every response has the limits and the remaining calls', async () => {
  const service = await limited({ player: 50, address: 500, registration: 5 });
  const registered = await service.stranger.post('/v1/players', { name: 'Ada', kind: 'agent' });
  expect(registered.headers.get('ratelimit-policy')).toBe(
    '"address";q=500;w=60, "player";q=50;w=60, "registration";q=5;w=3600',
  );
  expect(registered.headers.get('ratelimit')).toMatch(
    /^"address";r=499;t=(60|59), "player";r=49;t=(60|59), "registration";r=4;t=(3600|3599)$/,
  );
  const me = await service.stranger.as(registered.body.token).get('/v1/me');
  expect(me.headers.get('ratelimit')).toMatch(/^"address";r=498;t=\d+, "player";r=49;t=\d+$/);
  for (const path of ['/healthz', '/readyz']) {
    expect((await fetch(service.url + path)).headers.get('ratelimit')).toBeNull();
  }
});

test('X-Forwarded-For counts only from a trusted proxy', async () => {
  const from = (service: Service, forwarded: string) => () =>
    service.stranger.get('/v1/rulesets', { 'x-forwarded-for': forwarded });
  const direct = await limited({ address: 2 });
  expect(await times(2, from(direct, '192.0.2.1'))).toEqual([200, 200]);
  expect(await times(1, from(direct, '192.0.2.2'))).toEqual([429]);
  for (const trustProxy of [1, ['10.0.0.0/8', '127.0.0.1']]) {
    const behind = await limited({ address: 2 }, { trustProxy });
    expect(await times(3, from(behind, '192.0.2.1'))).toEqual([200, 200, 429]);
    expect(await times(3, from(behind, '192.0.2.2'))).toEqual([200, 200, 429]);
    expect(await times(1, from(behind, '192.0.2.3, 192.0.2.2'))).toEqual([429]);
    expect(await times(2, from(behind, '2001:db8:0:1::1'))).toEqual([200, 200]);
    expect(await times(1, from(behind, '2001:db8:0:1:ffff::2'))).toEqual([429]);
    expect(await times(1, from(behind, '2001:db8:0:2::1'))).toEqual([200]);
  }
});
