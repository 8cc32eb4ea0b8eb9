// What is long ago in a long game: read and folded once, whoever asks for it however often.
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { verify } from '../../src/games/fairness/verification.ts';
import { loadCatalogue } from '../../src/rulesets/catalogue.ts';
import type { Answer, Caller } from './caller.ts';
import { createHotSeats } from './random-play.ts';
import { type Service, startService } from './service.ts';

const LONG = { options: { mode: 'eternal', maxRounds: 99 }, seats: ['me', 'me'], seed: 'a long past' };
const VERSIONS = 300;
const LONG_MS = 180_000;
const AT_ONCE = 20;
const RATE = 50;

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
    const { viewer: seat, legalActions, version: expectedVersion } = state;
    const action = legalActions[i % legalActions.length];
    const answer = await ada.post(`/v1/games/${id}/actions`, { seat, action, expectedVersion });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    ({ state } = answer.body);
  }
  ({ version } = state);
}, LONG_MS);
afterAll(() => service.stop());

/** How many entries of logs are read from now on. */
function entriesRead(): () => number {
  const { events } = Object.getPrototypeOf(service.store.log);
  let read = 0;
  const spy = vi.spyOn(service.store.log, 'events').mockImplementation(async (...asked) => {
    const rows = await events.apply(service.store.log, asked);
    read += rows.length;
    return rows;
  });
  onTestFinished(() => spy.mockRestore());
  return () => read;
}

function atOnce<T>(ask: (nth: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: AT_ONCE }, (_, nth) => ask(nth)));
}

test('a position of the past is folded once for all who ask at the same moment, and others from one that is near', async () => {
  const entries = entriesRead();
  const same = await atOnce(() => service.stranger.get(`/v1/games/${id}?at=${version - 20}`));
  expect(new Set(same.map(({ status, body }) => `${status} ${body.version} ${body.head}`)).size).toBe(1);
  expect(entries()).toBeLessThanOrEqual(version + AT_ONCE * 30); // whoever comes late begins at 250
  const other = await atOnce((nth) => service.stranger.get(`/v1/games/${id}?at=${255 + nth}`));
  expect(other.map(({ body }) => body.version)).toEqual(Array.from({ length: AT_ONCE }, (_, nth) => 255 + nth));
  expect(entries()).toBeLessThanOrEqual(version + AT_ONCE * 30);
});

test('events that are far back are told from a position that is near', async () => {
  await service.stranger.get(`/v1/games/${id}?at=${version - 20}`);
  const entries = entriesRead();
  const pages = await atOnce((nth) => service.stranger.get(`/v1/games/${id}/events?after=${251 + nth}&limit=1`));
  expect(pages.map(({ body }) => body.events[0].version)).toEqual(
    Array.from({ length: AT_ONCE }, (_, nth) => 252 + nth),
  );
  expect(entries()).toBeLessThanOrEqual(AT_ONCE * (AT_ONCE + 30));
});

test('what the chance of a game is made of is told from the beginning of its log alone', async () => {
  const entries = entriesRead();
  const { body } = await service.stranger.get(`/v1/games/${id}/fairness`);
  expect(body.seeded).toBe(true);
  expect(entries()).toBeLessThanOrEqual(10);
});

test('a call that costs more counts for more, and says so when it is refused', async () => {
  const rates = { player: RATE, address: 'off', registration: 'off' } as const;
  const limited = await startService({ limits: { rates } });
  onTestFinished(() => limited.stop());
  const path = '/v1/games/01930000-0000-7000-8000-000000000002';
  const eve = await limited.stranger.register('Eve');
  expect((await eve.post(`${path}/worlds`, {})).headers.get('ratelimit')).toContain(`r=${RATE - 5};`);
  const left = async (asked: string) => (await limited.stranger.get(asked)).headers.get('ratelimit');
  expect(await left(path)).toContain(`r=${RATE - 2};`);
  expect(await left(`${path}?at=1`)).toContain(`r=${RATE - 12};`);
  expect(await left(`${path}/transcript`)).toContain(`r=${RATE - 32};`);
  const refused = await limited.stranger.get(`${path}/transcript`);
  expect(refused.body).toMatchObject({ status: 429, code: 'rate-limited', limit: 'player' });
  expect(refused.body.detail).toContain('counts for');
});

test('a transcript is written once for all who ask at the same moment, and kept, and verifies', async () => {
  expect((await ada.post(`/v1/games/${id}/abort`, {})).status).toBe(200);
  const entries = entriesRead();
  const answers = await atOnce(() => service.stranger.get(`/v1/games/${id}/transcript`));
  expect(entries()).toBe(version + 1);
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  const { body, headers } = answers[0] as Answer;
  expect(headers.get('content-type')).toMatch(/^application\/json/);
  expect(verify(body, await loadCatalogue(true), []).verified).toBe(true);
  await service.stranger.get(`/v1/games/${id}/transcript`);
  expect(entries()).toBe(version + 1);
});
