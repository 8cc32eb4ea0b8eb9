import { request } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import type { Limits } from '../../src/http/limits.ts';
import { createHotSeats } from './random-play.ts';
import { type Service, serviceOfTest } from './service.ts';
import { RawClient } from './socket.ts';

const HELD = 'HTTP/1.1 200 ';

async function limited(limits: Partial<Limits>): Promise<Service> {
  const service = await serviceOfTest({ limits });
  return service;
}

function connection({ url }: Service): RawClient {
  const client = new RawClient(url);
  onTestFinished(() => client.close());
  return client;
}

function sent(service: Service, path: string, token: string | null, accept = 'application/json'): RawClient {
  const client = connection(service);
  const own = token === null ? '' : `Authorization: Bearer ${token}\r\n`;
  client.send(`GET ${path} HTTP/1.1\r\nHost: house\r\nAccept: ${accept}\r\n${own}Connection: close\r\n\r\n`);
  return client;
}

async function problemOf(client: RawClient): Promise<any> {
  const [, body = ''] = (await client.closed).split('\r\n\r\n');
  return JSON.parse(body);
}

function statusFrom(localAddress: string, url: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const asking = request(url, { localAddress, agent: false }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode));
    });
    asking.on('error', reject).end();
  });
}

test('streams and waiting calls count together, per player and per address, and a closed one makes room', async () => {
  const service = await limited({ openCalls: { player: 2, address: 3 } });
  const [ada, bob] = await service.stranger.registerAll('Ada', 'Bob');
  const { id, version } = await createHotSeats(ada, { seats: ['me', 'me'] });
  const waits = `/v1/games/${id}?after=${version}&wait=45`;
  const places = () => service.gameService.subscriptions.size;

  const stream = sent(service, `/v1/games/${id}/events`, ada.token, 'text/event-stream');
  await expect.poll(() => stream.received).toContain(HELD);
  sent(service, waits, ada.token);
  await expect.poll(places).toBe(2);
  for (const path of [waits, `/v1/games/${id}/events?after=${version}&wait=45`, '/v1/me/turns?wait=45']) {
    const told = await problemOf(sent(service, path, ada.token));
    expect(told, path).toMatchObject({ status: 429, code: 'too-many-waiting', hint: expect.any(String) });
    expect(told.detail).toContain('one player');
  }
  const streams = sent(service, `/v1/games/${id}/events`, ada.token, 'text/event-stream');
  expect(await problemOf(streams)).toMatchObject({ status: 429, code: 'too-many-streams' });

  sent(service, '/v1/me/turns?wait=45', bob.token);
  await expect.poll(places).toBe(3);
  expect((await problemOf(sent(service, waits, null))).detail).toContain('one address');
  expect((await ada.get(`/v1/games/${id}?wait=0`)).status).toBe(200);
  expect(await statusFrom('127.0.0.2', `${service.url}${waits.replace('wait=45', 'wait=1')}`)).toBe(200);

  stream.close();
  await expect.poll(places).toBe(2);
  sent(service, waits, null);
  await expect.poll(places).toBe(3);
});

test('an address has a share of the connections, learns when it is used up, and others are served', async () => {
  const most = 8;
  const service = await limited({ connectionsOfAddress: most });
  const held = Array.from({ length: most }, () => connection(service));
  for (const [nth, client] of held.entries()) {
    client.send('GET /healthz HTTP/1.1\r\nHost: house\r\n\r\n');
    await expect.poll(() => client.received, { message: `connection ${nth}` }).toContain(HELD);
  }
  const told = await problemOf(sent(service, '/healthz', null));
  expect(told).toMatchObject({ status: 429, code: 'too-many-connections', hint: expect.any(String) });

  const silent = Array.from({ length: 100 }, () => connection(service));
  const answers = await Promise.all(silent.map((client) => client.closed));
  expect(new Set(answers)).toEqual(new Set(['']));
  expect(await statusFrom('127.0.0.2', `${service.url}/healthz`)).toBe(200);

  held[0]?.close();
  await expect.poll(async () => (await sent(service, '/healthz', null).closed).slice(0, HELD.length)).toBe(HELD);
});

test.each([1, ['127.0.0.0/8', '::1']])(
  'a trusted proxy (%j) brings the connections of many callers',
  async (trustProxy) => {
    const service = await limited({ connectionsOfAddress: 2, trustProxy });
    const held = Array.from({ length: 5 }, () => connection(service));
    for (const client of held) client.send('GET /healthz HTTP/1.1\r\nHost: house\r\n\r\n');
    for (const client of held) await expect.poll(() => client.received).toContain(HELD);
  },
);

test('behind a trusted proxy waiting calls count for their real addresses', async () => {
  const service = await limited({ openCalls: { player: 1, address: 1 }, trustProxy: 1 });
  const ada = await service.stranger.register('Ada');
  const { id, version } = await createHotSeats(ada, { seats: ['me', 'me'] });
  const wait = (from: string) => {
    const client = connection(service);
    const path = `/v1/games/${id}?after=${version}&wait=45`;
    client.send(`GET ${path} HTTP/1.1\r\nHost: house\r\nX-Forwarded-For: ${from}\r\nConnection: close\r\n\r\n`);
    return client;
  };
  wait('192.0.2.1');
  await expect.poll(() => service.gameService.subscriptions.size).toBe(1);
  expect(await problemOf(wait('192.0.2.1'))).toMatchObject({ code: 'too-many-waiting' });
  wait('192.0.2.2');
  await expect.poll(() => service.gameService.subscriptions.size).toBe(2);
});
