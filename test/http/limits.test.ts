import { createHash } from 'node:crypto';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { PATIENCE } from '../../src/http/limits.ts';
import type { Caller } from './caller.ts';
import { createHotSeats } from './random-play.ts';
import { type Service, serviceOfTest, startService } from './service.ts';
import { RawClient } from './socket.ts';

let service: Service;
let ada: Caller;
beforeAll(async () => {
  service = await startService();
  ada = await service.stranger.register('Ada');
});
afterAll(() => service.stop());

describe('too long', () => {
  test('a URL is a problem document, in its query, in its path and for an unknown path', async () => {
    const long = 'x'.repeat(8_000);
    for (const path of [`/v1/me?x=${long}`, `/v1/games/${long}`, `/nowhere/${long}`, `/v1/rulesets/${long}/x`]) {
      const answer = await fetch(service.url + path, { headers: { authorization: `Bearer ${ada.token}` } });
      expect(answer.status, path.slice(0, 20)).toBe(414);
      expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
      expect(await answer.json()).toMatchObject({ code: 'uri-too-long', status: 414 });
    }
    const listed = await ada.get(`/v1/me?x=${long}`);
    expect([listed.status, listed.body.code]).toEqual([414, 'uri-too-long']);
    expect((await ada.get(`/v1/me?x=${'x'.repeat(7_900)}`)).body.code).toBe('invalid-request');
  });

  test('headers are rejected before they are complete', async () => {
    const client = new RawClient(service.url);
    client.send(`GET /v1/rulesets HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(17_000)}`);
    const answer = await client.closed;
    expect(answer).toMatch(/^HTTP\/1\.1 431 /);
    expect(JSON.parse(answer.split('\r\n\r\n')[1] as string).code).toBe('headers-too-large');
  });
});

describe('slow clients', () => {
  const patience = { ...PATIENCE, headersMs: 1_500, requestMs: 3_000, idleMs: 1_000 };

  async function trickle(url: string, begin: string, rest: string): Promise<{ answer: string; ms: number }> {
    const client = new RawClient(url);
    const start = performance.now();
    client.send(begin);
    let i = 0;
    const timer = setInterval(() => client.send(rest.charAt(i++ % rest.length)), 1_000);
    const answer = await client.closed;
    clearInterval(timer);
    return { answer, ms: performance.now() - start };
  }

  test('are answered 408 in time, in headers and in bodies, while others are served', async () => {
    const slow = await serviceOfTest({ limits: { patience } });
    const post =
      'POST /v1/players HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n';
    const trickles = [
      ...Array.from({ length: 20 }, () => trickle(slow.url, 'GET /v1/rulesets HTTP/1.1\r\nHost: x\r\nX-Slow: ', 'x')),
      trickle(slow.url, 'G', 'ET /v1/rulesets'),
      trickle(slow.url, '', ''),
      trickle(slow.url, post, ' '),
    ];
    let served = 0;
    let over = false;
    const ended = Promise.all(trickles).finally(() => {
      over = true;
    });
    while (!over) {
      expect((await slow.stranger.get('/v1/rulesets')).status).toBe(200);
      served++;
      await sleep(20);
    }
    const outcomes = await ended;
    expect(served).toBeGreaterThan(0);
    for (const [i, { answer, ms }] of outcomes.entries()) {
      expect(answer, `${i}`).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
      expect(JSON.parse(answer.split('\r\n\r\n')[1] as string)).toMatchObject({ code: 'request-timeout', status: 408 });
      const allowed = i === outcomes.length - 1 ? patience.requestMs : patience.headersMs;
      expect(ms).toBeGreaterThan(allowed - 100);
    }
  });

  test('that stop sending are disconnected', async () => {
    const idle = await serviceOfTest({ limits: { patience } });
    const client = new RawClient(idle.url);
    const start = performance.now();
    client.send('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
    expect(await client.closed).toMatch(/^HTTP\/1\.1 200 /);
    expect(performance.now() - start).toBeGreaterThan(patience.idleMs - 100);
  });
});

test('callers that read nothing get little buffered data, and are disconnected', async () => {
  const silenceMs = 1_500;
  const service = await serviceOfTest({ limits: { patience: { ...PATIENCE, silenceMs } } });
  let ready = 0;
  service.app.server.on('connection', (socket: Socket) => {
    const looking = setInterval(() => {
      ready = Math.max(ready, socket.writableLength);
    }, 20);
    socket.once('close', () => clearInterval(looking));
  });
  const client = new RawClient(service.url);
  onTestFinished(() => client.close());
  client.deafen();
  const start = performance.now();
  client.send('GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(30));
  await client.connected();
  await expect.poll(() => connections(service)).toBe(1);
  await expect.poll(() => connections(service)).toBe(0);
  expect(performance.now() - start).toBeGreaterThan(silenceMs - 100);
  expect(ready).toBeGreaterThan(0);
  expect(ready).toBeLessThan(2 * 1024 * 1024); // the answer has 70 MB in all
});

function connections(service: Service): Promise<number> {
  return new Promise((done) => service.app.server.getConnections((_, count) => done(count)));
}

test('connections beyond the limit are closed at once, and closed ones make room', async () => {
  const small = await serviceOfTest({ limits: { connections: 3 } });
  const ask = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n';
  const clients = Array.from({ length: 3 }, () => new RawClient(small.url));
  for (const client of clients) client.send(ask);
  for (const client of clients) await expect.poll(() => client.received).toMatch(/^HTTP\/1\.1 200 /);
  const fourth = new RawClient(small.url);
  fourth.send(ask);
  expect(await fourth.closed).toBe('');
  clients[0]?.close();
  await expect.poll(() => connections(small)).toBe(2);
  const fifth = new RawClient(small.url);
  fifth.send(ask);
  await expect.poll(() => fifth.received).toMatch(/^HTTP\/1\.1 200 /);
  for (const client of [...clients, fifth]) client.close();
});

describe('security headers', () => {
  test('are on every kind of response: data, refusals, missing paths and redirects', async () => {
    const game = await createHotSeats(ada);
    for (const path of ['/v1/rulesets', `/v1/games/${game.id}`, '/v1/me', '/nowhere', '/', '/openapi.json']) {
      const { headers } = await fetch(service.url + path, { redirect: 'manual' });
      expect(headers.get('content-security-policy'), path).toBe("default-src 'none'; frame-ancestors 'none'");
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('x-frame-options')).toBe('DENY');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
      expect(headers.get('x-powered-by')).toBeNull();
    }
  });

  test('forbid pages of the API to load anything', async () => {
    const page = await fetch(`${service.url}/docs/`);
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/https?:|\*|unsafe|script|'self'/);
    const html = await page.text();
    expect(html).not.toMatch(/<script|<link|\ssrc=|\son[a-z]+=/i);
    const [, style = ''] = /<style>(.*)<\/style>/s.exec(html) ?? [];
    expect(policy).toContain(`'sha256-${createHash('sha256').update(style).digest('base64')}'`);
  });

  test('keep every response with a token out of caches', async () => {
    const registered = await service.stranger.post('/v1/players', { name: 'Bobadilla', kind: 'agent' });
    const bob = service.stranger.as(registered.body.token);
    const answers = [registered, await bob.post('/v1/me/read-tokens', {}), await bob.call('POST', '/v1/me/token')];
    for (const { body, headers } of answers) {
      expect(body.token).toMatch(/^crp_/);
      expect(headers.get('cache-control')).toBe('no-store');
    }
  });
});

test('a closing server does not wait for idle connections', async () => {
  const other = await startService();
  const clients = Array.from({ length: 5 }, () => new RawClient(other.url));
  for (const client of clients) client.send('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
  for (const client of clients) await expect.poll(() => client.received).toMatch(/200 OK/);
  const start = performance.now();
  await other.app.close();
  expect(performance.now() - start).toBeLessThan(PATIENCE.idleMs);
  await other.stop();
});
