import { type AddressInfo, createServer, connect as dial, type Socket } from 'node:net';
import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { ThreadStopped } from '../../src/eventlog/threads.ts';
import { answerErrors } from '../../src/http/hooks/errors.ts';
import { openPostgres } from '../../src/store/postgres.ts';
import { freshDatabase, KINDS } from '../store/test-store.ts';
import type { Answer } from './caller.ts';
import { type Service, serviceOfTest, startService } from './service.ts';

function expectNotReady(answer: Answer, code: string): void {
  expect([answer.status, answer.body.code]).toEqual([503, code]);
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
}

test('a server is not ready before its start is complete, nor after the signal to stop', async () => {
  const service = await serviceOfTest({ ready: false });
  const ready = () => service.stranger.get('/readyz');
  expectNotReady(await ready(), 'not-ready');
  expect((await service.stranger.get('/healthz')).status).toBe(200);
  service.readiness.enter('serving');
  expect((await ready()).body).toEqual({ status: 'ok' });
  service.readiness.enter('stopping');
  expectNotReady(await ready(), 'not-ready');
  service.readiness.enter('serving');
  expectNotReady(await ready(), 'not-ready');
  expect((await service.stranger.get('/v1/rulesets')).status).toBe(200);
});

test('every response closes its connection after the signal to stop', async () => {
  const service = await serviceOfTest();
  const connection = async () => (await service.stranger.get('/v1/rulesets')).headers.get('connection');
  expect(await connection()).not.toBe('close');
  service.readiness.enter('stopping');
  expect(await connection()).toBe('close');
});

test('a server is not ready without its database', async () => {
  const service = await startService();
  onTestFinished(() => service.app.close());
  await service.store.close();
  expectNotReady(await service.stranger.get('/readyz'), 'unavailable');
  expect((await service.stranger.get('/healthz')).status).toBe(200);
});

test('a server is not ready while its clocks do not run', async () => {
  const service = await serviceOfTest();
  const { timekeeper } = service.gameService;
  expect((await service.stranger.get('/readyz')).status).toBe(200);
  await timekeeper.stop();
  const answer = await service.stranger.get('/readyz');
  expectNotReady(answer, 'not-ready');
  expect(answer.body.detail).toBe('The clocks of the server do not run, so it would miss deadlines of games.');
  timekeeper.loop.start();
  expect((await service.stranger.get('/readyz')).status).toBe(200);
});

test.runIf(KINDS.includes('postgres'))(
  'a server is not ready while the database is read-only, as a standby is',
  async () => {
    const database = await freshDatabase('postgres');
    const service: Service = await startService({ store: await database.open() });
    onTestFinished(async () => {
      await service.stop();
      await database.remove();
    });
    const name = new URL(database.target).pathname.slice(1);
    const beReadOnly = (setting: 'on' | 'off') =>
      database.ask(`
      begin read write;
      alter database ${name} set default_transaction_read_only = ${setting};
      commit;
      select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}' and pid <> pg_backend_pid()`);
    const ready = () => service.stranger.get('/readyz');
    await beReadOnly('on');
    await expect.poll(async () => (await ready()).body.detail).toMatch(/is read-only/);
    expectNotReady(await ready(), 'unavailable');
    const refused = await service.stranger.post('/v1/players', { name: 'Ada', kind: 'human' });
    expect([refused.status, refused.body.code]).toEqual([503, 'unavailable']);
    await beReadOnly('off');
    await expect.poll(async () => (await ready()).status).toBe(200);
  },
);

test.runIf(KINDS.includes('postgres'))(
  'a server is not ready about a second after the database hangs, and ready again when it recovers',
  async () => {
    const database = await freshDatabase('postgres');
    const wire = await Wire.to(database.target);
    const service: Service = await startService({ store: await openPostgres({ url: wire.url }) });
    onTestFinished(async () => {
      await service.stop();
      await wire.close();
      await database.remove();
    });
    expect((await service.stranger.get('/readyz')).status).toBe(200);
    wire.hold();
    const start = performance.now();
    const answers = await Promise.all(Array.from({ length: 20 }, () => service.stranger.get('/readyz')));
    const ms = performance.now() - start;
    for (const answer of answers) expectNotReady(answer, 'unavailable');
    expect(ms).toBeGreaterThan(900);
    expect(ms).toBeLessThan(10_000);
    wire.release();
    await expect.poll(async () => (await service.stranger.get('/readyz')).status).toBe(200);
  },
);

class Wire {
  readonly #target: URL;
  readonly #server = createServer((near) => this.#join(near));
  readonly #sockets = new Set<Socket>();
  #held = false;

  private constructor(target: string) {
    this.#target = new URL(target);
  }

  static async to(target: string): Promise<Wire> {
    const wire = new Wire(target);
    await new Promise<void>((done) => wire.#server.listen(0, '127.0.0.1', done));
    return wire;
  }

  get url(): string {
    const url = new URL(this.#target);
    url.port = String((this.#server.address() as AddressInfo).port);
    return url.href;
  }

  hold(): void {
    this.#held = true;
    for (const socket of this.#sockets) socket.pause();
  }

  release(): void {
    this.#held = false;
    for (const socket of this.#sockets) socket.resume();
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((done) => this.#server.close(done));
  }

  #join(near: Socket): void {
    const far = dial(Number(this.#target.port), this.#target.hostname);
    this.#pass(near, far);
    this.#pass(far, near);
  }

  #pass(from: Socket, to: Socket): void {
    this.#sockets.add(from);
    from.on('data', (data) => to.write(data));
    from.on('error', () => {});
    from.on('close', () => {
      this.#sockets.delete(from);
      to.destroy();
    });
    if (this.#held) from.pause();
  }
}

test('slow work that a stopping service interrupts is answered as retryable', async () => {
  const app = Fastify();
  answerErrors(app);
  app.get('/ratings', () => Promise.reject(new ThreadStopped('the thread for ratings has stopped')));
  const { statusCode, headers, body } = await app.inject('/ratings');
  expect(statusCode).toBe(503);
  expect(headers['retry-after']).toBe('1');
  expect(JSON.parse(body)).toMatchObject({ code: 'stopping', detail: expect.stringContaining('is stopping') });
});
