import { once } from 'node:events';
import { request as ask, createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { playOn, startGame } from './browser/playing.ts';
import { expect, test } from './browser/test.ts';

const PREFIX = '/games/croupier';

/** A proxy that has the service below a path of its own, and everything else not at all. */
async function proxyTo(url: string): Promise<Server> {
  const proxy = createServer((incoming, outgoing) => {
    if (!incoming.url?.startsWith(`${PREFIX}/`)) return outgoing.writeHead(404).end();
    const target = new URL(incoming.url.slice(PREFIX.length), url);
    const forwarded = ask(target, { method: incoming.method, headers: incoming.headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    forwarded.on('error', () => outgoing.destroy());
    outgoing.on('close', () => forwarded.destroy());
    return incoming.pipe(forwarded);
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return proxy;
}

test('the pages work below a path of a proxy', async ({ page, service }) => {
  const proxy = await proxyTo(service.url);
  const { port } = proxy.address() as AddressInfo;
  await page.goto(`http://127.0.0.1:${port}${PREFIX}/`);
  await page.getByLabel('Your name').fill(`Pia ${process.pid} ${Date.now()}`);
  await page.getByRole('button', { name: 'Sit down' }).click();
  await startGame(page, "Play against a bot: Pascal's Ruin");
  await expect(page.getByText('live', { exact: true })).toBeVisible();
  await playOn(page, 1);
  proxy.closeAllConnections();
  proxy.close();
});
