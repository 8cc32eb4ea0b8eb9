import { expect, onTestFinished, test, vi } from 'vitest';
import { legalActionsOf } from '../../clients/typescript/src/types.ts';
import { listenForMetrics, PRIVATE } from '../../src/http/hooks/metrics.ts';
import { Metrics } from '../../src/http/metrics.ts';
import { reachOf } from '../../src/notifications/address.ts';
import { StoreUnavailable } from '../../src/store/failures.ts';
import { Receiver } from '../notifications/receiver.ts';
import { SmtpServer } from '../notifications/smtp-server.ts';
import { PATIENCE } from '../patience.ts';
import { openTestStore } from '../store/test-store.ts';
import type { Caller } from './caller.ts';
import { committedDocument } from './contract.ts';
import { operationsOf } from './documented-operations.ts';
import { createHotSeats } from './random-play.ts';
import { serviceOfTest, startService } from './service.ts';

type Samples = Map<string, number>;

async function scrape(url: string): Promise<Samples> {
  const answer = await fetch(`${url}/metrics`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  const samples: Samples = new Map();
  for (const line of (await answer.text()).split('\n')) {
    if (line === '' || /^# (HELP|TYPE) [a-z0-9_:]+ /.test(line)) continue;
    const [, sample, value] = /^([a-zA-Z0-9_:]+(?:\{.*\})?) (\S+)$/.exec(line) ?? [];
    if (sample === undefined) throw new Error(`not a sample: ${line}`);
    samples.set(sample, Number(value));
  }
  return samples;
}

async function act(caller: Caller, game: any): Promise<any> {
  const move = { action: legalActionsOf(game)[0], seat: game.viewer };
  const { status, body } = await caller.post(`/v1/games/${game.id}/actions`, move);
  expect(status).toBe(200);
  return { ...body.state, id: game.id };
}

async function measured(liveGames = 1_000) {
  const metrics = new Metrics();
  const store = await openTestStore(undefined, metrics.onBatch);
  const service = await serviceOfTest({ store, metrics, liveGames });
  return { service, metrics };
}

test('requests are counted and timed by operation, method and class of status', async () => {
  const { service } = await measured();
  const ada = await service.stranger.register('Ada');
  for (let i = 0; i < 3; i++) await ada.get('/v1/me');
  await service.stranger.get('/v1/me');
  await ada.call('HEAD', '/v1/me');
  for (const path of ['/v1/me/calendar', '/v1/me/mutes', `/v1/games/${ada.id}/plan`]) await ada.get(path);
  await service.stranger.post('/v1/notifications/turns', { token: 'x'.repeat(43) });
  await service.stranger.get(`/nowhere/${Math.random()}`);
  const samples = await scrape(service.url);
  const count = (labels: string) => samples.get(`croupier_http_requests_total{${labels}}`);
  expect(count('operation="createPlayer",method="POST",status="2xx"')).toBe(1);
  expect(count('operation="getMe",method="GET",status="2xx"')).toBe(3);
  expect(count('operation="getMe",method="GET",status="4xx"')).toBe(1);
  expect(count('operation="getMe",method="HEAD",status="2xx"')).toBe(1);
  expect(count('operation="private",method="GET",status="2xx"')).toBe(2);
  expect(count('operation="private",method="GET",status="4xx"')).toBe(1);
  expect(count('operation="private",method="POST",status="4xx"')).toBe(1);
  expect([...samples.keys()].filter((key) => /Calendar|Mute|Plan"|openTurn/.test(key))).toEqual([]);
  expect(count('operation="none",method="GET",status="4xx"')).toBe(1);
  const time = 'croupier_http_request_duration_seconds';
  const labels = 'operation="getMe",method="GET",status="2xx"';
  expect(samples.get(`${time}_count{${labels}}`)).toBe(3);
  expect(samples.get(`${time}_bucket{le="+Inf",${labels}}`)).toBe(3);
  expect(samples.get(`${time}_sum{${labels}}`)).toBeGreaterThan(0);
  expect(samples.get(`${time}_sum{${labels}}`)).toBeLessThan(60);
});

test('actions, live games, replays and batches are counted', async () => {
  const { service } = await measured(1);
  const ada = await service.stranger.register('Ada');
  let game = await createHotSeats(ada);
  for (let i = 0; i < 4; i++) game = await act(ada, game);
  await ada.post(`/v1/games/${game.id}/actions`, { action: { type: 'rollDie', die: 'd7' } });
  const before = await scrape(service.url);
  expect(before.get('croupier_actions_total{ruleset="pascals-ruin"}')).toBe(4);
  expect(before.get('croupier_live_games')).toBe(1);
  expect(before.has('croupier_replays_total{ruleset="pascals-ruin"}')).toBe(false);
  expect(before.get('croupier_store_batch_size_sum{kind="append"}')).toBe(4);
  expect(before.get('croupier_store_batch_duration_seconds_count{kind="append"}')).toBe(4);
  expect(before.get('croupier_store_batch_size_sum{kind="register"}')).toBe(1);
  expect(before.get('croupier_store_batch_duration_seconds_sum{kind="append"}')).toBeGreaterThan(0);

  const other = await createHotSeats(ada); // removes the other game from memory
  await ada.get(`/v1/games/${game.id}`);
  await ada.get(`/v1/games/${game.id}`);
  await ada.get(`/v1/games/${other.id}`);
  const after = await scrape(service.url);
  expect(after.get('croupier_replays_total{ruleset="pascals-ruin"}')).toBe(2);
  expect(after.get('croupier_live_games')).toBe(1);
});

test('metrics and /readyz report each failed background loop alike', async () => {
  const metrics = new Metrics();
  const troubles: string[] = [];
  const service = await serviceOfTest({ metrics, onTrouble: (what) => void troubles.push(what) });
  const failing = async () => (await service.stranger.get('/readyz')).body;
  const of = async (what: string) => (await scrape(service.url)).get(`croupier_loop_${what}{loop="pairing"}`);
  expect([await failing(), await of('failing'), await of('stuck')]).toEqual([{ status: 'ok' }, 0, 0]);
  const alive = vi.spyOn(service.store.seeks, 'alive').mockRejectedValue(new Error('broken'));
  await expect.poll(() => of('failing')).toBe(1);
  await expect.poll(() => of('lag_seconds')).toBeGreaterThan(1);
  expect((await failing()).failing).toMatchObject([{ loop: 'pairing', failure: 'failed' }]);
  expect(new Set(troubles)).toEqual(new Set(['seeks are not paired']));
  alive.mockRejectedValue(new StoreUnavailable('away'));
  await expect.poll(async () => (await failing()).failing).toMatchObject([{ loop: 'pairing', failure: 'database' }]);
  alive.mockRestore();
  await expect.poll(failing).toEqual({ status: 'ok' });
});

test('mails are counted by result: accepted, address refused, or failed', async () => {
  const metrics = new Metrics();
  const smtp = await new SmtpServer().start();
  const mail = { smtp: smtp.url, from: 'house@play.example', publicUrl: 'https://play.example' };
  const service = await startService({ metrics, mail });
  onTestFinished(async () => {
    await service.stop();
    await smtp.stop();
  });
  const ada = await service.stranger.register('Ada');
  smtp.answering = (line) => (line.startsWith('RCPT TO:<no@') ? '550 no such user' : null);
  for (const name of ['no', 'ada', 'late']) {
    if (name === 'late') await smtp.stop();
    await ada.post('/v1/me/notification-channels', { kind: 'mail', address: `${name}@mail.example` });
  }
  const samples = await scrape(service.url);
  const outcomes = ['taken', 'refused', 'failed'].map((word) => samples.get(`croupier_mails_total{outcome="${word}"}`));
  expect(outcomes).toEqual([1, 1, 1]);
});

test('webhook deliveries are counted by result', async () => {
  const metrics = new Metrics();
  const schedule = { lookMs: 20, retryMs: [20] };
  const service = await serviceOfTest({ metrics, reach: reachOf('allow'), schedule });
  const [willing, broken] = [await Receiver.start(), await Receiver.start()];
  broken.answering = (response) => response.writeHead(500).end();
  const ada = await service.stranger.register('Ada');
  for (const to of [willing, broken]) await ada.post('/v1/me/webhooks', { url: to.url(), events: ['gameEnded'] });
  const { id } = await createHotSeats(ada);
  await ada.post(`/v1/games/${id}/abort`, {});
  const outcome = async (word: string) =>
    (await scrape(service.url)).get(`croupier_webhook_deliveries_total{outcome="${word}"}`);
  await vi.waitFor(async () => expect(await outcome('failed')).toBe(1), PATIENCE);
  expect(await outcome('delivered')).toBe(1);
  expect(await outcome('retried')).toBe(1);
});

test("the server's steps in competitions are counted by kind", async () => {
  const metrics = new Metrics();
  for (const kind of ['pair', 'deal', 'deal']) metrics.onStep(kind);
  expect(await metrics.text()).toMatch(/^croupier_director_steps_total\{do="deal"\} 2$/m);
});

test('the process is measured too, and no metric identifies a player', async () => {
  const { service } = await measured();
  const ada = await service.stranger.register('Ada Unmistakable');
  const { id } = await createHotSeats(ada);
  const samples = await scrape(service.url);
  for (const name of ['process_cpu_seconds_total', 'process_resident_memory_bytes', 'nodejs_eventloop_lag_seconds']) {
    expect(samples.get(name), name).toBeGreaterThanOrEqual(0);
  }
  const text = [...samples.keys()].join('\n');
  for (const secret of [ada.token, ada.id, id, 'Unmistakable', '127.0.0.1']) expect(text).not.toContain(secret);
});

test('metrics can be on their own port, which has nothing else', async () => {
  const metrics = new Metrics();
  const service = await serviceOfTest({ metrics, limits: { publicMetrics: false } });
  expect((await service.stranger.get('/metrics')).body.code).toBe('route-not-found');
  const apart = await listenForMetrics(metrics, service.app.log, { host: '127.0.0.1', port: 0 });
  onTestFinished(() => apart.close());
  const { port } = apart.server.address() as { port: number };
  await service.stranger.get('/v1/rulesets');
  const samples = await scrape(`http://127.0.0.1:${port}`);
  expect(samples.get('croupier_http_requests_total{operation="listRulesets",method="GET",status="2xx"}')).toBe(1);
  const elsewhere = await fetch(`http://127.0.0.1:${port}/v1/rulesets`);
  expect(elsewhere.status).toBe(404);
  expect(((await elsewhere.json()) as any).code).toBe('route-not-found');
});

test('without metrics there is no /metrics', async () => {
  const service = await serviceOfTest();
  expect((await service.stranger.get('/metrics')).status).toBe(404);
});

test('each operation that metrics do not name is a documented operation', () => {
  const documented = new Set(operationsOf(committedDocument()).map(({ id }) => id));
  expect([...PRIVATE].filter((name) => !documented.has(name))).toEqual([]);
});
