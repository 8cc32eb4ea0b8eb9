import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { loadCatalogue } from '#rules/catalogue.ts';
import { legalActionsOf } from '../../clients/typescript/src/types.ts';
import { verify } from '../../src/games/fairness/verification.ts';
import { CostlyReads } from '../../src/http/hooks/open-calls.ts';
import { Metrics } from '../../src/http/metrics.ts';
import { PATIENCE } from '../patience.ts';
import type { Answer, Caller } from './caller.ts';
import { createHotSeats } from './random-play.ts';
import { type Service, serviceOfTest, startService } from './service.ts';

const LONG = { options: { mode: 'eternal', maxRounds: 99 }, seats: ['me', 'me'], seed: 'a long past' };
const VERSIONS = 300;
const LONG_MS = 180_000;
const AT_ONCE = 20;
const RATE = 65;

let service: Service;
let ada: Caller;
let id: string;
let version: number;

beforeAll(async () => {
  service = await startService();
  ada = await service.stranger.register('Ada');
  let state = await createHotSeats(ada, LONG);
  ({ id } = state);
  for (let i = 0; state.version < VERSIONS; i++) {
    const { viewer: seat, choices, version: expectedVersion } = state;
    const action = legalActionsOf({ choices })[i % legalActionsOf({ choices }).length];
    const answer = await ada.post(`/v1/games/${id}/actions`, { seat, action, expectedVersion });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    ({ state } = answer.body);
  }
  ({ version } = state);
}, LONG_MS);
afterAll(() => service.stop());

function entriesRead(): () => number {
  const { events } = service.store.log;
  let read = 0;
  const spy = vi.spyOn(service.store.log, 'events').mockImplementation(async (...asked) => {
    const rows = await events(...asked);
    read += rows.length;
    return rows;
  });
  onTestFinished(() => spy.mockRestore());
  return () => read;
}

function atOnce<T>(ask: (nth: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: AT_ONCE }, (_, nth) => ask(nth)));
}

test('a past position is folded once for all simultaneous callers, and others from a nearby one', async () => {
  const entries = entriesRead();
  const same = await atOnce(() => service.stranger.get(`/v1/games/${id}?at=${version - 20}`));
  expect(new Set(same.map(({ status, body }) => `${status} ${body.version} ${body.head}`)).size).toBe(1);
  // the hash chain is checked once and the log is read once; later reads begin at version 250
  expect(entries()).toBeLessThanOrEqual(2 * version + AT_ONCE * 30);
  const other = await atOnce((nth) => service.stranger.get(`/v1/games/${id}?at=${255 + nth}`));
  expect(other.map(({ body }) => body.version)).toEqual(Array.from({ length: AT_ONCE }, (_, nth) => 255 + nth));
  expect(entries()).toBeLessThanOrEqual(2 * version + AT_ONCE * 30);
});

test('distant past events are read from a nearby position', async () => {
  await service.stranger.get(`/v1/games/${id}?at=${version - 20}`);
  const entries = entriesRead();
  const pages = await atOnce((nth) => service.stranger.get(`/v1/games/${id}/events?after=${251 + nth}&limit=1`));
  expect(pages.map(({ body }) => body.events[0].version)).toEqual(
    Array.from({ length: AT_ONCE }, (_, nth) => 252 + nth),
  );
  expect(entries()).toBeLessThanOrEqual(AT_ONCE * (AT_ONCE + 30));
});

test('the chance of a game is derived from the beginning of its log alone', async () => {
  const entries = entriesRead();
  const { body } = await service.stranger.get(`/v1/games/${id}/fairness`);
  expect(body.seeded).toBe(true);
  expect(entries()).toBeLessThanOrEqual(10);
});

test('a costly call counts for more, and its refusal says so', async () => {
  const rates = { player: RATE, address: 'off', registration: 'off' } as const;
  const limited = await serviceOfTest({ limits: { rates }, metrics: new Metrics() });
  const path = '/v1/games/01930000-0000-7000-8000-000000000002';
  const eve = await limited.stranger.register('Eve');
  expect((await eve.post(`${path}/worlds`, {})).headers.get('ratelimit')).toContain(`r=${RATE - 5};`);
  const left = async (asked: string) => (await limited.stranger.get(asked)).headers.get('ratelimit');
  expect(await left(path)).toContain(`r=${RATE - 2};`);
  expect(await left(`${path}?at=1`)).toContain(`r=${RATE - 12};`);
  const metrics = await fetch(`${limited.url}/metrics`);
  expect(metrics.headers.get('ratelimit')).toContain(`r=${RATE - 22};`);
  expect(await left(`${path}/transcript`)).toContain(`r=${RATE - 42};`);
  expect(await left(`${path}/states?from=1&to=25`)).toContain(`r=${RATE - 57};`);
  const refused = await limited.stranger.get(`${path}/transcript`);
  expect(refused.body).toMatchObject({ status: 429, code: 'rate-limited', limit: 'player' });
  expect(refused.body.detail).toContain('counts as');
});

test('two calls of an address run at a time, its others wait, and those of other addresses do not', async () => {
  const reads = new CostlyReads();
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const ask = (address: string, name: string) =>
    reads.pass(address, async () => {
      begun.push(name);
      await new Promise<void>((end) => ends.push(end));
      if (name === 'second') throw new Error(name);
    });
  const all = ['first', 'second', 'third', 'fourth'].map((name) => ask('10.0.0.1', name));
  all.push(ask('10.0.0.2', 'of another'));
  const settled = Promise.allSettled(all);
  await vi.waitFor(() => expect(begun).toEqual(['first', 'second', 'of another']), PATIENCE);
  ends[1]?.();
  await vi.waitFor(() => expect(begun.at(-1)).toBe('third'), PATIENCE);
  expect(begun).toHaveLength(4);
  for (const end of ends) end();
  await vi.waitFor(() => expect(ends).toHaveLength(5), PATIENCE);
  ends[4]?.();
  expect((await settled).map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
    'fulfilled',
  ]);
});

test('a long page equals the short ones in it', async () => {
  const pause = vi.spyOn(service.gameService.timeSlicer, 'pause');
  onTestFinished(() => pause.mockRestore());
  const { body: whole } = await service.stranger.get(`/v1/games/${id}/events?limit=1000`);
  expect(pause.mock.calls.length).toBeGreaterThan(whole.events.length); // the service pauses while writing JSON too
  const told: unknown[] = [];
  for (let next: number | null = 0; next !== null; ) {
    const { body } = await service.stranger.get(`/v1/games/${id}/events?after=${next}&limit=40`);
    told.push(...body.events);
    next = body.next;
  }
  expect(whole.events.length).toBeGreaterThan(500);
  expect(whole.events).toEqual(told.slice(0, whole.events.length));
});

test('a transcript is written once for all simultaneous callers, cached, and verifies', async () => {
  expect((await ada.post(`/v1/games/${id}/abort`, {})).status).toBe(200);
  const entries = entriesRead();
  const answers = await atOnce(() => service.stranger.get(`/v1/games/${id}/transcript`));
  expect(entries()).toBe(version + 2); // the whole log, and the last entry once more for the chain
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  const { body, headers } = answers[0] as Answer;
  expect(headers.get('content-type')).toMatch(/^application\/json/);
  expect(Number(headers.get('content-length'))).toBe(Buffer.byteLength(JSON.stringify(body)));
  expect(Number(headers.get('content-length'))).toBeGreaterThan(64 * 1024);
  expect(verify(body, await loadCatalogue(true), []).verified).toBe(true);
  await service.stranger.get(`/v1/games/${id}/transcript`);
  expect(entries()).toBe(version + 2);
});
