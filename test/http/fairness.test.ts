import { createHash, createHmac, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadCatalogue } from '#rules/catalogue.ts';
import { verify } from '../../src/games/fairness/verification.ts';
import type { ServerClock } from '../../src/store/game-rows.ts';
import { analysisTests, SMALL_BUDGET } from './analyses.ts';
import type { Caller } from './caller.ts';
import { created, join, over } from './finished-games.ts';
import { type Service, startService } from './service.ts';

let service: Service;
let ada: Caller;
let bob: Caller;
let daysLater = 0;
const clock: ServerClock = {
  now: () => new Date(Date.now() + daysLater * DAY_MS),
  get aheadMs() {
    return daysLater * DAY_MS;
  },
};

beforeAll(async () => {
  service = await startService({
    clock,
    analyses: SMALL_BUDGET,
    directs: false,
  });
  ada = await service.stranger.register('Ada');
  bob = await service.stranger.register('Bob');
});
afterAll(() => service.stop());

const RUIN = { ruleset: 'pascals-ruin' };
const SEALED = { serverSeed: null, seed: null, gameSeed: null, chainKey: null };
const DAY_MS = 24 * 60 * 60 * 1000;
const HEX = /^[0-9a-f]{64}$/;

async function fairnessOf(id: string, caller: Caller = service.stranger): Promise<any> {
  const { status, body } = await caller.get(`/v1/games/${id}/fairness`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

function sha256(hex: string): string {
  return createHash('sha256').update(Buffer.from(hex, 'hex')).digest('hex');
}

describe('a commitment', () => {
  test('is bound to a seed before the game, used once, and by its maker', async () => {
    const { status, body } = await ada.post('/v1/commitments', {});
    expect(status).toBe(201);
    expect(body).toEqual({ commitmentId: expect.any(String), commitment: expect.stringMatching(HEX) });
    const asked = { ...RUIN, commitmentId: body.commitmentId };
    expect((await bob.post('/v1/games', asked)).body.code).toBe('unknown-commitment');
    const game = await created(ada, asked);
    expect(game.commitment).toBe(body.commitment);
    expect(await fairnessOf(game.id)).toMatchObject({ ...body, commitmentFirst: true });
    expect((await ada.post('/v1/games', asked)).body.code).toBe('commitment-used');
    await ada.post(`/v1/games/${game.id}/abort`, {});
    expect(sha256((await fairnessOf(game.id)).serverSeed)).toBe(body.commitment);
  });

  test('is made once per Idempotency-Key', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const first = await ada.post('/v1/commitments', {}, headers);
    const again = await ada.post('/v1/commitments', {}, headers);
    expect(again).toMatchObject({ status: 201, body: first.body });
    const bobs = await bob.post('/v1/commitments', {}, headers);
    expect(bobs.body.commitment).not.toBe(first.body.commitment);
    expect((await ada.post('/v1/commitments', {})).body.commitment).not.toBe(first.body.commitment);
  });

  test('needs no fields', async () => {
    expect((await ada.post('/v1/commitments', { seed: 'mine' })).body.code).toBe('invalid-request');
    expect((await ada.call('POST', '/v1/commitments')).status).toBe(201);
  });
});

describe('the ingredients of chance', () => {
  test('are published as they arise, and completely when the game is over', async () => {
    const game = await created(ada, { ...RUIN, clientSeeds: ['ada', null] });
    const open = await fairnessOf(game.id);
    expect(open).toMatchObject({ ...SEALED, ...RUIN, seeded: false, commitment: game.commitment, commitmentId: null });
    expect(open.clientSeeds).toEqual([
      { seat: 0, clientSeed: 'ada', source: 'player', version: 1 },
      { seat: 1, clientSeed: null, source: null, version: null },
    ]);
    await join(bob, game, {});
    const { head } = (await ada.get(`/v1/games/${game.id}`)).body;
    const playing = await fairnessOf(game.id, bob);
    expect(playing).toMatchObject({ ...SEALED, head, commitmentFirst: false });
    expect(playing.clientSeeds[1]).toMatchObject({ source: 'server', version: 2, clientSeed: expect.any(String) });
    await ada.post(`/v1/games/${game.id}/resignation`, {});

    const { serverSeed, gameSeed, chainKey, seed, clientSeeds } = await fairnessOf(game.id);
    expect(sha256(serverSeed)).toBe(game.commitment);
    expect(clientSeeds).toEqual(playing.clientSeeds);
    const words = clientSeeds.map(({ clientSeed }: any) => clientSeed).join('\n');
    expect(gameSeed).toBe(createHmac('sha256', Buffer.from(serverSeed, 'hex')).update(words).digest('hex'));
    expect({ seed, chainKey }).toEqual({ seed: null, chainKey: expect.stringMatching(HEX) });
  });

  test.each([
    ['everybody came after it was created', ['open', 'open'], true],
    ['its creator took a seat with it', ['me', 'open'], false],
    ['a bot was put there with it', ['open', { bot: 'random' }], false],
  ])('show whether the commitment came first: %s', async (_, seats, first) => {
    const game = await created(ada, { ...RUIN, seats });
    for (const caller of seats.filter((seat) => seat === 'open').map((_, i) => [ada, bob][i] as Caller)) {
      await join(caller, game, {});
    }
    expect((await fairnessOf(game.id)).commitmentFirst).toBe(first);
  });

  test('count a seat that was given up and taken again from then', async () => {
    const game = await created(ada, RUIN);
    await join(ada, game, { seat: 1 });
    expect(await fairnessOf((await created(ada, RUIN)).id)).toMatchObject({ commitmentFirst: false });
    const other = await created(ada, { ...RUIN, seats: ['me', 'open', 'open'] });
    await join(bob, other, { seat: 1 });
    await ada.call('DELETE', `/v1/games/${other.id}/seats/0`);
    await join(ada, other, { seat: 0, clientSeed: 'anew' });
    const { commitmentFirst, clientSeeds } = await fairnessOf(other.id);
    expect(clientSeeds[0]).toEqual({ seat: 0, clientSeed: 'anew', source: 'player', version: 4 });
    expect(commitmentFirst).toBe(true);
  });

  test('are only the open seed in a seeded game', async () => {
    const game = await created(ada, { ...RUIN, seats: ['me', 'me'], seed: 'known to me' });
    const playing = await fairnessOf(game.id);
    const none = { clientSeed: null, source: null, version: null };
    expect(playing).toMatchObject({ ...SEALED, seeded: true, commitment: null, commitmentFirst: false });
    expect(playing.clientSeeds).toEqual([0, 1].map((seat) => ({ seat, ...none })));
    await ada.post(`/v1/games/${game.id}/abort`, {});
    const gameSeed = createHash('sha256').update('known to me').digest('hex');
    expect(await fairnessOf(game.id)).toMatchObject({ serverSeed: null, seed: 'known to me', gameSeed });
  });

  test('have no game seed if the game never started', async () => {
    const game = await created(ada, RUIN);
    await ada.post(`/v1/games/${game.id}/abort`, {});
    expect(await fairnessOf(game.id)).toMatchObject({ gameSeed: null, serverSeed: expect.stringMatching(HEX) });
  });
});

describe('an analysis', () => analysisTests(() => service));

describe('a transcript’s readers', () => {
  test('a transcript exists when the game is over', async () => {
    const game = await created(ada, { ...RUIN, seats: ['me', 'me'] });
    const early = await ada.get(`/v1/games/${game.id}/transcript`);
    expect(early).toMatchObject({ status: 409, body: { code: 'game-unfinished' } });
    await ada.post(`/v1/games/${game.id}/abort`, {});
    const { status, body } = await service.stranger.get(`/v1/games/${game.id}/transcript`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      format: 'croupier-transcript',
      formatVersion: 1,
      competition: null,
      status: 'aborted',
      outcome: null,
    });
    expect(body.log.map(({ kind }: any) => kind)).toEqual(['created', 'started', 'aborted']);
  });

  test('a private game does not exist for strangers', async () => {
    const game = await created(ada, { ...RUIN, seats: ['me', 'me'], visibility: 'private' });
    await ada.post(`/v1/games/${game.id}/abort`, {});
    for (const path of ['fairness', 'transcript']) {
      expect((await bob.get(`/v1/games/${game.id}/${path}`)).body.code).toBe('game-not-found');
      expect((await ada.get(`/v1/games/${game.id}/${path}`)).status).toBe(200);
      const invited = await service.stranger.get(`/v1/games/${game.id}/${path}`, { 'invite-code': game.inviteCode });
      expect(invited.status).toBe(200);
    }
  });

  test('a game of the day is sealed until its day is over, for its own player too', async () => {
    const game = await created(ada, { ruleset: 'pascal', seats: ['me'], daily: true });
    const { body: unplayed } = await bob.post('/v1/games', { ruleset: 'pascal', seats: ['me'], daily: true });
    await ada.post(`/v1/games/${game.id}/resignation`, {});
    expect(await over(ada, game.id)).toMatchObject({ status: 'finished' });
    expect(await fairnessOf(game.id, ada)).toMatchObject({ ...SEALED, seeded: true });
    expect((await ada.get(`/v1/games/${game.id}/transcript`)).body.code).toBe('daily-closed');
    for (const path of ['fairness', 'transcript']) {
      expect((await bob.get(`/v1/games/${game.id}/${path}`)).body.code).toBe('daily-closed');
    }
    daysLater = 1;
    expect((await ada.get(`/v1/games/${game.id}/transcript`)).body.code).toBe('daily-closed');
    daysLater = 2;
    expect((await over(bob, unplayed.id)).outcome.left).toMatchObject([{ seat: 0, how: 'timedOut' }]);
    const { body: day } = await bob.get(`/v1/rulesets/pascal/daily?date=${game.daily.date}`);
    expect(day.closed).toBe(true);
    expect((await fairnessOf(game.id, bob)).seed).toBe(day.seed);
    const { body: transcript } = await bob.get(`/v1/games/${game.id}/transcript`);
    const timedOut = (await ada.get(`/v1/games/${unplayed.id}/transcript`)).body;
    expect(verify(timedOut, await loadCatalogue(true))).toMatchObject({ verified: true, versions: 3 });
    expect(transcript).toMatchObject({ seed: day.seed, daily: { date: game.daily.date, practice: false } });
  });
});

test('no response, event or log line holds a secret while the game runs', async () => {
  const lines: string[] = [];
  const watched = await startService({ store: service.store, log: (line) => lines.push(line) });
  const [carol, dan] = await watched.stranger.registerAll('Carol', 'Dan');
  const answers: string[] = [];
  const read = async (path: string) => {
    for (const caller of [carol, dan, watched.stranger]) {
      const { headers, body } = await caller.get(path);
      answers.push(JSON.stringify([...headers]), JSON.stringify(body));
    }
  };
  const game = await created(carol, { ruleset: 'champions-of-chance' });
  await join(dan, game, {});
  const paths = ['', '?text=true', '/fairness', '/transcript', '/events', '/actions'];
  for (const path of paths) await read(`/v1/games/${game.id}${path}`);
  for (const list of ['/v1/games', '/v1/me/turns']) await read(list);
  const row = await service.store.game(game.id);
  const [, , start] = await service.store.log.events(game.id, 0);
  await watched.app.close();

  const { serverSeed, chainKey } = row as { serverSeed: Uint8Array; chainKey: Uint8Array };
  const all = [...answers, ...lines].join('\n');
  for (const secret of [serverSeed, chainKey].map((bytes) => Buffer.from(bytes))) {
    for (const form of ['hex', 'base64', 'base64url'] as const) expect(all).not.toContain(secret.toString(form));
  }
  expect(start?.draws.length).toBeGreaterThan(5);
  expect(all).not.toContain(start?.draws.slice(0, 5).join(','));
  expect(all).not.toMatch(/"draws"/);
  expect(all).not.toMatch(/"(serverSeed|gameSeed|chainKey)":"/);
});
