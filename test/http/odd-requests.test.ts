import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Metrics } from '../../src/http/metrics.ts';
import type { Caller } from './caller.ts';
import { committedContract } from './contract.ts';
import { expectProblem } from './problem.ts';
import { type Service, startService } from './service.ts';
import { RawClient } from './socket.ts';
import { create } from './table.ts';

const OPEN_GAME = { ruleset: 'pascals-ruin', seats: ['me', 'open'] };

const log: string[] = [];
let service: Service;
let ada: Caller;

beforeAll(async () => {
  const rates = { player: 1_000, address: 1_000, registration: 1_000 };
  service = await startService({
    log: (line) => log.push(line),
    limits: { rates, openCalls: { player: 1, address: 1_000 } },
    metrics: new Metrics(),
  });
  ada = await service.stranger.register('Ada');
});
afterAll(() => service.stop());

const codeOf = async (path: string) => {
  const { status, body } = await service.stranger.get(path);
  return `${status} ${body.code}`;
};

/** Sends a path unchanged. Other clients would normalize it. */
async function rawly(path: string, header = 'X: y'): Promise<string> {
  const client = new RawClient(service.url);
  client.send(`GET ${path} HTTP/1.1\r\nHost: house\r\n${header}\r\nConnection: close\r\n\r\n`);
  return client.closed;
}

test('a caller that disconnects while sending causes no error', async () => {
  const before = log.length;
  const client = new RawClient(service.url);
  const arrived = once(service.app.server, 'request');
  client.send(
    `POST /v1/players HTTP/1.1\r\nHost: house\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{"name"`,
  );
  const [request] = await arrived;
  client.close();
  await once(request.socket, 'close');
  await service.stranger.get('/healthz');
  expect(log.slice(before).join('')).not.toContain('unexpected error');
});

test('a caller that disconnects before it is counted causes no error', async () => {
  const before = log.length;
  service.app.server.prependOnceListener('request', ({ socket }) => socket.destroy());
  const client = new RawClient(service.url);
  client.send('GET /v1/rulesets HTTP/1.1\r\nHost: house\r\n\r\n');
  expect(await client.closed).toBe('');
  await service.stranger.get('/healthz');
  expect(log.slice(before).join('')).not.toContain('unexpected error');
});

test.each(['/docs/../package.json', '/docs/%2e%2e/package.json', '/docs/%00', '/docs/constructor'])(
  '%s is not found',
  async (path) => {
    const answer = await rawly(path);
    expect(answer).toMatch(/^HTTP\/1\.1 404 /);
    expect(answer).toContain('"code":"route-not-found"');
  },
);

test('a missing page is the same for every method', async () => {
  expect(await codeOf('/docs/nothing')).toBe('404 route-not-found');
});

test.each(['GET', 'HEAD'])('%s with too large headers is answered as its method requires', async (method) => {
  const client = new RawClient(service.url);
  client.send(`${method} /v1/me HTTP/1.1\r\nHost: house\r\nX: ${'y'.repeat(17_000)}\r\n\r\n`);
  const [head, body] = (await client.closed).split('\r\n\r\n');
  expect(head).toMatch(/^HTTP\/1\.1 431 /);
  expect(body?.includes('headers-too-large')).toBe(method === 'GET');
});

test.each([
  ['an empty body in chunks counts as no body if none is needed', '/v1/me/read-tokens', '201'],
  ['an empty body in chunks is rejected as invalid JSON if a body is needed', '/v1/players', '400'],
])('%s', async (_, path, status) => {
  const client = new RawClient(service.url);
  client.send(
    `POST ${path} HTTP/1.1\r\nHost: house\r\nAuthorization: Bearer ${ada.token}\r\nContent-Type: application/json\r\n` +
      'Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n0\r\n\r\n',
  );
  expect(await client.closed).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
});

test('a name that is too long to look up is answered as documented', async () => {
  expect(await codeOf(`/v1/rulesets/${'a'.repeat(200)}`)).toBe('400 invalid-request');
});

test('every 401 says how to authenticate', async () => {
  for (const path of ['/v1/games?awaiting=me', '/v1/games?player=me']) {
    const { status, headers } = await service.stranger.get(path);
    expect([status, headers.get('www-authenticate')], path).toEqual([401, 'Bearer realm="croupier"']);
  }
});

test('a body without required fields may be omitted, but null is invalid', async () => {
  expect((await ada.call('POST', '/v1/commitments')).status).toBe(201);
  const { status, body } = await ada.call('POST', '/v1/commitments', {
    raw: 'null',
    headers: { 'content-type': 'application/json' },
  });
  expect([status, body.code]).toEqual([400, 'invalid-request']);
});

describe('a stream without a reader frees its place', () => {
  const tryStream = async (id: string) => {
    const headers = { authorization: `Bearer ${ada.token}`, accept: 'text/event-stream' };
    const { status, body } = await fetch(`${service.url}/v1/games/${id}/events`, { headers });
    await body?.cancel();
    return status;
  };
  const openStreams = async () =>
    Number(/^croupier_open_streams (.*)$/m.exec(await (await fetch(`${service.url}/metrics`)).text())?.[1]);
  const asked = (path: string) =>
    `GET ${path} HTTP/1.1\r\nHost: house\r\nAuthorization: Bearer ${ada.token}\r\nAccept: text/event-stream\r\n\r\n`;
  /** without a token, so that Ada's own limit is not used */
  const waiting = (path: string) => `GET ${path}?wait=30 HTTP/1.1\r\nHost: house\r\n\r\n`;

  test('after a break in the middle, once', async () => {
    const { id } = await create(ada, OPEN_GAME);
    const client = new RawClient(service.url);
    client.send(asked(`/v1/games/${id}/events`));
    await expect.poll(openStreams).toBe(1);
    client.close();
    await expect.poll(openStreams).not.toBe(1);
    expect(await openStreams()).toBe(0);
  });

  test('after a break before its start', async () => {
    const { id } = await create(ada, OPEN_GAME);
    service.app.server.prependOnceListener('request', ({ socket }) => socket.destroy());
    const client = new RawClient(service.url);
    client.send(asked(`/v1/games/${id}/events`));
    await client.closed;
    await expect.poll(() => tryStream(id)).toBe(200);
  });

  test('after a break behind a pending response', async () => {
    const { id } = await create(ada, OPEN_GAME);
    const client = new RawClient(service.url);
    client.send(waiting(`/v1/games/${id}`) + asked(`/v1/games/${id}/events`));
    await expect.poll(() => service.gameService.subscriptions.size).toBe(2);
    expect(await tryStream(id)).toBe(429);
    client.close();
    await expect.poll(() => tryStream(id)).toBe(200);
  });
});

test.each([' ', ' 1', '+1', '1e0', '0x1', '1.0', '1 '])('the parameter %j is no whole number', async (text) => {
  const { id } = await create(ada, OPEN_GAME);
  const { status, body } = await ada.get(`/v1/games/${id}?at=${encodeURIComponent(text)}`);
  expect([status, body.errors]).toEqual([400, [{ pointer: '/at', message: 'must be a whole number' }]]);
});

describe('HTTP itself', () => {
  let bob: Caller;
  let game: any;
  beforeAll(async () => {
    bob = await service.stranger.register('Bob');
    game = await create(ada, OPEN_GAME);
  });
  const json = { 'content-type': 'application/json' };

  test('a body that is not JSON is rejected', async () => {
    for (const raw of ['{', '', 'ruleset=pascals-ruin', '{"ruleset":"pascals-ruin",}', '{"__proto__":{}}']) {
      expectProblem(await ada.call('POST', '/v1/games', { raw, headers: json }), 400, 'invalid-json');
    }
  });

  test('an empty body counts as none, with any media type', async () => {
    for (const type of ['application/json', 'application/x-www-form-urlencoded']) {
      const nothing = { raw: '', headers: { 'content-type': type } };
      const { body: open } = await ada.post('/v1/games', { ruleset: 'pascals-ruin', seed: 'x' });
      expect((await bob.call('POST', `/v1/games/${open.id}/seats`, nothing)).body.status).toBe('playing');
      expect((await bob.call('POST', `/v1/games/${open.id}/resignation`, nothing)).body.status).toBe('finished');
      expect((await ada.call('POST', `/v1/games/${open.id}/rematch`, nothing)).body.status).toBe('open');
      expect((await ada.call('POST', '/v1/me/read-tokens', nothing)).body.name).toBe(null);
    }
    expect((await ada.call('POST', '/v1/me/read-tokens')).status).toBe(201);
  });

  test('a body of the wrong media type is rejected', async () => {
    for (const type of ['text/plain', 'application/xml', 'multipart/form-data; boundary=x']) {
      const answer = await ada.call('POST', '/v1/games', { raw: '{}', headers: { 'content-type': type } });
      expectProblem(answer, 415, 'unsupported-media-type');
    }
  });

  test('an unknown route is not found, and an unknown method names the methods of its path', async () => {
    expectProblem(await ada.get('/v2/games'), 404, 'route-not-found');
    expectProblem(await ada.get('/v1'), 404, 'route-not-found');
    const answer = await ada.call('DELETE', '/v1/rulesets');
    expectProblem(answer, 405, 'method-not-allowed');
    expect(answer.headers.get('allow')).toBe('GET, HEAD');
    expectProblem(await ada.call('PUT', `/v1/games/${game.id}`, { body: {} }), 405, 'method-not-allowed');
    expectProblem(await ada.get('/v1/games/%zz'), 400, 'invalid-request');
  });

  test('invalid HTTP and too large headers get a problem document too', async () => {
    expect(await answerTo('NONSENSE\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 .*"code":"bad-http"/s);
    const headers = `GET /healthz HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`;
    expect(await answerTo(headers)).toMatch(/^HTTP\/1\.1 431 .*"code":"headers-too-large"/s);
  });

  test('a request without a Host is rejected like any other', async () => {
    const nameless = 'GET /v1/rulesets HTTP/1.1\r\nConnection: close\r\n\r\n';
    expect(await answerTo(nameless)).toMatch(/^HTTP\/1\.1 400 .*"code":"bad-http"/s);
    for (const path of ['/healthz', '/readyz']) {
      const answer = await answerTo(nameless.replace('/v1/rulesets', path));
      const body = JSON.parse(answer.slice(answer.indexOf('{')));
      committedContract().check('GET', path, 400, 'application/problem+json', body);
      expect(body.code).toBe('bad-http');
    }
    expect(await answerTo('GET /healthz HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /);
  });

  test('an unknown expectation is ignored', async () => {
    const expecting = 'GET /healthz HTTP/1.1\r\nHost: x\r\nExpect: miracles\r\nConnection: close\r\n\r\n';
    expect(await answerTo(expecting)).toMatch(/^HTTP\/1\.1 200 /);
  });
});

function answerTo(bytes: string): Promise<string> {
  const client = new RawClient(service.url);
  client.send(bytes);
  return client.closed;
}

describe('a body', () => {
  const send = (body: Uint8Array | string, headers: Record<string, string>) =>
    fetch(`${service.url}/v1/players`, {
      method: 'POST',
      body: body as string,
      headers: { 'content-type': 'application/json', ...headers },
    });
  const named = (name: string) => JSON.stringify({ name, kind: 'human' });

  test('that is not UTF-8 is rejected and never stored', async () => {
    const answer = await send(Buffer.from(named('J\u00fcrgen'), 'latin1'), {});
    const { code, detail } = (await answer.json()) as any;
    expect([answer.status, code, detail]).toEqual([
      400,
      'invalid-json',
      'The server could not parse the body: it is not UTF-8.',
    ]);
  });

  test.each(['iso-8859-1', 'utf-16', '"windows-1252"'])('of the charset %s is rejected', async (charset) => {
    const answer = await send(named('Charset'), { 'content-type': `application/json; charset=${charset}` });
    const { code, detail } = (await answer.json()) as any;
    expect([answer.status, code]).toEqual([415, 'unsupported-media-type']);
    expect(detail).toContain(`says that the body is ${charset.replaceAll('"', '')}`);
  });

  test.each(['gzip', 'br', 'GZIP, identity'])('in the coding %s is rejected, with the accepted one', async (coding) => {
    const answer = await send(named('Coding'), { 'content-encoding': coding });
    const { code, detail } = (await answer.json()) as any;
    expect([answer.status, code]).toEqual([415, 'unsupported-media-type']);
    expect(answer.headers.get('accept-encoding')).toBe('identity');
    expect(detail).toContain('Content-Encoding');
  });

  test('in UTF-8 is accepted, declared or not', async () => {
    for (const [i, type] of [
      'application/json',
      'application/json; charset=UTF-8',
      'application/json;charset="utf8"',
    ].entries()) {
      const answer = await send(named(`Jürgen ${i}x`), { 'content-type': type, 'content-encoding': 'identity' });
      expect([answer.status, ((await answer.json()) as any).player.name]).toEqual([201, `Jürgen ${i}x`]);
    }
  });
});
