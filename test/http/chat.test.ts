import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freshDatabase, KINDS, type TestDatabase } from '../store/test-store.ts';
import { Boards } from './boards.ts';
import type { Caller } from './caller.ts';
import { type Service, startService } from './service.ts';
import { create, readStream } from './table.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const days = { passed: 0 };
const clock = { now: () => new Date(Date.now() + days.passed * DAY_MS) };
const TWO = { ruleset: 'pascals-ruin', seats: ['me', 'open'], options: { roundsToWin: 1 } };
const THREE = { ...TWO, seats: ['me', 'open', 'open'] };

let database: TestDatabase;
let service: Service;
let other: Service;
let ada: Caller;
let bob: Caller;
let cleo: Caller;
beforeAll(async () => {
  const kind = KINDS.at(-1) as 'embedded' | 'postgres';
  database = await freshDatabase(kind);
  service = await startService({ store: await database.open(), clock, directs: false });
  other = kind === 'postgres' ? await startService({ store: await database.open(), clock, directs: false }) : service;
  const { stranger } = service;
  [ada, bob, cleo] = await stranger.registerAll('Ada', 'Bob', 'Cleo');
});
afterAll(async () => {
  if (other !== service) await other.stop();
  await service.stop();
  await database.remove();
});

async function gameOf([host, ...guests]: Caller[], more: object = {}): Promise<any> {
  const game = await create(host as Caller, { ...(guests.length === 1 ? TWO : THREE), ...more });
  for (const guest of guests) expect((await guest.post(`/v1/games/${game.id}/seats`, {})).status).toBe(200);
  return game;
}

async function say(player: Caller, gameId: string, text: string, audience = 'table'): Promise<any> {
  const { status, body } = await player.post(`/v1/games/${gameId}/messages`, { text, audience });
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
}

async function heard(reader: Caller, gameId: string, query = ''): Promise<string[]> {
  const { status, body } = await reader.get(`/v1/games/${gameId}/messages${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.messages.map(({ text }: any) => text);
}

function listen(reader: Caller, url: string, gameId: string) {
  const headers: Record<string, string> = reader.token === null ? {} : { authorization: `Bearer ${reader.token}` };
  const newest: string[] = [];
  let seen = 0;
  const stream = readStream(`${url}/v1/games/${gameId}/events/stream?chat=true`, headers, (events) => {
    for (; seen < events.length; seen++) if ('newest' in events[seen]) newest.push(events[seen].newest);
    return false;
  });
  const shows = (check: () => boolean) => expect.poll(check, { timeout: 20_000 }).toBe(true);
  return {
    newest,
    ended: stream,
    begun: () => shows(() => seen > 0),
    until: (id: string) => shows(() => newest.includes(id)),
  };
}

const bodyOf = ({ body }: { body: any }) => body;
const block = (one: Caller, whom: Caller) => one.call('PUT', `/v1/me/blocks/${whom.id}`);
const unblock = (one: Caller, whom: Caller) => one.call('DELETE', `/v1/me/blocks/${whom.id}`);

describe('a message', () => {
  test('reaches its audience, and leaves the game unchanged', async () => {
    const game = await gameOf([ada, bob]);
    const path = `/v1/games/${game.id}`;
    const before = await cleo.get(path);
    const first = await say(ada, game.id, 'Ｇood luck');
    expect(first).toMatchObject({
      text: 'Good luck',
      audience: 'table',
      seats: [0],
      player: { id: ada.id, name: 'Ada' },
    });
    await say(bob, game.id, 'Hello, all', 'public');
    expect(await heard(bob, game.id)).toEqual(['Good luck', 'Hello, all']);
    expect(await heard(cleo, game.id)).toEqual(['Hello, all']);
    expect(await heard(service.stranger, game.id)).toEqual(['Hello, all']);
    const after = await cleo.get(path);
    expect([after.headers.get('etag'), after.body]).toEqual([before.headers.get('etag'), before.body]);
    expect(JSON.stringify((await ada.get(`${path}/events`)).body)).not.toContain('luck');
    // to a spectator, a message that only players may read counts as missing
    const query = `?after=${first.id}`;
    const unknown = bodyOf(await cleo.get(`${path}/messages${query}`));
    expect(unknown).toEqual(bodyOf(await cleo.get(`${path}/messages?after=${randomUUID()}`)));
    expect(await heard(ada, game.id, query)).toEqual(['Hello, all']);
    expect(await heard(ada, game.id, '?limit=1')).toEqual(['Hello, all']);
    const [newest] = (await ada.get(`${path}/messages?limit=1`)).body.messages;
    expect(await heard(ada, game.id, `?before=${newest.id}`)).toEqual(['Good luck']);
  });

  test('wakes callers on another server, but not a spectator if it is for the table', async () => {
    const game = await gameOf([ada, bob]);
    const opening = await say(ada, game.id, 'first', 'public');
    const path = `/v1/games/${game.id}/messages?after=${opening.id}&wait=20`;
    const [his, hers] = [bob.on(other.url).get(path), cleo.on(other.url).get(path)];
    await say(ada, game.id, 'for us');
    expect((await his).body.messages).toMatchObject([{ text: 'for us' }]);
    await say(ada, game.id, 'for all', 'public');
    expect((await hers).body.messages).toMatchObject([{ text: 'for all' }]);
  });

  test('is not sent again to a reader who has the page, as documented', async () => {
    const { id } = await gameOf([ada, bob]);
    await say(ada, id, 'Good luck.');
    const path = `/v1/games/${id}/messages`;
    const tag = (await bob.get(path)).headers.get('etag') ?? '';
    expect((await bob.get(path, { 'if-none-match': tag })).status).toBe(304);
    await say(bob, id, 'Thank you.');
    expect((await bob.get(path, { 'if-none-match': tag })).status).toBe(200);
  });

  test('is announced by the stream to each permitted reader, also on another server and after joining later', async () => {
    const [host, guest] = await service.stranger.registerAll('Host', 'Guest');
    const game = await create(host, TWO);
    const before = await say(host, game.id, 'for us');
    const [his, hers] = [listen(guest, other.url, game.id), listen(cleo, service.url, game.id)];
    await Promise.all([his.begun(), hers.begun()]);
    expect((await guest.post(`/v1/games/${game.id}/seats`, {})).status).toBe(200);
    await his.until(before.id);
    const between = await say(host, game.id, 'for us again');
    await his.until(between.id);
    expect((await host.call('PUT', `/v1/me/mutes/${guest.id}`)).status).toBe(204);
    const own = listen(host, service.url, game.id);
    await own.until(between.id);
    const after = await say(guest, game.id, 'for all', 'public');
    await his.until(after.id);
    await hers.until(after.id);
    const last = await say(host, game.id, 'for all', 'public');
    for (const each of [his, hers, own]) await each.until(last.id);
    expect((await host.call('DELETE', `/v1/me/mutes/${guest.id}`)).status).toBe(204);
    expect((await host.post(`/v1/games/${game.id}/resignation`, {})).status).toBe(200);
    await Promise.all([his.ended, hers.ended, own.ended]);
    expect(his.newest).toEqual([before.id, between.id, after.id, last.id]);
    expect(hers.newest).toEqual([after.id, last.id]);
    expect(own.newest).toEqual([between.id, last.id]);
  });

  test('is announced only by streams that requested it, with a permitted token, in games with a chat', async () => {
    const game = await gameOf([cleo, ada]);
    await say(cleo, game.id, 'for all', 'public');
    const url = `${service.url}/v1/games/${game.id}/events/stream`;
    const { events } = await readStream(url, {}, (seen) => seen.some(({ type }) => type === 'gameStarted'));
    expect(events.filter((event) => 'newest' in event)).toEqual([]);
    const { body: read } = await ada.post('/v1/me/read-tokens', {});
    expect(bodyOf(await ada.as(read.token).get(`/v1/games/${game.id}/events/stream?chat=true`))).toMatchObject({
      code: 'read-only-token',
    });
    const silent = await create(ada, { ...TWO, chat: 'off' });
    expect(bodyOf(await ada.get(`/v1/games/${silent.id}/events/stream?chat=true`)).code).toBe('chat-off');
  });

  test('is sent once per key, and rejected if its text is invalid', async () => {
    const game = await gameOf([ada, bob]);
    const path = `/v1/games/${game.id}/messages`;
    const headers = { 'idempotency-key': randomUUID() };
    const [one, again] = [
      await ada.post(path, { text: 'once' }, headers),
      await ada.post(path, { text: 'once' }, headers),
    ];
    expect([one.status, again.status, again.body]).toEqual([201, 201, one.body]);
    expect(bodyOf(await ada.post(path, { text: 'twice' }, headers))).toMatchObject({ code: 'idempotency-mismatch' });
    for (const text of ['', ' ', 'a\nb', 'a\u202eb', 'a\u200bb', 'x'.repeat(501), '\u0301', 'a\u0000b', 'a\ud800b']) {
      expect(bodyOf(await ada.post(path, { text })), JSON.stringify(text)).toMatchObject({
        code: 'invalid-request',
        errors: [{ pointer: '/text' }],
      });
    }
    expect((await ada.post(path, { text: 'ﬁ'.repeat(251) })).status).toBe(400);
    expect((await ada.post(path, { text: '👩‍👩‍👧 <b>hi</b>' })).body.text).toBe('👩‍👩‍👧 <b>hi</b>');
    for (const body of [{}, { text: 'x', audience: 'all' }, { text: 'x', to: 1 }, { text: 5 }]) {
      expect(bodyOf(await ada.post(path, body)).code).toBe('invalid-request');
    }
    expect(bodyOf(await cleo.post(path, { text: 'me too' })).code).toBe('not-at-the-table');
    expect(await heard(ada, game.id)).toEqual(['once', '👩‍👩‍👧 <b>hi</b>']);
  });

  test('is limited per minute, and possible for seven days after the game', async () => {
    const game = await gameOf([ada, bob]);
    const path = `/v1/games/${game.id}/messages`;
    const sent = await Promise.all(Array.from({ length: 13 }, (_, i) => ada.post(path, { text: `${i}` })));
    expect(sent.map(({ status }) => status).sort()).toEqual([...Array(12).fill(201), 429]);
    const refused = sent.find(({ status }) => status === 429);
    expect([refused?.body.code, refused?.headers.get('retry-after')]).toEqual(['too-fast', '60']);
    expect((await heard(bob, game.id)).length).toBe(12);
    await say(bob, game.id, 'still here');
    await bob.post(`/v1/games/${game.id}/resignation`, {});
    await say(bob, game.id, 'well played');
    days.passed = 8;
    expect(bodyOf(await bob.post(path, { text: 'late' })).code).toBe('chat-over');
    expect((await heard(ada, game.id)).at(-1)).toBe('well played');
    days.passed = 0;
  });

  test('is limited per minute over all games of its author, also simultaneously', async () => {
    const [cy, dora] = await Promise.all(['Cy', 'Dora'].map((name) => service.stranger.register(name)));
    const games = await Promise.all([1, 2, 3].map(() => gameOf([cy as Caller, dora as Caller])));
    const sent = await Promise.all(
      games.flatMap(({ id }) =>
        Array.from({ length: 10 }, (_, i) => (cy as Caller).post(`/v1/games/${id}/messages`, { text: `${i}` })),
      ),
    );
    expect(sent.filter(({ status }) => status === 201)).toHaveLength(24);
    const refused = sent.find(({ status }) => status === 429);
    expect(refused?.body).toMatchObject({
      code: 'too-fast',
      detail: 'You have written 24 messages within a minute, the most allowed.',
    });
    expect((await (dora as Caller).post(`/v1/games/${games[0].id}/messages`, { text: 'hi' })).status).toBe(201);
  });

  test('is refused if the creator disabled the chat, and in a game of the day', async () => {
    const quiet = await gameOf([ada, bob], { chat: 'off' });
    const daily = await create(ada, { ruleset: 'pascal', daily: true });
    expect([quiet.chat, daily.chat]).toEqual(['off', 'off']);
    for (const { id } of [quiet, daily]) {
      expect(bodyOf(await ada.post(`/v1/games/${id}/messages`, { text: 'x' })).code).toBe('chat-off');
      expect(bodyOf(await ada.get(`/v1/games/${id}/messages`)).code).toBe('chat-off');
    }
    await ada.post(`/v1/games/${quiet.id}/resignation`, {});
    const { body: again } = await bob.post(`/v1/games/${quiet.id}/rematch`, {});
    expect(again.chat).toBe('off');
    const [listed] = (await ada.get(`/v1/games?player=${ada.id}&limit=1`)).body.games;
    expect(listed).toMatchObject({ id: again.id, chat: 'off' });
    expect(bodyOf(await ada.post('/v1/games', { ...TWO, chat: 'no' })).code).toBe('invalid-request');
  });

  test('is refused at a sealed board of a competition, where it could help another table, and allowed at an open one', async () => {
    const boards = await Boards.of(service, [ada, bob]);
    const dealt = (board: number, sealed: boolean) =>
      boards.deal([ada, bob], { ruleset: 'pascals-ruin', table: board, board, sealed });
    const [sealed, open] = [await dealt(1, true), await dealt(2, false)];
    expect((await ada.get(`/v1/games/${sealed}`)).body.chat).toBe('off');
    for (const audience of ['table', 'public']) {
      const { body } = await ada.post(`/v1/games/${sealed}/messages`, { text: 'x', audience });
      expect([body.status, body.code]).toEqual([409, 'chat-off']);
    }
    expect(bodyOf(await ada.get(`/v1/games/${sealed}/messages`)).code).toBe('chat-off');
    await say(ada, open, 'well met');
    expect(await heard(bob, open)).toEqual(['well met']);
  });

  test('in a private game is visible only to its permitted watchers', async () => {
    const { id, inviteCode } = await create(ada, { ...TWO, visibility: 'private' });
    await say(ada, id, 'hush', 'public');
    expect(bodyOf(await cleo.get(`/v1/games/${id}/messages`)).code).toBe('game-not-found');
    const { body } = await cleo.get(`/v1/games/${id}/messages`, { 'invite-code': inviteCode });
    expect(body.messages).toMatchObject([{ text: 'hush' }]);
  });
});

describe('a muted player', () => {
  test('is hidden from the player who muted them, and from no other', async () => {
    const game = await gameOf([ada, bob, cleo]);
    await say(bob, game.id, 'noise');
    await say(cleo, game.id, 'music');
    expect((await ada.call('PUT', `/v1/me/mutes/${bob.id}`, { body: {} })).status).toBe(204);
    expect((await ada.call('PUT', `/v1/me/mutes/${bob.id}`)).status).toBe(204);
    expect(await heard(ada, game.id)).toEqual(['music']);
    expect(await heard(cleo, game.id)).toEqual(['noise', 'music']);
    await say(bob, game.id, 'more noise');
    expect((await ada.get('/v1/me/mutes')).body.players).toMatchObject([{ id: bob.id, name: 'Bob' }]);
    expect((await bob.get('/v1/me/mutes')).body.players).toEqual([]);
    for (let n = 0; n < 2; n++) expect((await ada.call('DELETE', `/v1/me/mutes/${bob.id}`)).status).toBe(204);
    expect(await heard(ada, game.id)).toEqual(['noise', 'music', 'more noise']);
    const wrong = (id: string) => ada.call('PUT', `/v1/me/mutes/${id}`);
    expect(bodyOf(await wrong(randomUUID())).code).toBe('player-not-found');
    expect(bodyOf(await wrong(ada.id as string)).code).toBe('invalid-request');
    expect(bodyOf(await wrong('bob')).code).toBe('invalid-request');
  });
});

describe('a blocked player', () => {
  test('neither invites, joins, plays again nor writes to the table, and gets the same refusal as the blocker', async () => {
    const [ann, ben] = await service.stranger.registerAll('Ann', 'Ben');
    const playing = await gameOf([ann, ben]);
    const over = await gameOf([ann, ben]);
    await ann.post(`/v1/games/${over.id}/resignation`, {});
    const kept = await create(ben, { ...TWO, seats: ['me', { player: ann.id }] });
    const [hers, his] = [await create(ann, TWO), await create(ben, TWO)];
    const list = async (who: Caller) => (await who.get('/v1/games?openSeats=true&limit=5')).body;
    const before = await list(ben);
    const invited = async () => {
      const { invitations } = (await ann.get('/v1/me/turns?only=invitations')).body;
      return invitations.map(({ gameId }: any) => gameId);
    };
    expect(await invited()).toEqual([kept.id]);
    expect((await block(ann, ben)).status).toBe(204);
    expect(await list(ben)).toEqual(before);
    expect(await invited()).toEqual([]);

    const codes = async (one: Caller, two: Caller, open: any) => {
      const invited = await one.post('/v1/games', { ...TWO, seats: ['me', { player: two.id }] });
      const joined = await one.post(`/v1/games/${open.id}/seats`, {});
      const again = await one.post(`/v1/games/${over.id}/rematch`, {});
      const said = await one.post(`/v1/games/${playing.id}/messages`, { text: 'psst' });
      return [invited, joined, again, said].map(bodyOf).map(({ status, code, title, detail, hint }) => {
        return { status, code, title, detail, hint };
      });
    };
    const [toBen, toAnn] = [await codes(ben, ann, hers), await codes(ann, ben, his)];
    expect(toBen.map(({ status, code }) => `${status} ${code}`)).toEqual(Array(4).fill('403 not-open-to-you'));
    expect(toAnn).toEqual(toBen);
    expect(JSON.stringify(toBen)).not.toMatch(/block|mute|\bAnn\b|\bBen\b/i);
    expect(bodyOf(await ann.post(`/v1/games/${kept.id}/seats`, {})).code).toBe('not-open-to-you');

    await say(ben, playing.id, 'to all', 'public');
    expect(await heard(ann, playing.id)).toEqual([]);
    expect(await heard(ben, playing.id)).toEqual(['to all']);
    const { body: going } = await ben.get(`/v1/games/${playing.id}`);
    expect(going.status).toBe('playing');
    expect((await ann.get('/v1/me/blocks')).body.players).toMatchObject([{ id: ben.id }]);
    expect((await ben.get('/v1/me/blocks')).body.players).toEqual([]);

    expect((await unblock(ann, ben)).status).toBe(204);
    expect(await invited()).toEqual([kept.id]);
    expect((await ben.post(`/v1/games/${hers.id}/seats`, {})).status).toBe(200);
    expect((await ann.post(`/v1/games/${kept.id}/seats`, {})).status).toBe(200);
  });
});

describe('a report', () => {
  test('is stored once per player and message, and a message that an operator removes is hidden from all', async () => {
    const game = await gameOf([ada, bob]);
    const message = await say(bob, game.id, 'something foul', 'public');
    const secret = await say(ada, game.id, 'for the table');
    const path = (id: string) => `/v1/games/${game.id}/messages/${id}/reports`;
    for (const reason of ['abuse', 'spam']) {
      expect((await cleo.post(path(message.id), { reason, note: 'look' })).status).toBe(204);
    }
    expect(bodyOf(await bob.post(path(message.id), { reason: 'spam' })).code).toBe('own-message');
    expect(bodyOf(await cleo.post(path(secret.id), { reason: 'spam' })).code).toBe('message-not-found');
    expect(bodyOf(await cleo.post(path(message.id), { reason: 'dull' })).code).toBe('invalid-request');
    expect(bodyOf(await cleo.post(path(message.id), { reason: 'spam', note: 'a\nb' })).code).toBe('invalid-request');
    const reports = (await service.store.chat.reports(50)).filter(({ messageId }) => messageId === message.id);
    expect(reports).toMatchObject([
      {
        playerId: cleo.id,
        name: 'Cleo',
        reason: 'abuse',
        note: 'look',
        message: { name: 'Bob', text: 'something foul' },
      },
    ]);
    expect(await service.store.chat.hide(message.id, true)).toBe(game.id);
    for (const who of [ada, bob, cleo]) {
      const { body } = await who.get(`/v1/games/${game.id}/messages`);
      expect(body.messages[0]).toMatchObject({ id: message.id, text: null, removedBy: 'house' });
    }
    await service.store.chat.hide(message.id, false);
    expect(await heard(cleo, game.id)).toEqual(['something foul']);
  });
});

test('a deleted player leaves no message and no report, and blocks no other player', async () => {
  const { body: eve } = await service.stranger.post('/v1/players', { name: 'Eve', kind: 'human' });
  const [caller, game] = [service.stranger.as(eve.token), await create(ada, TWO)];
  await caller.post(`/v1/games/${game.id}/seats`, {});
  const { id } = await say(caller, game.id, 'mine', 'public');
  await say(ada, game.id, 'yours', 'public');
  await bob.call('PUT', `/v1/me/blocks/${eve.player.id}`);
  expect(await service.store.chat.of(eve.player.id)).toMatchObject({ messages: [{ text: 'mine' }], reports: [] });
  await bob.post(`/v1/games/${game.id}/messages/${id}/reports`, { reason: 'spam' });
  const left = await caller.call('DELETE', '/v1/me', { headers: { 'recovery-code': eve.recoveryCode } });
  expect(left.status).toBe(204);
  expect(await heard(ada, game.id)).toEqual(['yours']);
  expect(bodyOf(await ada.get(`/v1/games/${game.id}/messages?after=${id}`)).code).toBe('invalid-request');
  expect(await service.store.chat.of(eve.player.id)).toEqual({ messages: [], reports: [] });
  expect((await service.store.chat.reports(50)).map(({ messageId }) => messageId)).not.toContain(id);
  expect((await bob.get('/v1/me/blocks')).body.players).toEqual([]);
});
