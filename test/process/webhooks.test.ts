import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { CERTIFICATE, KEY } from '../notifications/certificate.ts';
import { isSigned, Receiver } from '../notifications/receiver.ts';
import { PATIENCE } from '../patience.ts';
import { freshDatabase, KINDS, type Kind } from '../store/test-store.ts';
import { Server } from './server.ts';

async function call(server: Server, token: string, method: string, path: string, body?: object): Promise<any> {
  const authorization = token === '' ? {} : { authorization: `Bearer ${token}` };
  const answer = await fetch(server.url + path, {
    method,
    headers: { ...authorization, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  expect(answer.ok, `${method} ${path} ${answer.status}`).toBe(true);
  return answer.json();
}

function trust(): Record<string, string> {
  const directory = mkdtempSync(join(tmpdir(), 'croupier-certificate-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const file = join(directory, 'certificate.pem');
  writeFileSync(file, CERTIFICATE);
  return { NODE_EXTRA_CA_CERTS: file };
}

test('a server that is killed between a change and its delivery leaves the delivery to the next one', async () => {
  const database = await freshDatabase(KINDS.at(-1) as Kind);
  onTestFinished(() => database.remove());
  const settings = { ...database.settings, ...trust(), WEBHOOK_PRIVATE_ADDRESSES: 'allow' };
  const receiver = await Receiver.start({ tls: { key: KEY, cert: CERTIFICATE } });
  receiver.answering = () => {}; // the server is killed while it waits for an answer

  const first = await Server.start(settings);
  const [ada, bob] = await Promise.all(
    ['Ada', 'Bob'].map((name) => call(first, '', 'POST', '/v1/players', { name, kind: 'agent' })),
  );
  const { webhook, secret } = await call(first, ada.token, 'POST', '/v1/me/webhooks', {
    url: receiver.url('localhost'),
  });
  const asked = { ruleset: 'pascals-ruin', seats: ['me', 'open'], seed: 'first game' };
  const game = await call(first, ada.token, 'POST', '/v1/games', asked);
  await call(first, bob.token, 'POST', `/v1/games/${game.id}/seats`, {});
  await receiver.arrived(1);
  await first.stop('SIGKILL');

  // the interrupted attempt counts as running for a minute
  await database.ask(`update webhook_delivery set due_at = due_at - interval '1 minute'`);
  receiver.answering = (response) => response.writeHead(204).end();
  const second = await Server.start(settings);
  const received = await receiver.arrived(2);
  expect(received.map(({ body }) => body.data)).toEqual(
    Array(2).fill({ gameId: game.id, ruleset: 'pascals-ruin', version: 3, seat: 0 }),
  );
  expect(received[1]?.id).toBe(received[0]?.id);
  expect(received.every((message) => isSigned(message, secret))).toBe(true);
  await vi.waitFor(async () => {
    const { deliveries } = await call(second, ada.token, 'GET', `/v1/me/webhooks/${webhook.id}`);
    expect(deliveries).toMatchObject([{ status: 'delivered', attempts: 2, httpStatus: 204 }]);
  }, PATIENCE);
  expect(await second.stop()).toBe(0);
});
