import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { SeekRow } from '../../src/store/seeks.ts';
import { PATIENCE } from '../patience.ts';
import type { Caller } from './caller.ts';
import { type Service, startService } from './service.ts';
import { playOut, problem } from './table.ts';

const SOUGHT = {
  ruleset: 'pascals-ruin',
  options: { roundsToWin: 1 },
  clock: { perAction: 60, onTimeout: 'resign' },
};

const RESIGNING = { perAction: 1, onTimeout: 'resign' };

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

async function seek(player: Caller, more: object = {}): Promise<any> {
  const { status, body } = await player.post('/v1/me/seeks', { ...SOUGHT, ...more });
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
}

async function seekWhen(player: Caller, id: string, is: (seek: any) => boolean): Promise<any> {
  for (let after = 0; ; ) {
    const { status, body } = await player.get(`/v1/me/seeks/${id}?after=${after}&wait=20`);
    expect(status, JSON.stringify(body)).toBe(200);
    if (is(body)) return body;
    expect(body.status, JSON.stringify(body)).toBe('open');
    after = body.version;
  }
}

async function leftOver(player: Caller, { id: like }: { id: string }, change: Partial<SeekRow>): Promise<string> {
  const { store } = service;
  const known = (await store.seeks.get(player.id as string, like)) as SeekRow;
  const seek = { ...known, id: uuidv7(), version: 1, status: 'open' as const, endedBecause: null, ...change };
  expect(await store.seeks.create(seek, 16, null)).toBe('created');
  return seek.id;
}

const hasGame = ({ runningGames }: any) => runningGames.length > 0;

describe('a seek', () => {
  test('pairs two equal seeks in a rated game, and is done when the game is over', async () => {
    const [ann, ben] = await service.stranger.registerAll('Ann', 'Ben');
    const asked = { opponents: 'players' };
    const hers = await seek(ann, asked);
    expect(hers).toMatchObject({ status: 'open', version: 1, played: 0, runningGames: [], lastGameId: null });
    const waits = await seekWhen(ann, hers.id, ({ waitingBecause }) => waitingBecause !== null);
    expect(waits).toMatchObject({
      waitingBecause: 'noOpponent',
      explanation: expect.stringMatching(/^No other player/),
    });
    expect((await ann.get('/v1/seeks?ruleset=pascals-ruin')).body.sought).toMatchObject([{ waiting: 1, players: 1 }]);
    const his = await seek(ben, asked);
    const paired = await seekWhen(ann, hers.id, hasGame);
    expect(paired).toMatchObject({ waitingBecause: 'ownGames', lastGameId: paired.runningGames[0] });
    const { body: game } = await ann.get(`/v1/games/${paired.lastGameId}`);
    expect(game).toMatchObject({ status: 'playing', createdBy: null, visibility: 'public' });
    expect(game.seats.map(({ player }: any) => player.id).toSorted()).toEqual([ann.id, ben.id].toSorted());
    expect((await seekWhen(ben, his.id, hasGame)).runningGames).toEqual(paired.runningGames);
    await playOut([ann, ben], game.id, 'sought');
    for (const [player, { id }] of [[ann, hers] as const, [ben, his] as const]) {
      const over = await seekWhen(player, id, ({ status }) => status === 'done');
      expect(over).toMatchObject({ endedBecause: 'allPlayed', played: 1, runningGames: [], lastGameId: game.id });
    }
    expect((await service.store.game(game.id))?.rated).toBe(true);
    expect((await ann.get('/v1/seeks?ruleset=pascals-ruin')).body.sought).toEqual([]);
  });

  test('remembers the opponents of its player by pool, for more than an hour, despite games with bots', async () => {
    const [kim, lea] = await service.stranger.registerAll('Kim', 'Lea');
    const { id, poolId } = await seek(kim, { opponents: 'players' });
    await seek(lea, { opponents: 'players' });
    await seekWhen(kim, id, hasGame);
    const withHouse = await seek(kim, { opponents: 'house' });
    await seekWhen(kim, withHouse.id, hasGame);
    const met = async (games: number, inLastMs: number, pool = poolId) => {
      const of = [{ playerId: String(kim.id), poolId: pool }];
      return (await service.store.seeks.met(of, games, inLastMs, new Date()))[0]?.met ?? {};
    };
    expect(await met(1, -3_600_000)).toEqual({ [String(lea.id)]: expect.closeTo(0, -5) });
    expect(Object.keys(await met(0, 3_600_000))).toEqual([lea.id]);
    expect(await met(0, -3_600_000)).toEqual({});
    expect(await met(4, 3_600_000, '0123456789abcdef')).toEqual({});
  });

  test('without a match gets a bot when its patience is over', async () => {
    const cid = await service.stranger.register('Cid');
    const { id, clientSeed } = await seek(cid, { patience: 0.1, clientSeed: 'wind and tide' });
    expect(clientSeed).toBe('wind and tide');
    const { lastGameId } = await seekWhen(cid, id, hasGame);
    const { seats } = (await cid.get(`/v1/games/${lastGameId}`)).body;
    expect(seats.map(({ kind }: any) => kind).toSorted()).toEqual(['bot', 'player']);
    const { clientSeeds, commitmentFirst } = (await cid.get(`/v1/games/${lastGameId}/fairness`)).body;
    const own = seats.findIndex(({ kind }: any) => kind === 'player');
    expect(clientSeeds[own]).toMatchObject({ clientSeed: 'wind and tide', source: 'player' });
    expect(clientSeeds[1 - own]).toMatchObject({ source: 'server' });
    expect(commitmentFirst).toBe(false);
  });

  test('uses the published ratings if it asks for a similar opponent', async () => {
    const [gia, hugo] = await service.stranger.registerAll('Gia', 'Hugo');
    const options = { roundsToWin: 3 };
    const game = { ...SOUGHT, options, seats: ['me', { player: hugo.id }], rated: true };
    for (let i = 0; i < 3; i++) {
      const { body } = await gia.post('/v1/games', game);
      await hugo.post(`/v1/games/${body.id}/seats`, {});
      expect((await gia.post(`/v1/games/${body.id}/resignation`, {})).status).toBe(200);
    }
    const near = { options, opponents: 'players', ratingWithin: 50 };
    const [hers] = [await seek(gia, near), await seek(hugo, near)];
    const waits = await seekWhen(gia, hers.id, ({ waitingBecause }) => waitingBecause === 'outOfRange');
    expect(waits.runningGames).toEqual([]);
    const wide = { ...near, ratingWithin: 2_000 };
    const [again] = [await seek(gia, wide), await seek(hugo, wide)];
    await seekWhen(gia, again.id, hasGame);
  });

  test('never meets another seek of its player, and says so', async () => {
    const dan = await service.stranger.register('Dan');
    const asked = { opponents: 'players', seats: 3 };
    const [one, other] = [await seek(dan, asked), await seek(dan, asked)];
    for (const { id } of [one, other]) {
      const waits = await seekWhen(dan, id, ({ waitingBecause }) => waitingBecause !== null);
      expect(waits).toMatchObject({ waitingBecause: 'noOpponent', runningGames: [] });
    }
    const cancelled = await dan.call('DELETE', `/v1/me/seeks/${one.id}`);
    expect(cancelled.body).toMatchObject({ status: 'cancelled', endedBecause: 'cancelled', waitingBecause: null });
    expect((await dan.call('DELETE', `/v1/me/seeks/${one.id}`)).body).toEqual(cancelled.body);
    expect((await dan.get('/v1/me/seeks')).body.seeks.map((each: any) => each.id)).toEqual([other.id, one.id]);
    await dan.call('DELETE', `/v1/me/seeks/${other.id}`);
  });

  test('is not paired with a player who blocked its player, and meets the next one', async () => {
    const [abe, bea, cal] = await Promise.all(['Abe', 'Bea', 'Cal'].map((name) => service.stranger.register(name)));
    expect((await abe?.call('PUT', `/v1/me/blocks/${bea?.id}`))?.status).toBe(204);
    const asked = { opponents: 'players', options: { roundsToWin: 2 } };
    const [his, hers] = [await seek(abe as Caller, asked), await seek(bea as Caller, asked)];
    const waits = await seekWhen(bea as Caller, hers.id, ({ waitingBecause }) => waitingBecause !== null);
    expect(waits).toMatchObject({ waitingBecause: 'allBusy', runningGames: [] });
    await seek(cal as Caller, asked);
    const paired = await seekWhen(abe as Caller, his.id, hasGame);
    const { body: game } = await service.stranger.get(`/v1/games/${paired.lastGameId}`);
    expect(game.seats.map(({ player }: any) => player.id).toSorted()).toEqual([abe?.id, cal?.id].toSorted());
    expect((await bea?.get(`/v1/me/seeks/${hers.id}`))?.body).toMatchObject({ status: 'open', runningGames: [] });
    await bea?.call('DELETE', `/v1/me/seeks/${hers.id}`);
  });

  test('is paused after three games without an action of its player, and keeps no other player waiting', async () => {
    const eve = await service.stranger.register('Eve');
    const { id } = await seek(eve, { opponents: 'house', games: 100, concurrency: 3, clock: RESIGNING });
    const paused = await seekWhen(eve, id, ({ status }) => status !== 'open');
    expect(paused).toMatchObject({ status: 'paused', endedBecause: 'neverActed', waitingBecause: null });
    expect(paused.played).toBeGreaterThanOrEqual(3);
  });

  test('is paused for each of two absent players, whose games count for neither', async () => {
    const pair = await service.stranger.registerAll('Hal', 'Ivy');
    const asked = { ruleset: 'folly-and-fortune', options: {}, opponents: 'players', games: 100, clock: RESIGNING };
    const seeks = await Promise.all(pair.map((player) => seek(player, { ...asked, concurrency: 3 })));
    for (const [nth, player] of pair.entries()) {
      const paused = await seekWhen(player, seeks[nth].id, ({ status }) => status !== 'open');
      expect(paused).toMatchObject({ status: 'paused', endedBecause: 'neverActed' });
      expect((await player.get(`/v1/players/${player.id}/ratings`)).body.ratings).toEqual([]);
    }
  });

  test('that was not looked at for a day, or with outdated rules, expires, and no other does', async () => {
    const jan = await service.stranger.register('Jan');
    const like = await seek(jan, { opponents: 'players', seats: 3 });
    await jan.call('DELETE', `/v1/me/seeks/${like.id}`);
    const ago = (hours: number) => new Date(Date.now() - hours * 60 * 60 * 1000);
    const kept = await leftOver(jan, like, { seenAt: ago(23) });
    const forgotten = await leftOver(jan, like, { seenAt: ago(25) });
    const outdated = await leftOver(jan, like, { rulesVersion: like.rulesVersion - 1 });
    const stored = (id: string) => service.store.seeks.get(jan.id as string, id); // reading a seek through the service counts as a look at it, so this reads from the store
    const isOver = async () => expect((await stored(outdated))?.status).toBe('expired');
    await vi.waitFor(isOver, PATIENCE);
    const shown = async (id: string) => (await jan.get(`/v1/me/seeks/${id}`)).body;
    expect((await stored(outdated))?.endedBecause).toBe('newRules');
    expect(await shown(forgotten)).toMatchObject({ status: 'expired', endedBecause: 'notLookedAt' });
    expect(await shown(kept)).toMatchObject({ status: 'open', endedBecause: null });
    expect((await stored(kept))?.seenAt.getTime()).toBeGreaterThan(ago(1).getTime());
    await jan.call('DELETE', `/v1/me/seeks/${kept}`);
  });

  test('begins once, despite repeated requests', async () => {
    const fay = await service.stranger.register('Fay');
    const asked = { ...SOUGHT, opponents: 'players', seats: 3 };
    const [one, again] = [
      await fay.post('/v1/me/seeks', asked, { 'idempotency-key': 'x' }),
      await fay.post('/v1/me/seeks', asked, { 'idempotency-key': 'x' }),
    ];
    expect(again).toMatchObject({ status: 201, body: one.body });
    expect((await fay.get('/v1/me/seeks')).body.seeks).toHaveLength(1);
    const other = await fay.post('/v1/me/seeks', { ...asked, games: 2 }, { 'idempotency-key': 'x' });
    expect(problem(other)).toBe('422 idempotency-mismatch');
    const gil = await service.stranger.register('Gil');
    expect(problem(await gil.get(`/v1/me/seeks/${one.body.id}`))).toBe('404 seek-not-found');
    expect(problem(await gil.call('DELETE', `/v1/me/seeks/${one.body.id}`))).toBe('404 seek-not-found');
  });

  test.each([
    ['of a game for one', { ruleset: 'pascal', options: {} }, '422 invalid-seats'],
    ['of too many seats', { seats: 5 }, '422 invalid-seats'],
    ['of an unknown game', { ruleset: 'chess' }, '422 unknown-ruleset'],
    ['without a clock', { clock: undefined }, '400 invalid-request'],
    ['with an invalid option', { options: { roundsToWin: 0 } }, '400 invalid-request'],
    ['with a client seed that is not ASCII', { clientSeed: 'Glück' }, '400 invalid-request'],
    ['with too narrow a range of ratings', { ratingWithin: 49 }, '400 invalid-request'],
    ['of too many games', { games: 1_001 }, '400 invalid-request'],
    [
      'of a game without an end',
      { options: { mode: 'eternal', maxRounds: null }, clock: RESIGNING },
      '400 invalid-request',
    ],
  ])('%s is rejected', async (_, more, refusal) => {
    const hal = await service.stranger.register('Hal');
    expect(problem(await hal.post('/v1/me/seeks', { ...SOUGHT, ...more }))).toBe(refusal);
    expect((await hal.get('/v1/me/seeks')).body.seeks).toEqual([]);
  });

  test('with opponents of any rating is listed before pools with narrower seeks', async () => {
    const [mia, ned] = await service.stranger.registerAll('Mia', 'Ned');
    const [odd, usual] = [
      { perAction: 61, onTimeout: 'resign' },
      { perAction: 62, onTimeout: 'resign' },
    ];
    for (const player of [mia, ned])
      await seek(player, { opponents: 'players', seats: 3, ratingWithin: 50, clock: odd });
    await seek(mia, { opponents: 'players', seats: 3, clock: usual });
    const { sought } = (await mia.get('/v1/seeks')).body;
    const place = (clock: object) => sought.findIndex((each: any) => each.clock.perAction === (clock as any).perAction);
    expect(place(usual)).toBeGreaterThanOrEqual(0);
    expect(place(odd)).toBeGreaterThan(place(usual));
  });

  test('of a missing ruleset is not listed, but rejected', async () => {
    for (const ruleset of ['%00', 'chess', '']) {
      expect(problem(await service.stranger.get(`/v1/seeks?ruleset=${ruleset}`))).toBe('400 invalid-request');
    }
  });

  test('is one of sixteen at most', async () => {
    const ida = await service.stranger.register('Ida');
    const asked = { ...SOUGHT, opponents: 'players', seats: 3 };
    const answers = await Promise.all(Array.from({ length: 18 }, () => ida.post('/v1/me/seeks', asked)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(16);
    expect(answers.filter(({ body }) => body.cap === 'seeks').map(problem)).toEqual([
      '409 cap-reached',
      '409 cap-reached',
    ]);
  });
});
