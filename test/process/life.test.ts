import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { freePort } from '../kept-program.ts';
import { creationOf, gameRow } from '../store/rows.ts';
import { freshDatabase, KINDS, type Kind } from '../store/test-store.ts';
import { HotSeats } from './hot-seats.ts';
import { Server } from './server.ts';

const WINDOW_S = 5;

async function dataFolder(): Promise<{ DATA_DIR: string }> {
  const { target, remove } = await freshDatabase('embedded');
  onTestFinished(remove);
  return { DATA_DIR: target };
}

async function anyDatabase(): Promise<Record<string, string>> {
  const { settings, remove } = await freshDatabase(KINDS.at(-1) as Kind);
  onTestFinished(remove);
  return settings;
}

function newFolder(): string {
  const around = mkdtempSync(join(tmpdir(), 'croupier-life-'));
  onTestFinished(() => rmSync(around, { recursive: true }));
  return join(around, 'data');
}

async function untilUnready(server: Server): Promise<void> {
  while (await server.isReady()) await sleep(10);
}

describe('starting', () => {
  test('on a data folder in use ends with one clear line and a non-zero exit code, and the other server goes on', async () => {
    const settings = await dataFolder();
    const first = await Server.start(settings);
    const second = await Server.launch(settings);
    expect(await second.ended()).toBe(1);
    const lines = second.output.split('\n').filter((line) => line !== '' && !line.startsWith('{'));
    expect(lines).toEqual([
      `croupier cannot run: another process uses the data directory ${settings.DATA_DIR}: stop that process, or set DATA_DIR to another folder`,
    ]);
    expect(await first.isReady()).toBe(true);
    expect(await first.stop()).toBe(0);
  });

  test.each([
    [{ PORT: 'http' }, 'PORT'],
    [{ SECRETS_KEY: 'not a key' }, 'SECRETS_KEY: an encryption key must be 32 bytes in base64'],
    [{ DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none', DATABASE_WAIT: '0' }, 'DATABASE_WAIT=0'],
  ])(
    'with wrong settings, %j, ends with one line that names %s and a non-zero exit code',
    async (settings: Record<string, string>, named) => {
      const server = await Server.launch({ ...(await anyDatabase()), ...settings });
      expect(await server.ended()).toBe(1);
      const lines = server.output.split('\n').filter((line) => line !== '' && !line.startsWith('{'));
      expect(lines).toHaveLength(1);
      expect(lines[0]).toMatch(/^croupier cannot run: /);
      expect(lines[0]).toContain(named);
    },
  );

  test("with another key than the data folder's ends with one line that names it and a non-zero exit code", async () => {
    const SECRETS_KEY = Buffer.alloc(32, 'another').toString('base64');
    const server = await Server.launch({ ...(await dataFolder()), SECRETS_KEY });
    expect(await server.ended()).toBe(1);
    const lines = server.output.split('\n').filter((line) => line !== '' && !line.startsWith('{'));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(
      /^croupier cannot run: secrets in this database are encrypted with the key [0-9a-f]{8}, but only /,
    );
    expect(server.output).not.toContain(SECRETS_KEY);
  });

  test('without the rules of running games ends with one line that names both and a non-zero exit code', async () => {
    const { settings, open, remove } = await freshDatabase(KINDS.at(-1) as Kind);
    onTestFinished(remove);
    const store = await open();
    await store.log.create(creationOf(gameRow({ ruleset: 'pascal', rulesVersion: 99 })));
    await store.close();
    const server = await Server.launch(settings);
    expect(await server.ended()).toBe(1);
    const lines = server.output.split('\n').filter((line) => line !== '' && !line.startsWith('{'));
    expect(lines).toEqual([
      'croupier cannot run: unfinished games or competitions need rules version 99 of pascal: start a build that has these rules',
    ]);
  });

  test('serves the OpenAPI document of the build byte for byte', async () => {
    const file = (name: string) => fileURLToPath(new URL(`../../${name}`, import.meta.url));
    expect(spawnSync(process.execPath, [file('scripts/build.mjs'), 'document']).status).toBe(0);
    const server = await Server.start(await anyDatabase());
    const sent = await (await fetch(`${server.url}/openapi.json`)).text();
    expect(sent === readFileSync(file('dist/openapi.json'), 'utf8')).toBe(true);
    expect(JSON.parse(sent)).toEqual(JSON.parse(readFileSync(file('openapi/openapi.json'), 'utf8')));
    expect(await server.stop()).toBe(0);
  });

  test.each(['PORT', 'METRICS'])(
    'with %s taken prints one line that shows it, before the database opens',
    async (setting) => {
      const other = createServer().listen(0, '127.0.0.1');
      onTestFinished(() => void other.close());
      await once(other, 'listening');
      const { port } = other.address() as AddressInfo;
      const folder = newFolder();
      const server = await Server.launch({ DATA_DIR: folder, [setting]: String(port) });
      expect(await server.ended()).toBe(1);
      expect(server.output.split('\n').filter((line) => line !== '' && !line.startsWith('{'))).toEqual([
        `croupier cannot run: cannot listen on HOST=127.0.0.1 and ${setting}=${port}: another program uses the port: stop that program, or set another port (EADDRINUSE)`,
      ]);
      expect(existsSync(folder)).toBe(false);
    },
  );

  test.each(['nowhere.invalid', '192.0.2.1'])(
    'with HOST=%s, which does not exist here, prints one line that shows it',
    async (HOST) => {
      const folder = newFolder();
      const server = await Server.launch({ DATA_DIR: folder, HOST });
      expect(await server.ended()).toBe(1);
      expect(server.output).toContain(`croupier cannot run: cannot listen on HOST=${HOST} and PORT=`);
      expect(existsSync(folder)).toBe(false);
    },
  );

  test.each([
    ['64', {}, 'this process may open 64 files and needs more than 512: raise `ulimit -n`'],
    [
      '1000',
      { MAX_CONNECTIONS: '500' },
      'The configuration is wrong: MAX_CONNECTIONS=500 needs 1012 open files, but this process may have 1000: raise `ulimit -n`, or lower MAX_CONNECTIONS.',
    ],
  ])('with %s files that may be open, %j, prints one line that shows it', async (files, settings, sentence) => {
    const folder = newFolder();
    const server = await Server.launch({ DATA_DIR: folder, ...settings }, undefined, `ulimit -n ${files}`);
    expect(await server.ended()).toBe(1);
    expect(server.output.split('\n')).toEqual([`croupier cannot run: ${sentence}`, '']);
    expect(existsSync(folder)).toBe(false);
  });

  test.runIf(process.platform === 'linux')(
    'on the embedded database takes less than 600 MB the first time, because the build has made a database',
    async () => {
      const script = fileURLToPath(new URL('../../scripts/build.mjs', import.meta.url));
      expect(spawnSync(process.execPath, [script, 'database']).status).toBe(0);
      const server = await Server.start({ DATA_DIR: newFolder() });
      expect(server.peakMegabytes).toBeLessThan(600);
      expect(await server.stop()).toBe(0);
    },
  );

  test('with 1,000 files that may be open serves, with fewer connections', async () => {
    const settings = await dataFolder();
    const server = await Server.start(settings, 'ulimit -n 1000');
    expect((await fetch(`${server.url}/v1/rulesets`)).status).toBe(200);
    expect(server.output).toContain('"openFiles":1000,"connections":488');
    expect(await server.stop()).toBe(0);
  });
});

describe('stopping', () => {
  test('by SIGTERM lets a server, with or without metrics, finish accepted calls, then close', async () => {
    const server = await Server.start({ ...(await anyDatabase()), METRICS: 'off' });
    expect((await fetch(`${server.url}/metrics`)).status).toBe(404);
    const answer = slowRegistration(server.url);
    await answer.taken;
    const stopped = server.stop('SIGTERM');
    await untilUnready(server);
    answer.finish();
    expect(await answer.whole).toMatch(/\r\nHTTP\/1\.1 201 [\s\S]*"token":"crp_/);
    expect(await stopped).toBe(0);
    await expect(fetch(`${server.url}/healthz`)).rejects.toThrow(TypeError);
  });

  test('makes a server not ready first: until STOP_DELAY is over it still serves all callers, also metrics on their own port', async () => {
    const metricsPort = await freePort();
    const settings = { STOP_DELAY: String(WINDOW_S), METRICS: String(metricsPort) };
    const server = await Server.start({ ...(await anyDatabase()), ...settings });
    expect((await fetch(`${server.url}/metrics`)).status).toBe(404);
    const start = performance.now();
    const stopped = server.stop('SIGTERM');
    await untilUnready(server);
    const answer = slowRegistration(server.url);
    await answer.taken;
    expect((await fetch(`${server.url}/v1/rulesets`)).status).toBe(200);
    const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    expect(metrics).toMatch(/^croupier_http_requests_total\{operation="listRulesets",method="GET",status="2xx"\} 1$/m);
    expect((await fetch(`${server.url}/readyz`)).status).toBe(503);
    const serves = () => fetch(`${server.url}/healthz`).then(Boolean, () => false);
    while (await serves()) await sleep(50);
    expect(performance.now() - start).toBeGreaterThanOrEqual(WINDOW_S * 1_000);
    answer.finish();
    expect(await answer.whole).toMatch(/\r\nHTTP\/1\.1 201 [\s\S]*"token":"crp_/);
    expect(await stopped).toBe(0);
  });
});

describe('logs', () => {
  test('contain no token, no seed and no card, even at the finest level', async () => {
    const server = await Server.start({ ...(await anyDatabase()), LOG_LEVEL: 'trace' });
    expect(await (await fetch(`${server.url}/metrics`)).text()).toMatch(/^croupier_live_games 0$/m);
    const players = new HotSeats('logs');
    await players.register(server.url);
    const headers = { authorization: `Bearer ${players.token}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ ruleset: 'pascals-ruin', seats: ['me', 'me'], seed: 'sesame-open' });
    const created = await fetch(`${server.url}/v1/games`, { method: 'POST', headers, body });
    const { view } = (await created.json()) as any;
    await fetch(`${server.url}/v1/games`, { method: 'POST', headers, body: '{"seed":"sesame-open"' });
    await fetch(`${server.url}/v1/games?seed=sesame-open`, { headers });
    await fetch(`${server.url}/v1/notifications/unsubscriptions/sesame`, { method: 'POST' });
    await players.playSteps(server.url, 30);
    expect(await server.stop()).toBe(0);
    expect(server.output).toContain('"msg":"answered"');
    expect(server.output).toContain('"path":"/v1/notifications/unsubscriptions/…"');
    expect(server.output).toMatch(/"reqId":"[^"]+"/);
    expect(server.output).not.toContain(players.token);
    expect(server.output).not.toMatch(/crp_|sesame|serverSeed|clientSeed/);
    expect(server.output).not.toContain(`"${view.chain[0].card}"`);
  });
});

function slowRegistration(url: string) {
  const { port } = new URL(url);
  const body = JSON.stringify({ name: 'Slow', kind: 'human' });
  const head = `POST /v1/players HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`;
  const socket = connect(Number(port), '127.0.0.1');
  let text = '';
  socket.on('data', (data) => {
    text += data;
  });
  socket.write(head + body.slice(0, -1));
  const taken = once(socket, 'data'); // "100 Continue": the server has read the head
  const whole = new Promise<string>((resolve) => socket.once('close', () => resolve(text)));
  return { taken, whole, finish: () => socket.write(body.slice(-1)) };
}
