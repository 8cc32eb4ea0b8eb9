import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { FastChance } from '#rules/kernel/search/fast-chance.ts';
import { PATIENCE } from '../../src/http/limits.ts';
import type { Caller } from './caller.ts';
import { type Service, serviceOfTest, startService } from './service.ts';
import { RawClient } from './socket.ts';
import { act, create, playOut, problem, readStream, stateOf, streamId } from './table.ts';

let service: Service;
let ada: Caller;
let bob: Caller;
beforeAll(async () => {
  service = await startService();
  [ada, bob] = await service.stranger.registerAll('Ada', 'Bob');
});
afterAll(() => service.stop());

const OPEN_GAME = { ruleset: 'pascals-ruin', seats: ['me', 'open'], options: { roundsToWin: 1 } };

function pending<T>(promise: Promise<T>) {
  const watched = { settled: false, promise };
  void promise.then(() => {
    watched.settled = true;
  });
  return watched;
}

const moment = (ms = 150) => new Promise((resolve) => setTimeout(resolve, ms));

async function streamUrl(id: string, query = ''): Promise<string> {
  return `${service.url}/v1/games/${id}/events${query}`;
}

test('a long poll answers when the version passes, and not before', async () => {
  const game = await create(ada, OPEN_GAME);
  const waiting = pending(ada.get(`/v1/games/${game.id}?after=1&wait=20`));
  await moment();
  expect(waiting.settled).toBe(false);
  await bob.post(`/v1/games/${game.id}/seats`, {});
  expect((await waiting.promise).body).toMatchObject({ version: 3, status: 'playing' });
  expect((await ada.get(`/v1/games/${game.id}?after=1&wait=20`)).body.version).toBe(3);
});

test('a long poll without news answers with the present state when its time is up', async () => {
  const game = await create(ada, OPEN_GAME);
  const start = performance.now();
  const { status, body, headers } = await ada.get(`/v1/games/${game.id}?after=1&wait=1`);
  expect([status, body.version]).toEqual([200, 1]);
  expect(performance.now() - start).toBeGreaterThan(900);
  const etag = headers.get('etag') ?? '';
  expect((await ada.get(`/v1/games/${game.id}?after=1&wait=1`, { 'if-none-match': etag })).status).toBe(304);
});

test('a call that waits for a finished or missing game is answered at once', async () => {
  const game = await create(ada, OPEN_GAME);
  await ada.post(`/v1/games/${game.id}/abort`, {});
  expect((await ada.get(`/v1/games/${game.id}?after=9&wait=45`)).body.status).toBe('aborted');
  const nobody = '01930000-0000-7000-8000-000000000009';
  expect(problem(await ada.get(`/v1/games/${nobody}?after=1&wait=45`))).toBe('404 game-not-found');
  expect(problem(await ada.get(`/v1/games/${game.id}?at=1&wait=5`))).toBe('400 invalid-request');
  expect(problem(await ada.get(`/v1/games/${game.id}?wait=46`))).toBe('400 invalid-request');
});

test('a page of events waits too', async () => {
  const game = await create(ada, OPEN_GAME);
  const waiting = pending(ada.get(`/v1/games/${game.id}/events?after=1&wait=20`));
  await moment();
  expect(waiting.settled).toBe(false);
  await bob.post(`/v1/games/${game.id}/seats`, {});
  expect((await waiting.promise).body.events.map(({ type }: any) => type)).toContain('seatTaken');
});

test('an agent that only asks for its turns plays many games at once', async () => {
  const [cleo, dan] = await service.stranger.registerAll('Cleo', 'Dan');
  expect((await cleo.get('/v1/me/turns')).body).toMatchObject({ turns: [], invitations: [], next: null });
  const games = await Promise.all(Array.from({ length: 2 }, () => create(cleo, OPEN_GAME)));
  // the first player is random: if Cleo begins both games, Dan waits until the timeout
  const waiting = pending(dan.get('/v1/me/turns?wait=5'));
  await moment();
  expect(waiting.settled).toBe(false);
  await Promise.all(games.map(({ id }) => dan.post(`/v1/games/${id}/seats`, {})));
  await waiting.promise;
  const over = new Set<string>();
  const chance = new FastChance('turns');
  for (const player of Array.from({ length: 400 }, (_, i) => (i % 2 === 0 ? cleo : dan))) {
    const { body } = await player.get('/v1/me/turns?wait=0');
    for (const turn of body.turns) {
      const { state } = await act(player, turn.gameId, chance);
      if (state.status === 'finished') over.add(state.id);
    }
    if (over.size === games.length) break;
  }
  expect(over.size).toBe(games.length);
  for (const player of [cleo, dan]) expect((await player.get('/v1/me/turns')).body.turns).toEqual([]);
});

test('an invited player who waits is notified once, until they answer', async () => {
  const [cleo, dan] = await service.stranger.registerAll('Cleo', 'Dan');
  const waiting = pending(dan.get('/v1/me/turns?wait=20'));
  await moment();
  expect(waiting.settled).toBe(false);
  const seats = ['me', 'open', { player: dan.id }];
  const clock = { perAction: 86_400, onTimeout: 'resign' };
  const game = await create(cleo, { ...OPEN_GAME, seats, visibility: 'private', clock });
  const { updatedAt, options, rated } = game;
  const opponents = game.seats.slice(0, 2);
  const { id: gameId, ruleset } = game;
  const terms = { options, clock, rated };
  const invitation = { gameId, ruleset, seats: [2], opponents, ...terms, version: 1, createdBy: cleo.id, updatedAt };
  const total = { turns: 0, asks: 0, invitations: 1 };
  expect((await waiting.promise).body).toEqual({ turns: [], asks: [], invitations: [invitation], total, next: null });

  const again = pending(dan.get('/v1/me/turns?wait=20'));
  const { headers } = await dan.get('/v1/me/turns');
  const tagged = pending(dan.get('/v1/me/turns?wait=20', { 'if-none-match': headers.get('etag') ?? '' }));
  await moment();
  expect([again.settled, tagged.settled]).toEqual([false, false]);
  const other = await create(cleo, { ...OPEN_GAME, seats: ['me', { player: dan.id }] });
  for (const told of [again, tagged]) {
    const { body } = await told.promise;
    expect(body.invitations.map(({ gameId }: any) => gameId)).toEqual([game.id, other.id]);
  }
  await dan.post(`/v1/games/${other.id}/seats`, {});
  await dan.call('DELETE', `/v1/games/${game.id}/seats/2`);
  expect((await dan.get('/v1/me/turns')).body.invitations).toEqual([]);
});

test('with the ETag of the list a caller waits for the next turn only', async () => {
  const game = await create(ada, { ...OPEN_GAME, seats: ['me', 'me'] });
  const first = await ada.get('/v1/me/turns');
  expect(first.body.turns.map(({ gameId }: any) => gameId)).toContain(game.id);
  const etag = first.headers.get('etag') ?? '';
  expect((await ada.get('/v1/me/turns?wait=0', { 'if-none-match': etag })).status).toBe(304);
  const waiting = pending(ada.get('/v1/me/turns?wait=20', { 'if-none-match': etag }));
  await moment();
  expect(waiting.settled).toBe(false);
  await act(ada, game.id);
  expect((await waiting.promise).body.turns.find(({ gameId }: any) => gameId === game.id).version).toBe(3);
});

test('a page of the lobby waits until one of its games changes, and is cached by its reader', async () => {
  const lobby = '/v1/games?ruleset=pascal&status=playing&limit=1';
  const first = await ada.get(lobby);
  const etag = first.headers.get('etag') ?? '';
  expect((await ada.get(lobby, { 'if-none-match': etag })).status).toBe(304);
  const waiting = pending(ada.get(`${lobby}&wait=30`, { 'if-none-match': etag }));
  await moment();
  expect(waiting.settled).toBe(false);
  const { body: game } = await bob.post('/v1/games', { ruleset: 'pascal' });
  const { status, body } = await waiting.promise;
  expect([status, body.games[0].id]).toEqual([200, game.id]);
});

test('one stream reports the turns in all games, and resumes', async () => {
  const dora = await service.stranger.register('Dora');
  const url = `${service.url}/v1/me/turns/stream`;
  const headers = { authorization: `Bearer ${dora.token}` };
  const live = readStream(url, headers, (lists) => lists.at(-1)?.turns.length === 2);
  const created: string[] = [];
  for (const ruleset of ['pascal', 'pascal']) created.push((await dora.post('/v1/games', { ruleset })).body.id);
  const { events, ids } = await live;
  expect(
    events
      .at(-1)
      .turns.map(({ gameId }: any) => gameId)
      .toSorted(),
  ).toEqual(created.toSorted());
  const resumed = readStream(url, { ...headers, 'last-event-id': ids.at(-1) as string }, (lists) => lists.length > 0);
  await dora.post(`/v1/games/${created[0]}/resignation`, {});
  const [next] = (await resumed).events;
  expect(next.turns.map(({ gameId }: any) => gameId)).toEqual([created[1]]);
});

test('a stream has the same events as the pages, and ends with the game', async () => {
  const game = await create(ada, OPEN_GAME);
  const live = readStream(await streamUrl(game.id), { authorization: `Bearer ${ada.token}` });
  const watched = readStream(await streamUrl(game.id), {});
  await bob.post(`/v1/games/${game.id}/seats`, {});
  await playOut([ada, bob], game.id, 'stream');
  const { events, ids, games } = await live;
  expect(events).toEqual((await ada.get(`/v1/games/${game.id}/events?seat=0&limit=1000`)).body.events);
  expect(ids).toEqual(events.map(streamId));
  expect([...games]).toEqual([`${game.ruleset} ${game.rulesVersion}`]);
  expect(events.at(-1)?.type).toBe('gameEnded');
  expect((await watched).events).toEqual(
    (await service.stranger.get(`/v1/games/${game.id}/events?limit=1000`)).body.events,
  );
});

test('the stream at its own address has the same events, from the requested one on', async () => {
  const game = await create(ada, { ...OPEN_GAME, seats: ['me', 'me'] });
  const { state } = await act(ada, game.id);
  await ada.post(`/v1/games/${game.id}/resignation`, { seat: state.viewer });
  const { body: page } = await ada.get(`/v1/games/${game.id}/events?after=1`);
  const own = { authorization: `Bearer ${ada.token}` };
  const { events } = await readStream(await streamUrl(game.id, '/stream?after=1'), own);
  expect(events).toEqual(page.events);
  const { events: since } = await readStream(await streamUrl(game.id, '/stream?after=mine'), own);
  expect(since[0]?.version).toBe(state.version + 1);
  expect(problem(await service.stranger.get(`/v1/games/${game.id}/events/stream?after=mine`))).toBe(
    '403 not-your-seat',
  );
  expect(problem(await ada.get(`/v1/games/${game.id}/events/stream?order=asc`))).toBe('400 invalid-request');
});

test('a broken stream resumes after the last received event, also within a version', async () => {
  const game = await create(ada, { ...OPEN_GAME, seats: ['me', 'me'], seed: 'resume' });
  await playOut([ada], game.id, 'resume');
  const { body } = await service.stranger.get(`/v1/games/${game.id}/events?limit=1000`);
  const all = body.events as { id: string; version: number; index: number; head: string }[];
  const middle = all.findIndex(
    ({ version, index }) => index === 0 && all.some((e) => e.version === version && e.index > 0),
  );
  for (const place of [0, middle, all.length - 2]) {
    const last = all[place] as { id: string; head: string };
    for (const lastId of [last.id, streamId(last)]) {
      const resumed = await readStream(await streamUrl(game.id), { 'last-event-id': lastId });
      expect(resumed.events).toEqual(all.slice(place + 1));
    }
  }
  const { status } = await readStream(await streamUrl(game.id), { 'last-event-id': all.at(-1)?.id ?? '' });
  expect(status).toBe(204);
  const wrong = { accept: 'text/event-stream', 'last-event-id': 'yesterday' };
  expect(problem(await service.stranger.get(`/v1/games/${game.id}/events`, wrong))).toBe('400 invalid-request');
});

test('a quiet stream sends signs of life, and goes on', async () => {
  const quietMs = 300;
  const own = await serviceOfTest({ limits: { patience: { ...PATIENCE, quietMs } } });
  const cleo = await own.stranger.register('Cleo');
  const game = await create(cleo, OPEN_GAME);
  const client = new RawClient(own.url);
  onTestFinished(() => client.close());
  const start = performance.now();
  client.send(`GET /v1/games/${game.id}/events HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\n\r\n`);
  const signs = () => client.received.split('\n: still here\n\n').length - 1;
  await expect.poll(signs).toBe(3);
  expect(performance.now() - start).toBeGreaterThan(3 * quietMs - 50);
  expect((await cleo.post(`/v1/games/${game.id}/abort`, {})).status).toBe(200);
  const events = (await client.closed).slice(client.received.lastIndexOf(': still here'));
  expect(events).toMatch(/^: still here\n\n[\s\S]*id: 2\.0\.[0-9a-f]{12}\ndata: \{[^\n]*"type":"gameAborted"/);
});

test('a caller that accepts no stream gets a page', async () => {
  const game = await create(ada, OPEN_GAME);
  for (const accept of ['text/event-stream;q=0', 'text/event-stream; Q=0.000, application/json']) {
    const page = await ada.get(`/v1/games/${game.id}/events`, { accept });
    expect(page.headers.get('content-type'), accept).toMatch(/^application\/json/);
    expect(page.body.events.length).toBeGreaterThan(0);
  }
});

test('a player has a limited number of streams, and a closed one makes room', async () => {
  const own = await serviceOfTest({ limits: { openCalls: { player: 3, address: 1_000 } } });
  const cleo = await own.stranger.register('Cleo');
  const urlOf = (id: string) => `${own.url}/v1/games/${id}/events`;
  const game = await create(cleo, OPEN_GAME);
  const headers = { authorization: `Bearer ${cleo.token}` };
  const seen = (events: any[]) => events.length > 0;
  const held = Array.from({ length: 3 }, () => readStream(urlOf(game.id), headers));
  await moment(300);
  const accept = { accept: 'text/event-stream' };
  const refused = await cleo.get(`/v1/games/${game.id}/events`, accept);
  expect(problem(refused)).toBe('429 too-many-streams');
  expect(refused.headers.get('retry-after')).toBe('1');
  await cleo.post(`/v1/games/${game.id}/abort`, {});
  await Promise.all(held);
  const other = await create(cleo, OPEN_GAME);
  expect((await readStream(urlOf(other.id), headers, seen)).events.length).toBeGreaterThan(0);
});

test('a server that stops sends every waiting caller elsewhere', async () => {
  const own = await startService();
  const cleo = await own.stranger.register('Cleo');
  const game = await create(cleo, OPEN_GAME);
  const polls = [`/v1/games/${game.id}?wait=45`, `/v1/games/${game.id}/events?after=1&wait=45`, '/v1/me/turns?wait=45'];
  const waiting = polls.map((path) => cleo.get(path));
  const stream = readStream(`${own.url}/v1/games/${game.id}/events`, {});
  await moment(300);
  await own.stop();
  for (const answer of await Promise.all(waiting)) {
    expect(problem(answer)).toBe('503 stopping');
    expect(answer.headers.get('retry-after')).toBe('1');
  }
  expect((await stream).events.length).toBeGreaterThan(0);
});

test('a caller that disconnects leaves nothing behind', async () => {
  const game = await create(ada, OPEN_GAME);
  const before = service.gameService.subscriptions.size;
  const gone = new AbortController();
  const left = fetch(`${service.url}/v1/games/${game.id}?after=1&wait=45`, { signal: gone.signal });
  await expect.poll(() => service.gameService.subscriptions.size).toBe(before + 1);
  gone.abort();
  await expect(left).rejects.toThrow();
  await expect.poll(() => service.gameService.subscriptions.size).toBe(before);
  expect((await stateOf(ada, game.id)).version).toBe(1);
});

test('an idle connection does not delay a stopping server', async () => {
  const own = await startService();
  const silent = connect(Number(new URL(own.url).port), '127.0.0.1');
  await once(silent, 'connect');
  const start = performance.now();
  await own.stop();
  expect(performance.now() - start).toBeLessThan(PATIENCE.headersMs);
  silent.destroy();
});
