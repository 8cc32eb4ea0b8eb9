import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../kept-program.ts';
import { PROXIES_HERE, PROXIES_MISSING, startProxy } from '../proxies.ts';
import { serviceOfTest } from './service.ts';

for (const proxy of PROXIES_MISSING) test.skip(`${proxy} is not on this machine`, () => {});

test.each(PROXIES_HERE)(
  'behind %s, mounted under a path, redirects, pages and Location stay below it',
  async (proxy) => {
    const service = await serviceOfTest();
    const { url, stop } = await startProxy(proxy, await freePort(), service.url);
    onTestFinished(stop);

    const docs = await fetch(url);
    expect([docs.status, docs.url]).toEqual([200, `${url}docs/`]);
    for (const page of ['docs', 'docs/', 'docs/submitAction', 'docs/submitAction/', 'problems/game-over']) {
      const answer = await fetch(url + page);
      const links = [...(await answer.text()).matchAll(/ href="([^"]+)"/g)].map(
        ([, link = '']) => new URL(link, answer.url),
      );
      expect(links.length).toBeGreaterThan(5);
      for (const { href } of links.slice(0, 10))
        expect([href.startsWith(url), (await fetch(href)).status]).toEqual([true, 200]);
    }
    const document = await fetch(`${url}openapi.json`);
    const { servers } = (await document.json()) as { servers: { url: string }[] };
    expect(servers.map((server) => new URL(server.url, document.url).href)).toEqual([url]);
    const created = await fetch(`${url}v1/players`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: `Prefixed ${proxy}`, kind: 'agent' }),
    });
    expect(created.status).toBe(201);
    const player = new URL(created.headers.get('location') as string, created.url);
    expect(player.href.startsWith(`${url}v1/players/`)).toBe(true);
    expect((await fetch(player)).status).toBe(200);
  },
);
