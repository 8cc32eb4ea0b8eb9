import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import { Croupier, NotCroupier, Unreachable } from '../../clients/typescript/src/croupier-client.ts';

const JSON_TYPE = { 'content-type': 'application/json' };
const closing: (() => void)[] = [];

afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function serverThat(answers: RequestListener): Promise<string> {
  const server = createServer(answers).listen(0, '127.0.0.1');
  closing.push(() => {
    server.close();
    server.closeAllConnections();
  });
  await new Promise((resolve) => server.once('listening', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function failureOf(answers: RequestListener, patienceMs = 20_000): Promise<unknown> {
  const croupier = new Croupier({ url: await serverThat(answers), token: 'crp_x', patienceMs });
  return croupier.get('/v1/me').catch((error: unknown) => error);
}

test('calls, registrations and streams follow no redirect, and the error names its target', async () => {
  const asked: string[] = [];
  const other = await serverThat((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(200, JSON_TYPE).end('{}');
  });
  const url = await serverThat((_, response) => response.writeHead(307, { location: `${other}/away` }).end());
  const croupier = new Croupier({ url, token: 'crp_x' });
  const leads = `it leads to ${other}/away`;
  await expect(croupier.post('/v1/commitments', { body: {} })).rejects.toThrow(leads);
  await expect(Croupier.register(url, 'Ada')).rejects.toThrow(leads);
  await expect(croupier.follow('a-game').next()).rejects.toThrow(leads);
  expect(asked).toEqual([]);
});

test('a response that is not from the service is rejected', async () => {
  for (const body of ['[]', 'null', '"x"', '<html>', '['.repeat(200_000)]) {
    const failure = await failureOf((_, response) => response.writeHead(200, JSON_TYPE).end(body));
    expect(failure, body.slice(0, 9)).toBeInstanceOf(NotCroupier);
  }
});

test('an unpacked response is read up to the maximum of the service', async () => {
  const packed = gzipSync(Buffer.alloc(80 * 1024 * 1024, ' '), { level: 1 });
  const headers = { ...JSON_TYPE, 'content-encoding': 'gzip' };
  expect(await failureOf((_, response) => response.writeHead(200, headers).end(packed))).toBeInstanceOf(NotCroupier);
});

test('the client gives up a slow or undecodable response after its patience', async () => {
  const drips = await failureOf((_, response) => {
    response.writeHead(200, { ...JSON_TYPE, 'content-length': 10 ** 12 }).write('{');
    const drip = setInterval(() => response.write(' '), 50);
    response.on('close', () => clearInterval(drip));
  }, 100);
  expect(drips).toBeInstanceOf(Unreachable);
  const broken = await failureOf((_, response) => {
    response.writeHead(200, { ...JSON_TYPE, 'content-encoding': 'gzip' }).end('no gzip');
  }, 100);
  expect(broken).toBeInstanceOf(Unreachable);
  expect(broken).not.toBeInstanceOf(NotCroupier);
});
