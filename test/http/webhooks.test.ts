import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { legalActionsOf } from '../../clients/typescript/src/types.ts';
import { reachOf } from '../../src/notifications/address.ts';
import type { CompetitionNotification } from '../../src/store/competitions.ts';
import { isSigned, Receiver } from '../notifications/receiver.ts';
import { PATIENCE } from '../patience.ts';
import { competitionCreation, competitionRow, stepOn } from '../store/competition-rows.ts';
import type { Answer, Caller } from './caller.ts';
import { committedContract } from './contract.ts';
import { type Service, startService } from './service.ts';

const SEED = 'first game';
const NOBODYS = '01930000-0000-7000-8000-0000000000ff';

let service: Service;
let ada: Caller;
let bob: Caller;
beforeAll(async () => {
  service = await startService({
    reach: reachOf('allow'),
    schedule: { lookMs: 20, timeoutMs: 2_000, retryMs: Array(100).fill(50), partingMs: 100 },
  });
  ada = await service.stranger.register('Ada');
  bob = await service.stranger.register('Bob');
});
afterAll(() => service.stop());

async function newWebhook(caller: Caller, url: string, events?: string[]): Promise<{ path: string; secret: string }> {
  const { status, body } = await caller.post('/v1/me/webhooks', { url, ...(events === undefined ? {} : { events }) });
  expect(status, JSON.stringify(body)).toBe(201);
  return { path: `/v1/me/webhooks/${body.webhook.id}`, secret: body.secret };
}

async function expectProblem(answer: Promise<Answer>, status: number, code: string): Promise<any> {
  const { body, ...got } = await answer;
  expect(got.status, JSON.stringify(body)).toBe(status);
  expect(body.code).toBe(code);
  return body;
}

describe('a webhook', () => {
  test('is made, listed, read, changed and deleted, and its secret is shown once', async () => {
    const carl = await service.stranger.register('Carl');
    const url = 'https://agent.example/hook?x=1#part';
    const { status, headers, body } = await carl.post('/v1/me/webhooks', { url, events: ['gameEnded'] });
    expect(status).toBe(201);
    expect(headers.get('location')).toBe(`../../v1/me/webhooks/${body.webhook.id}`);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body.secret).toMatch(/^whsec_/);
    const { webhook } = body;
    expect(webhook).toMatchObject({ url: 'https://agent.example/hook?x=1', events: ['gameEnded'], enabled: true });

    const path = `/v1/me/webhooks/${webhook.id}`;
    expect((await carl.get('/v1/me/webhooks')).body).toEqual({ webhooks: [webhook] });
    expect((await carl.get(path)).body).toEqual({ ...webhook, deliveries: [] });
    const off = await carl.call('PATCH', path, { body: { enabled: false, events: ['turn', 'gameEnded'] } });
    expect(off.body).toMatchObject({ enabled: false, disabledBecause: 'owner', events: ['turn', 'gameEnded'] });
    const on = await carl.call('PATCH', path, { body: { enabled: true, url: 'https://other.example' } });
    expect(on.body).toEqual({ ...webhook, url: 'https://other.example/', events: ['turn', 'gameEnded'] });
    for (const answer of [off, on, await carl.get(path)]) expect(JSON.stringify(answer.body)).not.toContain('whsec_');

    expect((await carl.call('DELETE', path)).status).toBe(204);
    await expectProblem(carl.call('DELETE', path), 404, 'webhook-not-found');
    expect((await carl.get('/v1/me/webhooks')).body).toEqual({ webhooks: [] });
  });

  test('of another player does not exist', async () => {
    const { path } = await newWebhook(ada, 'https://agent.example/');
    const calls = (caller: Caller, at: string) => [
      caller.get(at),
      caller.call('PATCH', at, { body: { enabled: false } }),
      caller.call('DELETE', at),
      caller.post(`${at}/test`, {}),
    ];
    for (const answer of [...calls(bob, path), ...calls(ada, `/v1/me/webhooks/${NOBODYS}`)]) {
      const { detail } = await expectProblem(answer, 404, 'webhook-not-found');
      expect(detail).toMatch(/^You have no webhook/);
    }
    expect((await ada.get(path)).body.enabled).toBe(true);
  });

  test('is one of ten at most', async () => {
    const dora = await service.stranger.register('Dora');
    const made = await Promise.all(
      Array.from({ length: 12 }, (_, i) => dora.post('/v1/me/webhooks', { url: `https://agent.example/${i}` })),
    );
    expect(made.filter(({ status }) => status === 201)).toHaveLength(10);
    for (const { status, body } of made) if (status !== 201) expect(body.code).toBe('too-many-webhooks');
    const { body } = await dora.get('/v1/me/webhooks');
    expect(body.webhooks).toHaveLength(10);
    await dora.call('DELETE', `/v1/me/webhooks/${body.webhooks[3].id}`);
    await newWebhook(dora, 'https://agent.example/');
  });

  test.each([
    [{}, '/url'],
    [{ url: 7 }, '/url'],
    [{ url: '' }, '/url'],
    [{ url: `https://agent.example/${'x'.repeat(2_000)}` }, '/url'],
    [{ url: 'https://agent.example/', events: [] }, '/events'],
    [{ url: 'https://agent.example/', events: ['turn', 'turn'] }, '/events'],
    [{ url: 'https://agent.example/', events: ['test'] }, '/events/0'],
    [{ url: 'https://agent.example/', secret: 'mine' }, '/secret'],
  ])('cannot be made of %j', async (body, pointer) => {
    const { errors } = await expectProblem(ada.post('/v1/me/webhooks', body), 400, 'invalid-request');
    expect(errors.map((error: any) => error.pointer)).toContain(pointer);
  });
});

describe('a URL', () => {
  const anywhere = ['agent.example/hook', '/hook', 'https://', 'ftp://agent.example/', 'file:///etc/passwd'];
  anywhere.push('https://ada:secret@agent.example/', 'https://ada@agent.example/');

  test.each(anywhere)('without a reachable host is rejected: %s', async (url) => {
    const { errors } = await expectProblem(ada.post('/v1/me/webhooks', { url }), 422, 'invalid-webhook-url');
    expect(errors).toMatchObject([{ pointer: '/url' }]);
  });

  test('to an address of the operator is rejected, unless the operator allows it', async () => {
    const strict = await startService();
    const eve = await strict.stranger.register('Eve');
    const urls = ['http://agent.example/', 'https://localhost/', 'https://a.localhost:8443/', 'https://127.0.0.1/'];
    urls.push(
      'https://0x7f.1/',
      'https://2130706433/',
      'https://10.1.2.3/',
      'https://169.254.169.254/',
      'https://[::1]/',
    );
    urls.push('https://agent.example:22/', 'https://agent.example:80/', 'https://agent.example:3000/');
    urls.push('https://[::ffff:10.0.0.1]/', 'https://[fd00::1]/', 'https://127.0.0.1./', 'https://localhost./');
    for (const url of urls) await expectProblem(eve.post('/v1/me/webhooks', { url }), 422, 'invalid-webhook-url');
    const { hint } = (await eve.post('/v1/me/webhooks', { url: 'http://localhost:4000/' })).body;
    expect(hint).toContain('WEBHOOK_PRIVATE_ADDRESSES=allow');
    expect((await eve.get('/v1/me/webhooks')).body.webhooks).toEqual([]);
    const { path } = await newWebhook(eve, 'https://agent.example/');
    for (const url of urls) {
      await expectProblem(eve.call('PATCH', path, { body: { url } }), 422, 'invalid-webhook-url');
    }
    expect((await eve.get(path)).body.url).toBe('https://agent.example/');
    await strict.stop();
    const fay = await service.stranger.register('Fay');
    for (const url of urls.slice(0, 9)) await newWebhook(fay, url);
  });
});

describe('a game', () => {
  async function playOn(game: any, callers: Caller[]): Promise<any> {
    let state = game;
    while (state.status === 'playing') {
      const caller = callers[state.toAct[0]] as Caller;
      const { body } = await caller.get(`/v1/games/${game.id}`);
      const answer = await caller.post(`/v1/games/${game.id}/actions`, { action: legalActionsOf(body).at(-1) });
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      state = answer.body.state;
    }
    return state;
  }

  test('reports each turn that others caused, and its end, and nothing hidden', async () => {
    const [adas, bobs] = [await Receiver.start(), await Receiver.start()];
    const { secret } = await newWebhook(bob, bobs.url());
    const { path } = await newWebhook(ada, adas.url(), ['gameEnded']);
    const { body: open } = await ada.post('/v1/games', {
      ruleset: 'pascals-ruin',
      options: { roundsToWin: 1 },
      seats: ['open', 'me'],
      seed: SEED,
    });
    const { body: game } = await bob.post(`/v1/games/${open.id}/seats`, {});
    const last = await playOn(game, [bob, ada]);

    const told = async (receiver: Receiver) => (await receiver.arrived(1)).map(({ body }) => body);
    await vi.waitFor(() => expect(bobs.received.at(-1)?.body.type).toBe('gameEnded'), PATIENCE);

    const ended = { type: 'gameEnded', timestamp: last.updatedAt };
    const data = { gameId: game.id, ruleset: 'pascals-ruin', version: last.version, seat: null };
    expect(await told(adas)).toEqual([{ ...ended, data }]);
    expect((await told(bobs)).at(-1)).toEqual({ ...ended, data });
    const turns = (await told(bobs)).filter(({ type }) => type === 'turn');
    expect(turns.length).toBeGreaterThan(0);
    for (const message of await told(bobs)) committedContract().checkMessage(message);
    for (const turn of turns) {
      expect(Object.keys(turn)).toEqual(['type', 'timestamp', 'data']);
      expect(turn.data).toEqual({ ...data, version: turn.data.version, seat: 0 });
      const { body: then } = await bob.get(`/v1/games/${game.id}?at=${turn.data.version}`);
      const { body: before } = await bob.get(`/v1/games/${game.id}?at=${turn.data.version - 1}`);
      expect(then.toAct).toContain(0);
      expect(before.toAct).not.toContain(0);
    }
    for (const received of bobs.received) expect(isSigned(received, secret)).toBe(true);

    const shown = await vi.waitFor(async () => {
      const { body } = await ada.get(path);
      expect(body.deliveries[0].status).toBe('delivered');
      return body.deliveries;
    }, PATIENCE);
    expect(shown).toMatchObject([
      { id: adas.received[0]?.id, type: 'gameEnded', gameId: game.id, version: last.version, seat: null, attempts: 1 },
    ]);
    expect(shown[0]).toMatchObject({ httpStatus: 204, error: null, nextAttemptAt: null });
  });

  test('notifies the invited player of a game and of a rematch, and no other', async () => {
    const [eve, fred] = await service.stranger.registerAll('Eve', 'Fred');
    const [eves, freds] = [await Receiver.start(), await Receiver.start()];
    await newWebhook(eve, eves.url(), ['invited']);
    await newWebhook(fred, freds.url(), ['invited', 'gameEnded']);
    const seats = ['me', { player: fred.id }];
    const { body: game } = await eve.post('/v1/games', { ruleset: 'pascals-ruin', seats });
    await fred.post(`/v1/games/${game.id}/seats`, {});
    await fred.post(`/v1/games/${game.id}/resignation`, {});
    const { body: rematch } = await fred.post(`/v1/games/${game.id}/rematch`, {});
    const data = { ruleset: 'pascals-ruin', version: 1 };
    const told = [{ type: 'invited', data: { ...data, gameId: rematch.id, seat: 0 } }];
    expect((await eves.arrived(1)).map(({ body }) => body)).toMatchObject(told);
    const bodies = (await freds.arrived(2)).map(({ body }) => body);
    expect(bodies.find(({ type }) => type === 'invited')).toMatchObject({
      data: { ...data, gameId: game.id, seat: 1 },
    });
    for (const message of bodies) committedContract().checkMessage(message);
  });

  test('reports the rounds and the end of a competition', async () => {
    const { store } = service;
    const hal = await service.stranger.register('Hal');
    const { id: playerId } = (await hal.get('/v1/me')).body;
    const receiver = await Receiver.start();
    const { path } = await newWebhook(hal, receiver.url(), ['roundPaired', 'competitionEnded']);
    const competition = competitionRow(playerId, { updatedAt: new Date() });
    await store.competitions.create(competitionCreation(competition));
    const paired: CompetitionNotification = { playerId, type: 'roundPaired', round: 1 };
    const ended: CompetitionNotification = { playerId, type: 'competitionEnded', round: null };
    expect(await store.competitions.append({ ...stepOn(competition, 1), notifications: [paired] })).toBe(true);
    expect(await store.competitions.append({ ...stepOn(competition, 2), notifications: [ended] })).toBe(true);
    const timestamp = competition.updatedAt.toISOString();
    const of = { competitionId: competition.id, ruleset: 'pascals-ruin' };
    const bodies = (await receiver.arrived(2)).map(({ body }) => body);
    expect(bodies.sort((one, other) => one.data.version - other.data.version)).toEqual([
      { type: 'roundPaired', timestamp, data: { ...of, version: 2, round: 1 } },
      { type: 'competitionEnded', timestamp, data: { ...of, version: 3, round: null } },
    ]);
    for (const message of bodies) committedContract().checkMessage(message);
    expect((await hal.get(path)).body.deliveries).toMatchObject([
      { type: 'competitionEnded', gameId: null, seat: null, competitionId: competition.id, version: 3, round: null },
      { type: 'roundPaired', gameId: null, seat: null, competitionId: competition.id, version: 2, round: 1 },
    ]);
  });

  test('retries while a receiver fails, and shows the attempts', async () => {
    const gus = await service.stranger.register('Gus');
    const receiver = await Receiver.start();
    receiver.answering = (response) => response.writeHead(500).end();
    const { path } = await newWebhook(gus, receiver.url());
    const { body: open } = await gus.post('/v1/games', { ruleset: 'pascals-ruin', seats: ['me', 'open'], seed: SEED });
    await ada.post(`/v1/games/${open.id}/seats`, {});
    const failing = await vi.waitFor(async () => {
      const { body } = await gus.get(path);
      expect(body.failingSince).not.toBeNull();
      return body;
    }, PATIENCE);
    expect(failing.deliveries).toMatchObject([{ status: 'pending', httpStatus: 500, error: 'the answer was 500' }]);
    expect(failing.deliveries[0].nextAttemptAt).not.toBeNull();
    receiver.answering = (response) => response.writeHead(200).end();
    const delivery = await vi.waitFor(async () => {
      const { body } = await gus.get(path);
      expect(body).toMatchObject({ failingSince: null, deliveries: [{ status: 'delivered' }] });
      return body.deliveries[0];
    }, PATIENCE);
    expect(delivery).toMatchObject({ httpStatus: 200, error: null, nextAttemptAt: null });
    expect(delivery.attempts).toBeGreaterThan(1);
    expect(receiver.received.map(({ id }) => id)).toEqual(Array(delivery.attempts).fill(delivery.id));
  });
});

describe('a test message', () => {
  test('is sent at once, signed, and returns the response', async () => {
    const receiver = await Receiver.start();
    const { path, secret } = await newWebhook(ada, receiver.url(), ['turn']);
    await ada.call('PATCH', path, { body: { enabled: false } });
    const { status, body } = await ada.call('POST', `${path}/test`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ delivered: true, httpStatus: 204, error: null });
    const [received] = receiver.received;
    expect(received?.id).toBe(body.id);
    expect(received?.body).toMatchObject({ type: 'test', data: { webhookId: path.split('/').at(-1) } });
    committedContract().checkMessage(received?.body);
    expect(isSigned(received as never, secret)).toBe(true);

    receiver.answering = (response) => response.writeHead(410, { 'x-secret': 'inside' }).end('inside');
    const gone = await ada.post(`${path}/test`, {});
    expect(gone.body).toMatchObject({ delivered: false, httpStatus: 410, error: 'the answer was 410' });
    expect(JSON.stringify(gone.body)).not.toContain('inside');
    expect((await ada.get(path)).body).toMatchObject({ disabledBecause: 'owner', deliveries: [] });
  });

  test('has a time limit, and is refused while another one is sent', async () => {
    const receiver = await Receiver.start();
    receiver.answering = () => {};
    const { path } = await newWebhook(bob, receiver.url());
    const tests = await Promise.all([1, 2, 3].map(() => bob.post(`${path}/test`, {})));
    expect(tests.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    for (const { status, body } of tests) {
      expect(body).toMatchObject(status === 200 ? { error: 'no answer within 2 s' } : { code: 'webhook-test-running' });
    }
    expect(receiver.received).toHaveLength(1);
    expect((await bob.post(`${path}/test`, {})).body).toMatchObject({ delivered: false, httpStatus: null });
  });
});
