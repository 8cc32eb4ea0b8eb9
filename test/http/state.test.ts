import { get, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { legalActionsOf } from '../../clients/typescript/src/types.ts';
import type { Caller } from './caller.ts';
import { createHotSeats } from './random-play.ts';
import { type Service, startService } from './service.ts';

const STREAMING = { accept: 'text/event-stream', 'accept-encoding': 'gzip, br' };

let service: Service;
let ada: Caller;
let bob: Caller;
beforeAll(async () => {
  service = await startService();
  ada = await service.stranger.register('Ada');
  bob = await service.stranger.register('Bob', 'human');
});
afterAll(() => service.stop());

async function createForTwo(): Promise<any> {
  const { body } = await ada.post('/v1/games', { ruleset: 'pascals-ruin' });
  const joined = await bob.post(`/v1/games/${body.id}/seats`, { clientSeed: 'Bob’s'.replace('’', "'") });
  expect(joined.status).toBe(200);
  return joined.body;
}

async function act(game: any): Promise<any> {
  const { body } = await ada.get(`/v1/games/${game.id}`);
  const caller = body.toAct[0] === 0 ? ada : bob;
  const { body: listed } = await caller.get(`/v1/games/${game.id}/actions`);
  const move = { action: listed.actions[0].action, expectedVersion: listed.version };
  const answer = await caller.post(`/v1/games/${game.id}/actions`, move);
  expect(answer.status).toBe(200);
  return answer.body.state;
}

describe('joining', () => {
  test('a game waits for its seats and starts when the last one is taken', async () => {
    const { body: open } = await ada.post('/v1/games', { ruleset: 'pascals-ruin', seats: ['open', 'me', 'open'] });
    expect(open).toMatchObject({ status: 'open', version: 1, you: [1], viewer: 1, view: null });
    expect(open.seats.map((seat: any) => seat.kind)).toEqual(['open', 'player', 'open']);
    const { body: joined } = await bob.post(`/v1/games/${open.id}/seats`, { seat: 2 });
    expect(joined).toMatchObject({ status: 'open', version: 2, you: [2], viewer: 2 });
    const { body: full } = await bob.post(`/v1/games/${open.id}/seats`, { seat: 0 });
    expect(full).toMatchObject({ status: 'playing', version: 4, you: [0, 2] });
    const players = full.seats.map((seat: any) => seat.player.name);
    expect(players).toEqual(['Bob', 'Ada', 'Bob']);
  });

  test('exactly one of many simultaneous joins for the last seat succeeds', async () => {
    const { body: open } = await ada.post('/v1/games', { ruleset: 'pascals-ruin' });
    const callers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => service.stranger.register(`Rush ${'abcdefghijklmnopqrst'[i]}`)),
    );
    const rush = await Promise.all(callers.map((caller) => caller.post(`/v1/games/${open.id}/seats`, {})));
    expect(rush.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(rush.filter(({ body }) => body.code === 'seat-taken')).toHaveLength(19);
  });
});

describe('the viewer', () => {
  test('each player sees from their own seat, all others as spectators', async () => {
    const game = await createForTwo();
    const path = `/v1/games/${game.id}`;
    const toAct = game.toAct[0];
    const [actor, other] = toAct === 0 ? [ada, bob] : [bob, ada];
    expect((await actor.get(path)).body).toMatchObject({ viewer: toAct, you: [toAct] });
    expect(legalActionsOf((await actor.get(path)).body).length).toBeGreaterThan(0);
    const theirs = (await other.get(path)).body;
    expect(theirs).toMatchObject({ viewer: 1 - toAct });
    expect(theirs).not.toHaveProperty('choices');
    const watched = (await service.stranger.get(path)).body;
    expect(watched).toMatchObject({ viewer: 'spectator', you: [] });
    expect(watched).not.toHaveProperty('choices');
    expect((await actor.get(`${path}?seat=spectator`)).body).toEqual({ ...watched, you: [toAct] });
    expect((await other.get(`${path}/actions`)).body).toMatchObject({ seat: 1 - toAct, actions: [] });
  });
});

describe('versions', () => {
  test('an earlier version reads as it was', async () => {
    const game = await createForTwo();
    const before = (await service.stranger.get(`/v1/games/${game.id}`)).body;
    await act(game);
    await act(game);
    const now = (await service.stranger.get(`/v1/games/${game.id}`)).body;
    expect(now.version).toBe(before.version + 2);
    expect((await service.stranger.get(`/v1/games/${game.id}?at=${before.version}`)).body).toEqual(before);
    expect((await service.stranger.get(`/v1/games/${game.id}?at=${now.version}`)).body).toEqual(now);
    expect((await service.stranger.get(`/v1/games/${game.id}?at=1`)).body).toMatchObject({
      version: 1,
      status: 'open',
    });
  });

  test('a version of a named history is cached forever, and one of another history does not exist', async () => {
    const game = await createForTwo();
    const path = `/v1/games/${game.id}`;
    const before = (await ada.get(path)).body;
    const past = `${path}?at=${before.version}&head=${before.head}`;
    expect((await ada.get(past)).headers.get('cache-control')).toBe('private, no-cache');
    await act(game);
    const kept = await ada.get(past);
    expect(kept.headers.get('cache-control')).toBe('private, max-age=86400, immutable');
    expect(kept.body.head).toBe(before.head);
    expect((await ada.get(`${path}?at=${before.version}`)).headers.get('cache-control')).toBe('private, no-cache');
    const { body: other } = await ada.get(`${path}?at=${before.version}&head=${'0'.repeat(12)}`);
    expect(other.code).toBe('version-not-found');
    const { body: alone } = await ada.get(`${path}?head=${before.head}`);
    expect([alone.code, alone.errors[0].pointer]).toEqual(['invalid-request', '/head']);
  });

  test('an action sent many times at one version is applied once', async () => {
    const game = await createHotSeats(ada);
    const { body: listed } = await ada.get(`/v1/games/${game.id}/actions`);
    const move = { action: listed.actions[0].action, seat: listed.seat, expectedVersion: listed.version };
    const sent = await Promise.all(Array.from({ length: 20 }, () => ada.post(`/v1/games/${game.id}/actions`, move)));
    expect(sent.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, body } of sent)
      if (status !== 200) expect(['stale-version', 'not-your-turn']).toContain(body.code);
    expect((await ada.get(`/v1/games/${game.id}`)).body.version).toBe(listed.version + 1);
  });
});

describe('several versions', () => {
  test('equal the single ones, seen from one seat, and are cached if their history is named', async () => {
    const { body: open } = await ada.post('/v1/games', { ruleset: 'champions-of-chance', seats: ['me', 'open'] });
    await bob.post(`/v1/games/${open.id}/seats`, {});
    const path = `/v1/games/${open.id}`;
    for (let i = 0; i < 4; i++) await act(open);
    const { body: now } = await bob.get(`${path}?seat=1`);
    const range = `from=1&to=${now.version}`;
    for (const [reader, seat] of [
      [ada, 0],
      [bob, 1],
      [service.stranger, 'spectator'],
    ] as const) {
      const { body: listed } = await reader.get(`${path}/states?${range}&text=true&names=true`);
      expect(listed).toMatchObject({ ruleset: 'champions-of-chance', version: now.version, viewer: seat });
      expect(listed.states.map(({ version }: any) => version)).toEqual(
        Array.from({ length: now.version }, (_, i) => i + 1),
      );
      for (const { at, ...state } of listed.states) {
        const { body: then } = await reader.get(
          `${path}?at=${state.version}&text=true&names=true${state.view === null ? '' : `&seat=${seat}`}`,
        );
        expect(then).toMatchObject({ ...state, updatedAt: at });
      }
    }
    const { body: all } = await bob.get(`${path}/states`);
    expect(all).toEqual((await bob.get(`${path}/states?${range}&seat=1`)).body);
    expect(JSON.stringify((await ada.get(`${path}/states?${range}`)).body)).not.toContain(
      JSON.stringify(now.view.hand),
    );

    const kept = await bob.get(`${path}/states?${range}&head=${now.head.slice(0, 12)}`);
    expect(kept.headers.get('cache-control')).toBe('private, max-age=86400, immutable');
    const loose = await bob.get(`${path}/states?${range}`);
    expect([loose.headers.get('cache-control'), loose.body]).toEqual(['private, no-cache', kept.body]);
    const etag = { 'if-none-match': loose.headers.get('etag') ?? '' };
    expect((await bob.get(`${path}/states?${range}`, etag)).status).toBe(304);
    for (const other of [`${range}&seat=spectator`, `${range}&text=true`, `from=2&to=${now.version}`]) {
      expect((await bob.get(`${path}/states?${other}`, etag)).status, other).toBe(200);
    }
  });

  test('that conflict or are missing are rejected with valid ones', async () => {
    const game = await createForTwo();
    const path = `/v1/games/${game.id}/states`;
    const refused = async (query: string) => {
      const { status, body } = await ada.get(`${path}?${query}`);
      return `${status} ${body.code} ${body.errors?.[0].pointer ?? body.detail}`;
    };
    expect(await refused('from=0')).toBe('400 invalid-request /from');
    expect(await refused('from=3&to=2')).toBe('400 invalid-request /to');
    expect(await refused('from=1&to=101')).toBe('400 invalid-request /to');
    expect(await refused(`from=1&head=${game.head}`)).toBe('400 invalid-request /head');
    expect(await refused('from=1&names=true')).toBe('400 invalid-request /names');
    const missing = `404 version-not-found This game is at version ${game.version}; there is no version 9 yet.`;
    expect([await refused('from=9'), await refused('from=1&to=9')]).toEqual([missing, missing]);
    expect(await refused(`from=1&to=2&head=${'0'.repeat(12)}`)).toContain(
      '404 version-not-found The head (hash) of version 2 of this game',
    );
    expect(await refused('from=1&seat=1')).toContain('403 not-your-seat');
    expect(await refused('from=1&seat=7')).toContain('404 no-such-seat');
  });
});

describe('words', () => {
  test('labels accompany the choices of a state and of the response to an action, and name players on request', async () => {
    const game = await createForTwo();
    const path = `/v1/games/${game.id}`;
    const actor = game.toAct[0] === 0 ? ada : bob;
    const { body: listed } = await actor.get(`${path}/actions`);
    const labels = listed.actions.map(({ label }: any) => label);
    const { body: whole } = await actor.get(`${path}?labels=true`);
    expect([whole.labels, legalActionsOf(whole)]).toEqual([labels, listed.actions.map(({ action }: any) => action)]);
    const { body: few } = await actor.get(`${path}/actions?limit=1`);
    expect([few.total, few.actions]).toEqual([labels.length, listed.actions.slice(0, 1)]);
    const { body: told } = await actor.get(`${path}?text=true&names=true`);
    expect(told.text).toMatch(/^Ada: \d+ points.*^Bob: \d+ points/ms);
    const move = { action: legalActionsOf(whole)[0], expectedVersion: whole.version };
    for (const nameless of [actor.get(`${path}/events?names=true`), actor.post(`${path}/actions?names=true`, move)]) {
      const { status, body } = await nameless;
      expect([status, body.code, body.errors[0].pointer]).toEqual([400, 'invalid-request', '/names']);
    }
    const { body: acted } = await actor.post(`${path}/actions?labels=true`, move);
    const next = legalActionsOf(acted.state);
    expect(acted.state.labels ?? []).toHaveLength(next.length);
  });

  test("each event has a sentence in pages and responses to actions, with players' names on request", async () => {
    const game = await createForTwo();
    const path = `/v1/games/${game.id}`;
    const { body: page } = await ada.get(`${path}/events`);
    const { body: told } = await ada.get(`${path}/events?text=true`);
    const { body: named } = await ada.get(`${path}/events?text=true&names=true`);
    const texts = named.events.map(({ text }: any) => text);
    expect(told.events.map(({ text: _, ...event }: any) => event)).toEqual(page.events);
    expect(told.events.slice(0, 3).map(({ text }: any) => text)).toEqual([
      'The game is created.',
      'Seat 0 is taken.',
      'Seat 1 is taken.',
    ]);
    expect(texts.slice(1, 4)).toEqual([
      'Ada sits down.',
      'Bob sits down.',
      'Every seat is taken, and the game begins.',
    ]);
    expect(texts.some((text: string) => /^(Ada|Bob) starts a turn\.$/.test(text))).toBe(true);
    const actor = game.toAct[0] === 0 ? ada : bob;
    const { body: state } = await actor.get(path);
    const { body: acted } = await actor.post(`${path}/actions?text=true`, { action: legalActionsOf(state)[0] });
    expect(acted.events[0].text).toMatch(/^Seat \d rolls \d+ on the d6, which .*\.$/);
    expect(acted.state.text).toContain("Pascal's Ruin");
    const { body: refused } = await ada.get(`${path}/events?names=true`);
    expect([refused.code, refused.errors[0].pointer]).toEqual(['invalid-request', '/names']);
  });
});

test('the outcome has the names of players on request, wherever it stands', async () => {
  const game = await createForTwo();
  const path = `/v1/games/${game.id}`;
  await bob.post(`${path}/resignation`, {});
  const asked = 'text=true&names=true';
  const [state, events, { body: list }, { body: games }] = await Promise.all([
    ada.get(`${path}?${asked}`),
    ada.get(`${path}/events?${asked}`),
    ada.get(`${path}/states?${asked}`),
    ada.get('/v1/games?player=me&since=looked&names=true'),
  ]);
  const written = (await ada.get(path)).body.outcome;
  const named = { ...written, text: written.text.replace('Seat 1', 'Bob').replace('seat 0', 'Ada') };
  expect(named).not.toEqual(written);
  expect(state.body.outcome).toEqual(named);
  expect(events.body.events.at(-1).data.outcome).toEqual(named);
  expect(list.states.at(-1).outcome).toEqual(named);
  expect(games.games.find(({ id }: any) => id === game.id).outcome).toEqual(named);
});

describe('ETag', () => {
  test('names a list of actions too, which `If-Match` accepts', async () => {
    const game = await createHotSeats(ada);
    const path = `/v1/games/${game.id}/actions`;
    const { headers, body } = await ada.get(path);
    const etag = headers.get('etag') as string;
    expect((await ada.get(path, { 'if-none-match': etag })).status).toBe(304);
    expect((await ada.get(`${path}?names=true`, { 'if-none-match': etag })).status).toBe(200);
    const move = { action: body.actions[0].action, seat: body.seat };
    expect((await ada.post(path, move, { 'if-match': etag })).status).toBe(200);
    expect((await ada.get(path, { 'if-none-match': etag })).status).toBe(200);
  });

  test('names the response: the same until a change, another for other viewers or parameters', async () => {
    const game = await createForTwo();
    const path = `/v1/games/${game.id}`;
    const first = await ada.get(path);
    const etag = first.headers.get('etag') as string;
    const again = await ada.get(path, { 'if-none-match': etag });
    expect(again.status).toBe(304);
    expect(again.body).toBeUndefined();
    expect(again.headers.get('etag')).toBe(etag);
    expect((await ada.get(path, { 'if-none-match': `"other", W/${etag}` })).status).toBe(304);
    expect((await ada.get(path, { 'if-none-match': '"other"' })).status).toBe(200);
    const others = await Promise.all([
      bob.get(path),
      service.stranger.get(path),
      ada.get(`${path}?text=true`),
      ada.get(`${path}?seat=spectator`),
      ada.get(`${path}?at=1`),
    ]);
    const tags = [etag, ...others.map(({ headers }) => headers.get('etag'))];
    expect(new Set(tags).size).toBe(tags.length);
    await act(game);
    expect((await ada.get(path, { 'if-none-match': etag })).status).toBe(200);
  });

  test('two responses with the same tag have the same body', async () => {
    const game = await createHotSeats(ada);
    const bodies = new Map<string, string>();
    const queries = [
      '',
      '?text=true',
      '?text=false',
      '?seat=0',
      '?seat=1',
      '?seat=2',
      '?seat=spectator',
      '?at=2',
      '?at=1',
    ];
    const lists = ['', 'labels=true', 'labels=true&names=true'];
    for (const query of queries.flatMap((query) => lists.map((list) => `${query}${query ? '&' : '?'}${list}`))) {
      for (const caller of [ada, bob, service.stranger]) {
        const { status, headers, body } = await caller.get(`/v1/games/${game.id}${query}`);
        if (status !== 200) continue;
        const etag = headers.get('etag') as string;
        const text = JSON.stringify(body);
        expect(bodies.get(etag) ?? text, `${etag} at ${query}`).toBe(text);
        bodies.set(etag, text);
      }
    }
  });
});

describe('compression', () => {
  const fetched = (path: string, accepted: string, headers: Record<string, string> = {}) =>
    new Promise<{ answer: IncomingMessage; bytes: Buffer }>((resolve, reject) => {
      const token = { authorization: `Bearer ${ada.token}` };
      get(`${service.url}${path}`, { headers: { 'accept-encoding': accepted, ...token, ...headers } }, (answer) => {
        buffer(answer).then((bytes) => resolve({ answer, bytes }), reject);
      }).on('error', reject);
    });
  const decoders = { br: brotliDecompressSync, gzip: gunzipSync };
  let path: string;

  beforeAll(async () => {
    const { body } = await ada.post('/v1/games', { ruleset: 'pascal' });
    path = `/v1/games/${body.id}`;
  });

  test.each([
    ['gzip', 'gzip'],
    ['br', 'gzip, deflate, br'],
    ['br', 'gzip;q=0.5, *'],
    ['gzip', 'br;q=0, gzip;q=0.1'],
  ] as const)(
    'a response in %s is sent to a caller that accepts `%s`, with the same content',
    async (coding, accepted) => {
      const { answer, bytes } = await fetched(path, accepted);
      expect(answer.headers).toMatchObject({ 'content-encoding': coding, vary: 'authorization, accept-encoding' });
      expect(answer.headers['content-length']).toBe(String(bytes.length));
      const plain = await fetched(path, 'identity');
      expect(decoders[coding](bytes).equals(plain.bytes)).toBe(true);
      expect(bytes.length).toBeLessThan(plain.bytes.length / 4);
      expect(answer.headers.etag).toBe(`W/${plain.answer.headers.etag}`);
      const again = await fetched(path, accepted, { 'if-none-match': answer.headers.etag as string });
      expect([again.answer.statusCode, again.answer.headers.etag]).toEqual([304, answer.headers.etag]);
      const known = await fetched(path, 'identity', { 'if-none-match': answer.headers.etag as string });
      expect(known.answer.statusCode).toBe(304);
    },
  );

  test.each(['identity', 'deflate', 'gzip;q=0', ''])(
    'a response is sent as it is to a caller that accepts `%s`',
    async (accepted) => {
      const { answer, bytes } = await fetched(path, accepted);
      expect(answer.headers['content-encoding']).toBeUndefined();
      expect(answer.headers.vary).toBe('authorization, accept-encoding');
      expect(JSON.parse(bytes.toString()).ruleset).toBe('pascal');
    },
  );

  test('an action is accepted with the weak tag of a compressed response', async () => {
    const { answer, bytes } = await fetched(path, 'br');
    const { choices } = JSON.parse(brotliDecompressSync(bytes).toString());
    const tag = { 'if-match': answer.headers.etag as string };
    expect((await ada.post(`${path}/actions`, { action: legalActionsOf({ choices })[0] }, tag)).status).toBe(200);
    expect((await ada.post(`${path}/actions`, { action: legalActionsOf({ choices })[0] }, tag)).status).toBe(412);
  });

  test('short responses, streams and responses with a secret are not compressed', async () => {
    const { body: secret } = await ada.post('/v1/games', { ruleset: 'pascal', visibility: 'private' });
    expect(secret.inviteCode.length).toBeGreaterThan(10);
    const codings = await Promise.all([
      fetched(`/v1/games/${secret.id}`, 'br').then(({ answer }) => answer),
      fetched('/v1/me', 'br').then(({ answer }) => answer),
      new Promise<IncomingMessage>((resolve) => {
        const stream = get(`${service.url}${path}/events`, { headers: STREAMING }, (answer) => {
          answer.destroy();
          resolve(answer);
        });
        stream.on('error', () => {});
      }),
    ]);
    expect(codings.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect(codings.map(({ headers }) => headers['content-encoding'])).toEqual([undefined, undefined, undefined]);
    expect(codings[2].headers['content-type']).toMatch(/^text\/event-stream/);
  });
});

describe('text', () => {
  test('describes the view in plain words, also before the start', async () => {
    const game = await createHotSeats(ada);
    const { body } = await ada.get(`/v1/games/${game.id}?text=true`);
    expect(body.text.length).toBeGreaterThan(50);
    const { body: open } = await ada.post('/v1/games', { ruleset: 'pascals-ruin', seats: ['me', 'open', 'open'] });
    const waiting = await ada.get(`/v1/games/${open.id}?text=true`);
    expect(waiting.body.text).toContain('seats 1, 2');
  });
});

describe('events', () => {
  test('pages contain whole versions and join to the whole history', async () => {
    const game = await createForTwo();
    for (let i = 0; i < 5; i++) await act(game);
    const path = `/v1/games/${game.id}/events`;
    const { body: whole } = await ada.get(`${path}?limit=100`);
    expect(whole).toMatchObject({ ruleset: 'pascals-ruin', next: null });
    expect(whole.events.map((event: any) => event.type).slice(0, 4)).toEqual([
      'gameCreated',
      'seatTaken',
      'seatTaken',
      'gameStarted',
    ]);
    const paged: any[] = [];
    for (let after: number | null = 0; after !== null; ) {
      const { body }: any = await ada.get(`${path}?after=${after}&limit=3`);
      paged.push(...body.events);
      after = body.next;
    }
    expect(paged).toEqual(whole.events);
    for (const [i, event] of paged.entries()) {
      expect(event.id).toBe(`${event.version}.${event.index}`);
      const earlier = paged[i - 1];
      expect(event.index).toBe(earlier?.version === event.version ? earlier.index + 1 : 0);
    }
    const { body: rest } = await ada.get(`${path}?after=${whole.version}`);
    expect(rest).toMatchObject({ events: [], next: null, version: whole.version });
    const { body: beyond } = await ada.get(`${path}?after=${whole.version + 100}`);
    expect(beyond).toMatchObject({ events: [], next: 0, version: whole.version });
  });

  test('pages newest first have the same events in reverse, and end where `after` says', async () => {
    const game = await createForTwo();
    for (let i = 0; i < 5; i++) await act(game);
    const path = `/v1/games/${game.id}/events`;
    const { body: whole } = await ada.get(`${path}?limit=100`);
    const backwards = async (query: string): Promise<any[]> => {
      const told: any[] = [];
      for (let before = whole.version + 1; ; ) {
        const { body }: any = await ada.get(`${path}?order=desc&before=${before}${query}`);
        told.push(...body.events);
        if (body.next === null) return told;
        expect(body.next).toBe(body.events.at(-1).version);
        before = body.next;
      }
    };
    const newestFirst = whole.events.toReversed();
    expect((await ada.get(`${path}?order=desc&limit=1000`)).body).toMatchObject({ events: newestFirst, next: null });
    expect(await backwards('&limit=1')).toEqual(newestFirst);
    expect(await backwards('&limit=3&after=2')).toEqual(newestFirst.filter(({ version }: any) => version > 2));
    const { body: beyond } = await ada.get(`${path}?order=desc&before=999&after=${whole.version + 9}`);
    expect(beyond).toMatchObject({ events: [], next: null, version: whole.version });
  });

  test('newest first is for pages alone, and excludes `before`', async () => {
    const game = await createForTwo();
    const path = `/v1/games/${game.id}/events`;
    const stream = { accept: 'text/event-stream' };
    const refused = [
      ada.get(`${path}?before=3`),
      ada.get(`${path}?order=desc&wait=1`),
      ada.get(`${path}?order=desc`, stream),
    ];
    const codes = (await Promise.all(refused)).map(({ status, body }) => [status, body.code, body.errors[0].pointer]);
    expect(codes).toEqual(['/before', '/wait', '/order'].map((pointer) => [400, 'invalid-request', pointer]));
    for (const query of ['order=up', 'order=desc&before=0', 'after=yours', 'after=-1', 'after=']) {
      expect((await ada.get(`${path}?${query}`)).status, query).toBe(400);
    }
  });

  test('a player who acted last gets the events since, by seat or for all seats; a spectator has no such position', async () => {
    const game = await createForTwo();
    const path = `/v1/games/${game.id}/events`;
    const { body: whole } = await bob.get(path);
    expect((await bob.get(`${path}?after=mine`)).body.events).toEqual(whole.events);
    const { version } = await act(game);
    const [actor, other] = game.toAct[0] === 0 ? [ada, bob] : [bob, ada];
    expect((await actor.get(`${path}?after=mine`)).body).toMatchObject({ events: [], version });
    const { body: since } = await other.get(`${path}?after=mine&order=desc`);
    expect(since.events.at(-1).id).toBe('1.0');
    const { status, body } = await service.stranger.get(`${path}?after=mine`);
    expect([status, body.code]).toEqual([403, 'not-your-seat']);

    const hotSeats = await createHotSeats(ada);
    const own = `/v1/games/${hotSeats.id}/events`;
    const first = hotSeats.viewer;
    const acted = await ada.post(`/v1/games/${hotSeats.id}/actions`, { action: legalActionsOf(hotSeats)[0] });
    const from = async (query: string) => (await ada.get(`${own}?after=mine${query}`)).body.events[0]?.version ?? null;
    const ended = acted.body.version;
    expect([
      await from(''),
      await from(`&seat=${first}`),
      await from(`&seat=${(first + 1) % hotSeats.seats.length}`),
    ]).toEqual([null, null, 1]);
    await ada.post(`/v1/games/${hotSeats.id}/resignation`, { seat: first });
    expect(await from('&seat=spectator')).toBe(ended + 1);
  });

  test('the events in the response to an action equal the listed ones', async () => {
    const game = await createHotSeats(ada);
    const move = { action: legalActionsOf(game)[0], seat: game.viewer };
    const { body } = await ada.post(`/v1/games/${game.id}/actions`, move);
    const { viewer } = body.state;
    const { body: listed } = await ada.get(`/v1/games/${game.id}/events?after=${game.version}&seat=${viewer}`);
    expect(listed.events).toEqual(body.events);
  });
});
