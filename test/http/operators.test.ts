import { once } from 'node:events';
import { existsSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { loadCatalogue } from '#rules/catalogue.ts';
import { administer } from '../../src/admin/admin.ts';
import type { AdminAnswer } from '../../src/admin/call.ts';
import { callServer, operatorSocketIn, takeOperatorCalls } from '../../src/admin/operator-socket.ts';
import { verify } from '../../src/games/fairness/verification.ts';
import { GameService } from '../../src/games/game-service.ts';
import { LogDamaged } from '../../src/store/failures.ts';
import { temporaryDirectory } from '../store/test-store.ts';
import type { Answer, Caller } from './caller.ts';
import { OPERATOR_TOKEN, type Service, serviceOfTest, startService } from './service.ts';
import { create, problem, readStream, stateOf } from './table.ts';

const BY = 'Olga';
let service: Service;
let ada: Caller;
let bob: Caller;
let now: Date;
beforeAll(async () => {
  const clock = { now: () => now };
  now = new Date();
  service = await startService({ clock, directs: false, keepsTime: false });
  [ada, bob] = await service.stranger.registerAll('Ada', 'Bob');
});
afterAll(() => service.stop());

function admin(command: string, target: string | null = null, flags: Record<string, string | boolean> = {}) {
  const { store, players, competitions, gameService: games } = service;
  return administer({ store, players, competitions, games }, { command, target, flags, by: BY });
}

const done = (because: string, more: object = {}) => ({ because, yes: true, ...more });

async function answerOf(asked: Promise<AdminAnswer>, outcome: AdminAnswer['outcome'] = 'done'): Promise<any> {
  const answer = await asked;
  expect({ outcome: answer.outcome, lines: answer.lines }).toMatchObject({ outcome });
  return answer.data;
}

async function deedsAbout(id: string | null): Promise<any[]> {
  return answerOf(admin('log', id));
}

async function runningGame(more: object = {}): Promise<any> {
  const game = await create(ada, { ruleset: 'champions-of-chance', seats: ['me', { player: bob.id }], ...more });
  await bob.post(`/v1/games/${game.id}/seats`, {});
  return stateOf(ada, game.id);
}

describe('finding', () => {
  test('players are found by id, name, part of a name, and look-alikes', async () => {
    const mallory = await service.stranger.register('Mallory Paypal');
    for (const text of [
      mallory.id as string,
      'Mallory Paypal',
      'allory',
      'Mаllory Pаypаl',
      (mallory.id as string).slice(0, 30),
    ]) {
      const { players } = await answerOf(admin('find', text));
      expect(players).toContainEqual(expect.objectContaining({ id: mallory.id, suspended: false }));
    }
  });

  test('games are found by the beginning or end of their id, and an empty result is stated', async () => {
    const { id } = await runningGame();
    expect((await answerOf(admin('find', id.slice(0, 24)))).games.map((game: any) => game.id)).toContain(id);
    expect((await answerOf(admin('find', id.slice(-14)))).games.map((game: any) => game.id)).toEqual([id]);
    await answerOf(admin('find', 'nobody of this name'), 'refused');
  });

  test('neither a player nor a game shows secrets', async () => {
    const game = await runningGame({ visibility: 'private' });
    await ada.post('/v1/me/webhooks', { url: 'https://hooks.example/secret-path', events: ['turn'] });
    const row = await service.store.game(game.id);
    const told = JSON.stringify([await answerOf(admin('player', ada.id)), await answerOf(admin('game', game.id))]);
    const clientSeeds = ((row as any).seats as any[]).map(({ clientSeed }) => clientSeed);
    const hex = (bytes: Uint8Array | null | undefined) => Buffer.from(bytes ?? []).toString('hex');
    for (const secret of [...clientSeeds, row?.inviteCode, hex(row?.serverSeed), hex(row?.chainKey), 'hooks.example']) {
      expect(secret).toBeTruthy();
      expect(told).not.toContain(secret);
    }
    await answerOf(admin('player', game.id), 'refused');
    await answerOf(admin('game', ada.id), 'refused');
  });
});

describe('suspending', () => {
  test('a suspended player gets the reason and the end with every call, and their streams end', async () => {
    const eve = await service.stranger.register('Eve');
    const { id } = await create(eve, { ruleset: 'pascals-ruin', seats: ['me', 'open'] });
    let events = 0;
    const headers = { authorization: `Bearer ${eve.token}` };
    const stream = readStream(`${service.url}/v1/games/${id}/events`, headers, (seen) => {
      events = seen.length;
      return false;
    });
    await expect.poll(() => events).toBeGreaterThan(0);

    await answerOf(admin('suspend', eve.id, { because: 'insults' }), 'asked');
    expect((await eve.get('/v1/me')).status).toBe(200);
    expect(await deedsAbout(eve.id)).toEqual([]);

    await answerOf(admin('suspend', eve.id, done('insults', { until: '2d' })));
    await stream;
    const until = new Date(now.getTime() + 2 * 86_400_000).toISOString();
    for (const asked of [
      eve.get('/v1/me'),
      eve.post('/v1/games', {}),
      eve.get(`/v1/games/${id}`),
      eve.get('/v1/me/tokens'),
    ]) {
      const answer = await asked;
      expect(problem(answer)).toBe('403 suspended');
      expect(answer.body).toMatchObject({ until, detail: expect.stringContaining('insults') });
    }
    expect((await service.stranger.get(`/v1/games/${id}`)).status).toBe(200);

    now = new Date(until);
    await expect.poll(async () => (await eve.get('/v1/me')).status).toBe(200);
  });

  test('plans of a suspended player do not act, and the player learns the reason', async () => {
    const [eve, bob] = await service.stranger.registerAll('Eva', 'Bobby');
    const { id } = await create(eve, { ruleset: 'pascals-ruin', seats: ['me', { player: bob.id }] });
    const { body } = await bob.post(`/v1/games/${id}/seats`, {});
    const plan = { expectedVersion: body.version, unmatched: 'wait', branches: [{ do: { type: 'declineChallenge' } }] };
    expect((await eve.call('PUT', `/v1/games/${id}/plan`, { body: plan })).status).toBe(200);
    await answerOf(admin('suspend', eve.id, done('insults')));
    await answerOf(admin('unsuspend', eve.id, done('apologised')));
    expect((await eve.get(`/v1/games/${id}/plan`)).body.plan).toMatchObject({ status: 'dropped', why: 'suspended' });
  });

  test('no player meets a suspended one: tables, invitations, rematches, competitions and seeks are closed and say why', async () => {
    const [eve, cy] = await service.stranger.registerAll('Eve', 'Cy');
    const two = { ruleset: 'pascals-ruin', options: { roundsToWin: 1 } };
    const hosted = await create(eve, { ...two, seats: ['me', 'open'] });
    const visited = await create(cy, { ...two, seats: ['me', 'open', 'open'], options: {} });
    expect((await eve.post(`/v1/games/${visited.id}/seats`, {})).status).toBe(200);
    const invited = await create(cy, { ...two, seats: ['me', { player: eve.id }] });
    const played = await create(cy, { ...two, seats: ['me', { player: eve.id }] });
    await eve.post(`/v1/games/${played.id}/seats`, {});
    expect((await cy.post(`/v1/games/${played.id}/resignation`, {})).status).toBe(200);
    const clock = { perAction: 3600, onTimeout: 'random' };
    const cup = { ...two, name: 'Tuesday', format: 'swiss', rounds: 2, clock };
    const [own, entered] = await Promise.all(
      [eve, cy].map(async (organiser) => (await organiser.post('/v1/competitions', cup)).body),
    );
    const { body: ladder } = await eve.post('/v1/competitions', { ...cup, format: 'ladder', rounds: 5 });
    for (const each of [eve, cy])
      expect((await each.post(`/v1/competitions/${ladder.id}/entries`, {})).status).toBe(201);
    expect((await eve.post(`/v1/competitions/${ladder.id}/start`, {})).status).toBe(200);
    const entries = `/v1/competitions/${entered.id}/entries`;
    const { entry } = (await eve.post(entries, {})).body;
    const seek = { ...two, clock: { perAction: 60, onTimeout: 'resign' } };
    const { id: seekId } = (await eve.post('/v1/me/seeks', seek)).body;

    await answerOf(admin('suspend', eve.id, done('insults', { until: '2d' })));

    const listed = async (what: string) => (await cy.get(`/v1/${what}?status=open&limit=100`)).body[what];
    const ids = [...(await listed('games')), ...(await listed('competitions'))].map(({ id }: any) => id);
    expect(ids).toContain(visited.id);
    expect(ids).toContain(entered.id);
    for (const { id } of [hosted, own]) expect(ids).not.toContain(id);

    const join = (id: string) => ada.post(`/v1/games/${id}/seats`, {});
    const closed = [
      await join(hosted.id),
      await cy.post(`/v1/games/${played.id}/rematch`, {}),
      await cy.post('/v1/games', { ...two, seats: ['me', { player: eve.id }] }),
      await ada.post(`/v1/competitions/${own.id}/entries`, {}),
      await ada.post(`/v1/competitions/${ladder.id}/entries`, {}),
    ];
    expect(closed.map(problem)).toEqual([
      '403 not-open-to-you',
      '403 not-open-to-you',
      '403 not-open-to-you',
      '409 entries-closed',
      '409 entries-closed',
    ]);
    for (const { body } of closed) expect(body.detail).toContain('suspended');
    expect((await stateOf(cy, visited.id)).seats[1].kind).toBe('open');
    expect((await stateOf(cy, invited.id)).seats[1].kind).toBe('open');
    expect((await join(visited.id)).status).toBe(200);
    const events = (await cy.get(`/v1/competitions/${entered.id}/events`)).body.events;
    expect(events.at(-1)).toMatchObject({ type: 'entryPaused', data: { entry: entry.entry, because: 'suspended' } });
    expect(await service.store.seeks.get(eve.id as string, seekId)).toMatchObject({ status: 'cancelled' });

    now = new Date(now.getTime() + 3 * 86_400_000);
    expect((await join(hosted.id)).status).toBe(200);
    expect((await ada.post(`/v1/competitions/${own.id}/entries`, {})).status).toBe(201);
    await expect.poll(async () => (await eve.get('/v1/me')).status).toBe(200);
    const resumed = await eve.call('PATCH', `${entries}/me`, { body: { paused: false } });
    expect(resumed.body.entry).toMatchObject({ status: 'active' });
  });

  test('a player who is suspended between the reading of a table and its change is not met', async () => {
    const { players } = service.store;
    const look = players.suspendedAmong.bind(players);
    const met = async (at: (host: Caller) => Promise<Answer>) => {
      const host = await service.stranger.register('Host');
      const spy = vi.spyOn(players, 'suspendedAmong').mockImplementationOnce(async (ids, at) => {
        const seen = await look(ids, at);
        await players.suspend(host.id as string, { since: now, until: null, because: 'insults' });
        return seen;
      });
      onTestFinished(() => spy.mockRestore());
      return problem(await at(host));
    };
    const seats = ['me', 'open'];
    expect(
      await met(async (host) => {
        const { id } = await create(host, { ruleset: 'pascals-ruin', seats });
        return ada.post(`/v1/games/${id}/seats`, {});
      }),
    ).toBe('403 not-open-to-you');
    const invite = (host: Caller) =>
      ada.post('/v1/games', { ruleset: 'pascals-ruin', seats: ['me', { player: host.id }] });
    expect(await met(invite)).toBe('403 not-open-to-you');
  });

  test('a player is suspended though the log of one of their games or competitions is damaged', async () => {
    const eve = await service.stranger.register('Evil');
    const { id: game } = await create(eve, { ruleset: 'pascals-ruin', seats: ['me', 'open'] });
    const asked = {
      name: 'Damaged',
      ruleset: 'pascals-ruin',
      format: 'match',
      clock: { perAction: 60, onTimeout: 'random' },
    };
    const { id } = (await ada.post('/v1/competitions', asked)).body;
    await eve.post(`/v1/competitions/${id}/entries`, {});
    vi.spyOn(service.gameService.gameReader, 'open').mockRejectedValueOnce(new LogDamaged('game', game, 'is damaged'));
    vi.spyOn(service.competitions, 'handle').mockRejectedValueOnce(new LogDamaged('competition', id, 'is damaged'));
    onTestFinished(() => void vi.restoreAllMocks());
    const came = await answerOf(admin('suspend', eve.id, done('insults')));
    expect(came).toMatchObject({ seats: 0, entries: 0 });
    expect(problem(await eve.get('/v1/me'))).toBe('403 suspended');
  });

  test('a seek of a suspended player is not paired', async () => {
    const paired = await serviceOfTest();
    const [eve, cy, dora] = await paired.stranger.registerAll('Eve', 'Cy', 'Dora');
    const clock = { perAction: 60, onTimeout: 'resign' };
    const seek = { ruleset: 'pascals-ruin', options: { roundsToWin: 1 }, clock };
    expect((await eve.post('/v1/me/seeks', seek)).status).toBe(201);
    await paired.store.players.suspend(eve.id as string, { since: new Date(), until: null, because: 'insults' });
    const made = await Promise.all([cy, dora].map((player) => player.post('/v1/me/seeks', seek)));
    const path = `/v1/me/seeks/${made[0]?.body.id}`;
    await expect.poll(async () => (await cy.get(path)).body.lastGameId ?? null).not.toBeNull();
    const games = (await paired.stranger.get(`/v1/games?player=${eve.id}`)).body.games;
    expect(games).toEqual([]);
  });

  test('an operator removes one entry from a competition, with a public reason', async () => {
    const clock = { perAction: 3600, onTimeout: 'random' };
    const { body: cup } = await ada.post('/v1/competitions', {
      ...{ ruleset: 'pascals-ruin', options: { roundsToWin: 1 }, name: 'Sunday', format: 'swiss', rounds: 2, clock },
    });
    const path = `/v1/competitions/${cup.id}/entries`;
    const { entry } = (await bob.post(path, {})).body;
    await answerOf(admin('take-out', cup.id, {}), 'refused');
    await answerOf(admin('take-out', ada.id, { entry: '1' }), 'refused');
    await answerOf(admin('take-out', cup.id, { entry: '7' }), 'refused');
    await answerOf(admin('take-out', cup.id, done('nobody', { entry: '7' })), 'refused');
    await answerOf(admin('take-out', cup.id, { entry: String(entry.entry) }), 'asked');
    expect((await ada.get(path)).body.entries).toMatchObject([{ status: 'active' }]);
    await answerOf(admin('take-out', cup.id, done('two accounts', { entry: String(entry.entry) })));
    expect((await ada.get(path)).body.entries).toMatchObject([{ status: 'disqualified' }]);
    const { events } = (await bob.get(`/v1/competitions/${cup.id}/events`)).body;
    expect(events.at(-1)).toMatchObject({ type: 'entryDisqualified', data: { reason: 'two accounts' } });
    expect(await deedsAbout(cup.id)).toMatchObject([{ deed: 'take-out' }, { deed: 'take-out' }]);
  });

  test('a reinstated player may play at once, and the log has both actions', async () => {
    const eve = await service.stranger.register('Evelyn');
    await answerOf(admin('suspend', eve.id, done('insults')));
    expect(problem(await eve.get('/v1/me'))).toBe('403 suspended');
    await answerOf(admin('unsuspend', eve.id, done('apologised')));
    expect((await eve.get('/v1/me')).status).toBe(200);
    await answerOf(admin('unsuspend', eve.id, done('again')), 'refused');
    expect(await deedsAbout(eve.id)).toMatchObject([
      { deed: 'unsuspend', by: BY, because: 'apologised', outcome: 'done' },
      { deed: 'suspend', by: BY, because: 'insults', outcome: 'done' },
    ]);
  });

  test('ending a finished game and suspending a missing player are rejected and change nothing', async () => {
    await answerOf(admin('suspend', bob.id, done('late', { until: '2020-01-01T00:00Z' })), 'refused');
    await answerOf(admin('suspend', (await runningGame()).id, done('nobody')), 'refused');
    expect((await bob.get('/v1/me')).status).toBe(200);
  });
});

describe('ending games', () => {
  test('a voided game is over, counts for no player, shows the reason, and its transcript verifies', async () => {
    const game = await create(ada, { ruleset: 'pascals-ruin', seats: ['me', { bot: 'random' }] });
    await answerOf(admin('void', game.id, { because: 'a card was lost' }), 'asked');
    expect((await stateOf(ada, game.id)).status).toBe('playing');
    await answerOf(admin('void', game.id, done('a card was lost', { reason: 'fault' })));
    expect(await stateOf(ada, game.id)).toMatchObject({ status: 'aborted', outcome: null, toAct: [] });
    const { events } = (await ada.get(`/v1/games/${game.id}/events?limit=1000&text=true`)).body;
    expect(events.slice(-2)).toMatchObject([
      { type: 'gameVoided', seat: null, data: { reason: 'fault' } },
      { type: 'gameAborted', seat: null },
    ]);
    const { body: transcript } = await ada.get(`/v1/games/${game.id}/transcript`);
    expect(verify(transcript, await loadCatalogue(true))).toMatchObject({ verified: true });
    await answerOf(admin('void', game.id, done('again')), 'refused');
    expect(await deedsAbout(game.id)).toMatchObject([{ deed: 'void', outcome: 'done', details: { reason: 'fault' } }]);
  });

  test('a finished game keeps its result', async () => {
    const game = await runningGame();
    await bob.post(`/v1/games/${game.id}/resignation`, {});
    await answerOf(admin('void', game.id, done('unfair')), 'refused');
    expect(await stateOf(ada, game.id)).toMatchObject({ status: 'finished', outcome: { winners: [0] } });
  });

  test('a game whose rules are missing ends as it is, and frees its players', async () => {
    const game = await runningGame();
    const { store, players, competitions } = service;
    const games = new GameService(store, new Map(), players, { liveGames: 1 });
    const house = { store, players, competitions, games };
    const call = (command: string, flags = {}) => administer(house, { command, target: game.id, flags, by: BY });
    expect((await answerOf(call('game'))).stuck).toContain('its rules are missing');
    expect(await answerOf(call('take-over', done('hangs')), 'refused')).toMatchObject({
      refused: expect.stringContaining('rules are missing'),
    });
    await answerOf(call('void', done('no rules', { reason: 'stuck' })));
    expect(await store.game(game.id)).toMatchObject({ status: 'aborted', awaiting: [], deadline: null });
    expect((await store.operators.player(bob.id as string))?.running.map(({ id }) => id)).not.toContain(game.id);
    const elsewhere = new GameService(store, await loadCatalogue(true), players, { liveGames: 1 });
    expect(await elsewhere.gameReader.find(game.id)).toMatchObject({ status: 'aborted', voidedBecause: 'stuck' });
  });
});

describe('taking over', () => {
  test("a late game is listed as stuck, and goes on after the operator's call", async () => {
    const game = await runningGame({ clock: { perAction: 60, onTimeout: 'random' } });
    expect(await answerOf(admin('game', game.id))).toMatchObject({ stuck: null });
    await answerOf(admin('take-over', game.id), 'refused');
    const before = now;
    now = new Date(now.getTime() + 3 * 3_600_000);
    try {
      const late = /^the server should have acted 2 h ago and has not$/;
      expect(await answerOf(admin('game', game.id))).toMatchObject({ stuck: expect.stringMatching(late) });
      const { overdue } = await answerOf(admin('queues'));
      expect(overdue.map(({ id }: any) => id)).toContain(game.id);
      await answerOf(admin('take-over', game.id), 'asked');
      expect((await service.store.game(game.id))?.version).toBe(game.version);
      const { version } = await answerOf(admin('take-over', game.id, done('nothing happens')));
      expect(version).toBeGreaterThan(game.version);
      expect(await answerOf(admin('game', game.id))).toMatchObject({ stuck: null });
      expect(await deedsAbout(game.id)).toMatchObject([
        { deed: 'take-over', because: 'nothing happens', outcome: 'done', details: { version } },
      ]);
      const { events } = (await ada.get(`/v1/games/${game.id}/events?limit=1000`)).body;
      expect(events.map(({ type }: any) => type)).toContain('seatTimedOut');
    } finally {
      now = before;
    }
  });

  test("a seat that is given up is played on, and the log and the operator's record show it", async () => {
    const game = await runningGame();
    await answerOf(admin('take-over', game.id, done('waits')), 'refused');
    await answerOf(admin('take-over', game.id, { seat: '1' }), 'asked');
    await answerOf(admin('take-over', game.id, done('has left', { seat: '1' })));
    expect(await stateOf(ada, game.id)).toMatchObject({ status: 'finished', outcome: { winners: [0] } });
    await answerOf(admin('take-over', game.id, done('again', { seat: '1' })), 'refused');
    expect(await deedsAbout(game.id)).toMatchObject([{ deed: 'take-over', because: 'has left', details: { seat: 1 } }]);
  });
});

describe('the socket of the server on the embedded database', () => {
  test("accepts calls only from the server's user, and reports errors", async () => {
    const directory = temporaryDirectory();
    const address = operatorSocketIn(directory) as string;
    expect(await callServer(address, { command: 'queues', target: null, flags: {}, by: BY })).toBeNull();
    const { store, players, competitions, gameService: games } = service;
    const troubles: unknown[] = [];
    const server = takeOperatorCalls({ store, players, competitions, games }, address, (error) => troubles.push(error));
    onTestFinished(() => void server.close());
    await expect.poll(() => existsSync(address)).toBe(true);
    expect(statSync(address).mode & 0o777).toBe(0o600);
    const answer = await callServer(address, { command: 'queues', target: null, flags: {}, by: BY });
    expect(answer).toMatchObject({ outcome: 'done', data: { queues: expect.any(Array) } });
    const wrong = callServer(address, { command: 'no such', target: null, flags: {}, by: BY });
    await expect(wrong).rejects.toThrow('there is no command no such');
    expect(troubles).toHaveLength(1);
    expect(operatorSocketIn(join(directory, 'x'.repeat(200)))).toBeNull();
  });

  test('a call to a server that is stopped fails instead of waiting without end', async () => {
    const address = operatorSocketIn(temporaryDirectory()) as string;
    const stopped = createServer(() => {}).listen(address);
    onTestFinished(() => void stopped.close());
    await once(stopped, 'listening');
    const call = callServer(address, { command: 'queues', target: null, flags: {}, by: BY }, 50);
    await expect(call).rejects.toThrow('the server has not answered for 0.05 s: it is suspended or overloaded');
  });
});

test("the name of a deleted player is removed from operators' notes, and longer words stay", async () => {
  const { body } = await service.stranger.post('/v1/players', { name: 'Zoë (2)', kind: 'human' });
  const [zoe, { id }] = [service.stranger.as(body.token), body.player];
  await zoe.call('PATCH', '/v1/me', { body: { name: 'Zo' } });
  const eve = await service.stranger.register('Eve of Zo');
  await answerOf(admin('suspend', eve.id, done('insulted Zoë (2), now Zo; not Zorro, Zoë or Zos')));
  const details = { player: 'Zo', told: ['"Zoë (2)"', 7, null] };
  const deed = { id: uuidv7(), at: now, by: BY, deed: 'void', subject: id, because: null, details, outcome: null };
  await service.store.operators.begin(deed);
  const headers = { 'recovery-code': body.recoveryCode };
  expect((await zoe.call('DELETE', '/v1/me', { headers })).status).toBe(204);
  const because = 'insulted deleted, now deleted; not Zorro, Zoë or Zos';
  expect(await deedsAbout(eve.id)).toMatchObject([{ deed: 'suspend', because, outcome: 'done' }]);
  expect(await deedsAbout(id)).toMatchObject([{ details: { player: 'deleted', told: ['"deleted"', 7, null] } }]);
  expect((await eve.get('/v1/me')).body.detail).toContain(because);
});

test('the queues count waiting work and name late games', async () => {
  const game = await runningGame({ clock: { perAction: 60, onTimeout: 'random' } });
  const { queues, overdue } = await answerOf(admin('queues'));
  expect(queues).toContainEqual(expect.objectContaining({ queue: 'games', state: 'playing' }));
  expect(queues).toContainEqual(expect.objectContaining({ queue: 'clocks', state: 'running' }));
  expect(overdue.map((each: any) => each.id)).not.toContain(game.id);
});

test('a reported message is listed, removed and restored by an operator', async () => {
  const { id } = await runningGame();
  const path = `/v1/games/${id}/messages`;
  const { body: message } = await bob.post(path, { text: 'something foul' });
  await ada.post(`${path}/${message.id}/reports`, { reason: 'abuse', note: 'see there' });
  const listed = await admin('reports', null, { limit: '1' });
  expect(listed.data).toMatchObject([{ reason: 'abuse', note: 'see there', name: 'Ada', message: { id: message.id } }]);
  expect(listed.lines.join(' ')).toMatch(/abuse: see there .*Ada.*Bob.* something foul/);
  expect((await admin('reports', null, { before: '2000-01-01T00:00Z' })).lines).toEqual(['There are no reports.']);
  const shown = async () => (await ada.get(path)).body.messages[0];
  await answerOf(admin('hide', message.id), 'asked');
  expect(await shown()).toMatchObject({ text: 'something foul' });
  await answerOf(admin('hide', message.id, done('an insult')));
  expect(await shown()).toMatchObject({ text: null, removedBy: 'house' });
  await answerOf(admin('hide', message.id, done('none after all', { back: true })));
  expect(await shown()).toMatchObject({ text: 'something foul', removedBy: null });
  const deeds = (await deedsAbout(message.id)).map(({ deed, outcome, details }) => [deed, outcome, details]);
  expect(deeds).toEqual([true, false].map((back) => ['hide', 'done', { gameId: id, back }]));
  await answerOf(admin('hide', id, done('there is none')), 'refused');
});

test("the operators' page reads with their token alone, and from no other origin", async () => {
  const read = async (token: string | null, headers: Record<string, string> = {}) => {
    const authorization: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` };
    return fetch(`${service.url}/v1/operator/overview`, { headers: { ...authorization, ...headers } });
  };
  for (const token of [null, ada.token, `${OPERATOR_TOKEN}x`, OPERATOR_TOKEN.slice(1)]) {
    const answer = await read(token);
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ code: 'unauthorized' });
  }
  const answer = await read(OPERATOR_TOKEN, { origin: 'https://elsewhere.example' });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(await answer.json()).toMatchObject({
    queues: expect.any(Array),
    overdue: [],
    reports: expect.any(Array),
    deeds: expect.any(Array),
  });
  expect((await fetch(`${service.url}/v1/me`, { headers: { authorization: `Bearer ${OPERATOR_TOKEN}` } })).status).toBe(
    401,
  );
});
