import { expect, test } from 'vitest';
import { requestIds } from '../../src/http/server/options.ts';
import { startService } from './service.ts';
import { RawClient } from './socket.ts';

const ALWAYS = ['x-request-id', 'x-content-type-options', 'x-frame-options', 'content-security-policy'];

test('request ids are unique on one server, on two, and after a restart', () => {
  const servers = [requestIds(), requestIds(), requestIds()];
  const ids = Array.from({ length: 3_000 }, (_, i) => servers[i % 3]?.());
  expect(new Set(ids).size).toBe(ids.length);
});

test.each([
  ['a path that cannot be looked up', 'GET /%ZZ HTTP/1.1\r\nHost: house\r\n\r\n', 400],
  ['a parameter longer than any', `GET /v1/games/${'x'.repeat(300)} HTTP/1.1\r\nHost: house\r\n\r\n`, 400],
  ['what is not HTTP', 'HELLO\r\n\r\n', 400],
  ['headers that are too large', `GET /healthz HTTP/1.1\r\nHost: house\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  ['a route that is not there', 'GET /nowhere HTTP/1.1\r\nHost: house\r\nConnection: close\r\n\r\n', 404],
])('the response to %s has an id and the security headers', async (_, request, status) => {
  const service = await startService();
  try {
    const client = new RawClient(service.url);
    client.send(request.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'));
    const [head = ''] = (await client.closed).split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    const names = head.split('\r\n').map((line) => line.split(':')[0]?.toLowerCase());
    expect(names).toEqual(expect.arrayContaining(ALWAYS));
  } finally {
    await service.stop();
  }
});
