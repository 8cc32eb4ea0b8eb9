import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ServerClock } from '../../src/store/game-rows.ts';
import { playerRow, registrationOf } from '../store/rows.ts';
import type { Caller } from './caller.ts';
import { type Service, startService } from './service.ts';
import { act, create, playOut, problem, stateOf } from './table.ts';

let service: Service;
let ada: Caller;
let bob: Caller;
let days = 0;
const DAY_MS = 24 * 60 * 60 * 1000;
const clock: ServerClock = {
  now: () => new Date(Date.now() + days * DAY_MS),
  get aheadMs() {
    return days * DAY_MS;
  },
};
const dateIn = (more: number) => new Date(clock.now().getTime() + more * DAY_MS).toISOString().slice(0, 10);

beforeAll(async () => {
  service = await startService({ clock });
  [ada, bob] = await service.stranger.registerAll('Ada', 'Bob');
});
afterAll(() => service.stop());

const DAILY = { ruleset: 'pokers-rogue-reckoning', daily: true };
const PATH = '/v1/rulesets/pokers-rogue-reckoning/daily';

function course(events: any[]): string {
  return JSON.stringify(events.filter(({ type }) => type !== 'seatTaken').map(({ type, data }) => [type, data]));
}

test('every ruleset for one player has a game of the day, and no other ruleset', async () => {
  for (const { id, solo } of (await ada.get('/v1/rulesets')).body.rulesets) {
    const answer = await service.stranger.get(`/v1/rulesets/${id}/daily`);
    if (!solo) expect(problem(answer)).toBe('404 daily-not-found');
    else expect(answer.body).toMatchObject({ ruleset: id, date: dateIn(0), closed: false, seed: null, results: [] });
  }
  expect(problem(await ada.post('/v1/games', { ruleset: 'pascals-ruin', daily: true }))).toMatch(/^4\d\d /);
  expect(problem(await ada.get('/v1/rulesets/chess/daily'))).toBe('404 ruleset-not-found');
  expect(problem(await ada.get(`${PATH}?date=${dateIn(1)}`))).toBe('404 daily-not-found');
  expect(problem(await ada.get(`${PATH}?date=2026-02-30`))).toBe('400 invalid-request');
  expect(problem(await ada.get(`${PATH}?options=nothing`))).toBe('400 invalid-request');
  expect(problem(await ada.get(`${PATH}?options={"nothing":1}`))).toBe('400 invalid-request');
});

test('the chance of a day is the same for all, secret until the day and its games are over, and then public', async () => {
  const first = await create(ada, DAILY);
  expect(first).toMatchObject({ seeded: true, daily: { date: dateIn(0), practice: false }, status: 'playing' });
  expect(JSON.stringify(first)).not.toContain('"seed"');
  const own = await playOut([ada], first.id, 'the same lot');
  const other = await create(bob, DAILY);
  for (const caller of [service.stranger, bob]) {
    for (const more of ['', '/events']) {
      expect(problem(await caller.get(`/v1/games/${first.id}${more}`))).toBe('403 daily-closed');
    }
  }
  await playOut([bob], other.id, 'the same lot');
  const events = async (caller: Caller, id: string) =>
    (await caller.get(`/v1/games/${id}/events?limit=1000`)).body.events;
  expect(course(await events(ada, first.id))).toBe(course(await events(bob, other.id)));

  const today = (await service.stranger.get(PATH)).body;
  expect(today.results.map(({ rank, player }: any) => [rank, player.name])).toEqual([
    [1, 'Ada'],
    [1, 'Bob'],
  ]);
  expect(today.results[0]).toMatchObject({ gameId: first.id, score: own.outcome.scores[0] });

  days = 1;
  try {
    const yesterday = (await service.stranger.get(`${PATH}?date=${dateIn(-1)}`)).body;
    expect(yesterday).toMatchObject({ closed: true, results: today.results });
    expect(yesterday.seed).toMatch(/^[0-9a-f]{64}$/);
    const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex');
    expect(today.seedHash).toBe(sha256(Buffer.from(yesterday.seed, 'hex')));
    // the hash is of the seed's 32 bytes, not of its hex digits; all cards and rolls of the day follow from the seed
    expect(today.seedHash).not.toBe(sha256(yesterday.seed));
    expect((await stateOf(service.stranger, first.id)).status).toBe('finished');
    const duplicate = await create(ada, { ruleset: 'pokers-rogue-reckoning', seed: yesterday.seed });
    await playOut([ada], duplicate.id, 'the same lot');
    expect(course(await events(ada, duplicate.id))).toBe(course(await events(ada, first.id)));
    expect((await service.stranger.get(PATH)).body).toMatchObject({ date: dateIn(0), results: [], seed: null });
  } finally {
    days = 0;
  }
});

test('a player’s first game of the day counts, later ones are practice, and the first must end before', async () => {
  const cleo = await service.stranger.register('Cleo');
  const first = await create(cleo, DAILY);
  expect(problem(await cleo.post('/v1/games', DAILY))).toBe('409 daily-unfinished');
  const { outcome } = await playOut([cleo], first.id, 'first');
  const second = await create(cleo, DAILY);
  expect(second.daily.practice).toBe(true);
  await playOut([cleo], second.id, 'second');
  const mine = (await service.stranger.get(PATH)).body.results.filter(({ player }: any) => player.name === 'Cleo');
  expect(mine).toMatchObject([{ gameId: first.id, score: outcome.scores[0] }]);
  const { body } = await service.stranger.get(`/v1/players/${cleo.id}/record`);
  expect(body.rulesets).toMatchObject([{ finished: 2, uncounted: 1, whyNot: { practice: 1 } }]);
});

test('consecutive days are counted, and private days are hidden from other players', async () => {
  const pip = await service.stranger.register('Pip');
  const path = (player: string | null) => `${PATH}/days?player=${player}`;
  try {
    for (days of [0, 1, 3, 4]) {
      const { id } = await create(pip, DAILY);
      if (days === 3) await pip.post(`/v1/games/${id}/resignation`, {});
      else await playOut([pip], id, 'days');
    }
    const { body } = await pip.get(path('me'));
    expect(body).toMatchObject({ playerId: pip.id, to: dateIn(0), streaks: { played: { current: 1, longest: 2 } } });
    expect(body.days.map(({ date, state }: any) => [date, state])).toEqual([
      [dateIn(0), 'completed'],
      [dateIn(-1), 'conceded'],
      [dateIn(-3), 'completed'],
      [dateIn(-4), 'completed'],
    ]);
    expect(body.days.map(({ registeredBefore }: any) => registeredBefore)).toEqual([true, true, true, false]);
    // only day 1 counts as `best`: day 4 (today) is not over, Pip conceded on day 3, and day 0 is the day on which
    // Pip registered
    expect(body.days[2]).toMatchObject({ rank: 1 });
    expect(body.streaks.best).toEqual({ current: 0, longest: 1 });
    const others = (await service.stranger.get(path(pip.id))).body;
    expect(others.days).toHaveLength(3);
    expect(others.streaks).toEqual(body.streaks);
    days = 5;
    expect((await pip.get(path('me'))).body.streaks.played).toEqual({ current: 1, longest: 2 });
    days = 6;
    expect((await pip.get(path('me'))).body.streaks.played).toEqual({ current: 0, longest: 2 });
  } finally {
    days = 0;
  }
  expect(problem(await service.stranger.get(path('me')))).toBe('401 unauthorized');
  expect(problem(await ada.get(path('01930000-0000-7000-8000-0000000000ff')))).toBe('404 player-not-found');
  expect(problem(await ada.get('/v1/rulesets/pascals-ruin/daily/days?player=me'))).toBe('404 daily-not-found');
});

test('one of many simultaneous games of the day counts', async () => {
  const dan = await service.stranger.register('Dan');
  const answers = await Promise.all(Array.from({ length: 5 }, () => dan.post('/v1/games', DAILY)));
  const made = answers.filter(({ status }) => status === 201);
  expect(made.filter(({ body }) => !body.daily.practice)).toHaveLength(1);
  for (const answer of answers) expect(['201 undefined', '409 daily-unfinished']).toContain(problem(answer));
});

test.each(['resignation', 'abort'])(
  'a player who gives up by %s has conceded: no rank, and no other try that day',
  async (way) => {
    const before = (await service.stranger.get(PATH)).body.conceded;
    const eve = await service.stranger.register('Eve');
    const game = await create(eve, DAILY);
    const { body } = await eve.post(`/v1/games/${game.id}/${way}`, {});
    expect(body).toMatchObject({ status: 'finished', outcome: { left: [{ seat: 0, how: 'resigned' }] } });
    expect((await create(eve, DAILY)).daily.practice).toBe(true);
    const today = (await service.stranger.get(PATH)).body;
    expect(today.conceded).toBe(before + 1);
    expect(today.results.some(({ player }: any) => player.id === eve.id)).toBe(false);
    const { rulesets } = (await service.stranger.get(`/v1/players/${eve.id}/record`)).body;
    expect(rulesets).toMatchObject([{ finished: 1, lost: 1, uncounted: 0 }]);
  },
);

test('ranks separate accounts older than the day from those created on it', async () => {
  const hal = playerRow({ name: 'Hal', createdAt: new Date(Date.now() - 86_400_000) });
  const secret = `crp_${randomBytes(32).toString('base64url')}`;
  const tokenHash = createHash('sha256').update(secret).digest();
  expect(await service.store.players.create(registrationOf(hal, tokenHash))).toBe(true);
  const [old, young] = [service.stranger.as(secret), await service.stranger.register('Ida')];
  for (const player of [old, young]) await playOut([player], (await create(player, DAILY)).id, 'ranks');
  const { results } = (await service.stranger.get(PATH)).body;
  const toldOf = (id: string | null) => results.find(({ player }: any) => player.id === id).registeredBefore;
  expect([toldOf(hal.id), toldOf(young.id)]).toEqual([true, false]);
});

test('options have their own games of the day, with their own chance', async () => {
  const { defaultOptions } = (await ada.get('/v1/rulesets/pascal')).body;
  const options = encodeURIComponent(JSON.stringify({ maxBoards: 2 }));
  const fay = await service.stranger.register('Fay');
  const plain = await create(fay, { ruleset: 'pascal', daily: true, options: defaultOptions });
  const short = await create(fay, { ruleset: 'pascal', daily: true, options: { maxBoards: 2 } });
  expect([plain.daily.practice, short.daily.practice]).toEqual([false, false]);
  expect((await ada.get(`/v1/rulesets/pascal/daily?options=${options}`)).body.options.maxBoards).toBe(2);
});

test('a game of the day accepts no choice of chance', async () => {
  for (const [more, pointer] of [
    [{ seed: 'mine' }, '/seed'],
    [{ clientSeeds: ['mine'] }, '/clientSeeds'],
    [{ visibility: 'private' }, '/visibility'],
    [{ seats: [{ bot: 'random' }] }, '/seats/0'],
  ] as const) {
    const answer = await ada.post('/v1/games', { ...DAILY, ...more });
    expect(problem(answer)).toBe('400 invalid-request');
    expect(answer.body.errors.map((error: any) => error.pointer)).toContain(pointer);
  }
});

test('an unfinished game ends with the following day, so that the day can close', async () => {
  const gus = await service.stranger.register('Gus');
  const game = await create(gus, DAILY);
  await act(gus, game.id);
  expect(game.deadline).toBe(`${dateIn(2)}T00:00:00.000Z`);
  days = 2;
  try {
    expect((await service.stranger.get(`${PATH}?date=${dateIn(-2)}`)).body.closed).toBe(false);
    await service.gameService.attend(game.id);
    expect((await stateOf(gus, game.id)).outcome.left).toMatchObject([{ seat: 0, how: 'timedOut' }]);
  } finally {
    days = 0;
  }
});
