import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../process/server.ts';
import { PROXIES_HERE, PROXIES_MISSING, startProxy } from '../proxies.ts';
import { startService } from './service.ts';

for (const proxy of PROXIES_MISSING) test.skip(`${proxy} is not on this machine`, () => {});

test.each(PROXIES_HERE)(
  'behind %s, mounted under a path, redirects, pages and Location stay below it',
  async (proxy) => {
    const service = await startService();
    onTestFinished(() => service.stop());
    const { url, stop } = await startProxy(proxy, await freePort(), service.url);
    onTestFinished(stop);

    const docs = await fetch(url);
    expect([docs.status, docs.url]).toEqual([200, `${url}docs`]);
    expect((await fetch(`${url}docs/static/index.html`)).url).toBe(`${url}docs/`);
    for (const page of ['docs', 'docs/']) {
      const html = await (await fetch(url + page)).text();
      const files = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(
        ([, file = '']) => new URL(file, url + page).href,
      );
      expect(files.length).toBeGreaterThan(5);
      for (const file of files)
        expect(`${file} ${(await fetch(file)).status}`).toBe(`${url}docs/static/${file.split('/static/')[1]} 200`);
    }
    for (const copy of ['openapi.json', 'docs/json', 'docs/yaml']) {
      const document = await fetch(url + copy);
      const { servers } = (await document.json()) as { servers: { url: string }[] };
      expect(servers.map((server) => new URL(server.url, document.url).href)).toEqual([url]);
    }
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
