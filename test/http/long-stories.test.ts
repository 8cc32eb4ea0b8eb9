import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { legalActionsOf } from '../../clients/typescript/src/types.ts';
import { eventStream } from '../../src/http/answers/event-stream.ts';
import type { Caller } from './caller.ts';
import { createHotSeats } from './random-play.ts';
import { type Service, startService } from './service.ts';
import { readStream, streamId } from './table.ts';

const LONG = { options: { mode: 'eternal', maxRounds: 99 }, seats: ['me', 'me'], seed: 'a long story' };
const MOVES = 300;
const LONG_MS = 180_000;

let service: Service;
let ada: Caller;
let id: string;
let state: any;

beforeAll(async () => {
  service = await startService();
  ada = await service.stranger.register('Ada');
  ({ id } = state = await createHotSeats(ada, LONG));
  await play(MOVES);
}, LONG_MS);
afterAll(() => service.stop());

async function play(moves: number): Promise<void> {
  for (let i = 0; i < moves; i++) {
    const { viewer: seat, choices, version: expectedVersion } = state;
    const action = legalActionsOf({ choices })[i % legalActionsOf({ choices }).length];
    const answer = await ada.post(`/v1/games/${id}/actions`, { seat, action, expectedVersion });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    ({ state } = answer.body);
  }
}

async function pages(reader: Caller, limit: number, upTo = Number.POSITIVE_INFINITY): Promise<any[]> {
  const seat = reader.token === null ? 'spectator' : 0;
  const events: any[] = [];
  for (let after: number | null = 0; after !== null && after < upTo; ) {
    const { status, body } = await reader.get(`/v1/games/${id}/events?seat=${seat}&after=${after}&limit=${limit}`);
    expect(status).toBe(200);
    events.push(...body.events);
    after = body.next;
  }
  return events.filter(({ version }) => version <= upTo);
}

function entriesRead(): () => number {
  const sizes: number[] = [];
  const { events } = service.store.log;
  const read = vi.spyOn(service.store.log, 'events').mockImplementation(async (...asked) => {
    const rows = await events(...asked);
    sizes.push(rows.length);
    return rows;
  });
  onTestFinished(() => read.mockRestore());
  return () => sizes.reduce((sum, size) => sum + size, 0);
}

async function streamParts() {
  const opened = await service.gameService.gameReader.open({ playerId: null }, id);
  if (!opened.ok) throw new Error('the game is not there');
  const { gameReader, subscriptions } = service.gameService;
  const eventReader = gameReader.eventReader('spectator', { version: 0, index: null, head: null });
  const gone = new AbortController();
  onTestFinished(() => gone.abort());
  const parts = {
    gameReader,
    subscriptions,
    reader: { playerId: null },
    eventReader,
    chat: null,
    opening: { rewound: null, events: [] },
    gone: gone.signal,
  };
  return { game: opened.value, parts: { ...parts, quietMs: 15_000, giveUp: () => {} } };
}

async function begun(stream: Readable): Promise<void> {
  await once(stream, 'readable');
  expect(String(stream.read())).toMatch(/^retry: /);
  await expect.poll(() => stream.readableLength).toBeGreaterThan(1_000);
}

test('streams from any start in a long game have each event once and in order, during play', async () => {
  const url = `${service.url}/v1/games/${id}/events`;
  const own = { authorization: `Bearer ${ada.token}` };
  const end = state.version + 60;
  const enough = (events: any[]) => events.at(-1)?.version >= end;
  const starts = ['0', '0', '150.0', '290.0', `${state.version}.0`];
  const reading = starts.map((from) => readStream(url, { ...own, 'last-event-id': from }, enough));
  const watching = readStream(url, {}, enough);
  await play(70);
  const all = await pages(ada, 100, end);
  expect(all.at(-1)?.version).toBe(end);
  for (const [i, { events, ids }] of (await Promise.all(reading)).entries()) {
    const from = all.findIndex((event) => event.id === starts[i]) + 1;
    const told = events.filter(({ version }) => version <= end);
    expect(told, starts[i]).toEqual(all.slice(from));
    expect(ids, starts[i]).toEqual(events.map(streamId));
  }
  const watched = (await watching).events.filter(({ version }) => version <= end);
  expect(watched).toEqual(await pages(service.stranger, 1_000, end));
});

test('a reader of a long game page by page causes about two readings of its log, not one per page', async () => {
  const entries = entriesRead();
  const events = await pages(ada, 50);
  expect(events.length).toBeGreaterThan(MOVES);
  expect(new Set(events.map((event) => event.id)).size).toBe(events.length);
  expect(entries()).toBeLessThan(3 * state.version);
});

test('a reader of a long game from its end gets the same, and new events without reading its log', async () => {
  const events = await pages(ada, 1_000);
  const entries = entriesRead();
  const backwards: any[] = [];
  for (let before: number | null = state.version + 1; before !== null; ) {
    const { body } = await ada.get(`/v1/games/${id}/events?seat=0&order=desc&before=${before}&limit=50`);
    if (backwards.length === 0) expect(entries()).toBe(0);
    backwards.push(...body.events);
    before = body.next;
  }
  expect(backwards).toEqual(events.toReversed());
});

test('few of fifty simultaneous readers run at once', async () => {
  let now = 0;
  let most = 0;
  const { events } = service.store.log;
  const read = vi.spyOn(service.store.log, 'events').mockImplementation(async (...asked) => {
    most = Math.max(most, ++now);
    return events(...asked).finally(() => now--);
  });
  onTestFinished(() => read.mockRestore());
  const url = `${service.url}/v1/games/${id}/events`;
  const enough = (seen: any[]) => seen.length > 150;
  await Promise.all(Array.from({ length: 50 }, () => readStream(url, {}, enough)));
  expect(read.mock.calls.length).toBeGreaterThan(50);
  expect(most).toBeLessThanOrEqual(4);
});

test('a slow reader has one page prepared, and gets the rest when it continues', async () => {
  const entries = entriesRead();
  const { game, parts } = await streamParts();
  const stream = eventStream(game, parts);
  await begun(stream);
  const whole = JSON.stringify(await pages(service.stranger, 1_000)).length;
  expect(stream.readableLength).toBeLessThan(whole / 4);
  const before = entries();
  await sleep(200);
  expect(entries()).toBe(before);
  let text = '';
  for await (const chunk of stream) {
    text += chunk;
    if (text.includes(`"version":${game.version},`)) break;
  }
  const ids = [...text.matchAll(/^id: (.*)$/gm)].map(([, name]) => name);
  expect(ids).toEqual((await pages(service.stranger, 1_000)).map(streamId));
});

test('streams of a long game end with the game, and when the server stops', async () => {
  const url = `${service.url}/v1/games/${id}/events`;
  const live = readStream(url, {});
  const { game, parts } = await streamParts();
  const stuck = eventStream(game, parts);
  await begun(stuck);
  expect((await ada.post(`/v1/games/${id}/abort`, {})).status).toBe(200);
  const { events } = await live;
  expect(events).toEqual(await pages(service.stranger, 1_000));
  expect(events.at(-1).type).toBe('gameAborted');
  expect((await readStream(url, { 'last-event-id': '1.0' })).events).toEqual(events.slice(1));
  expect((await readStream(url, { 'last-event-id': events.at(-1).id })).status).toBe(204);

  await service.gameService.subscriptions.stop();
  let text = '';
  for await (const chunk of stuck) text += chunk;
  expect(text).toMatch(/^id: 1\.0\./m);
  expect(text).not.toContain('gameAborted');
});
