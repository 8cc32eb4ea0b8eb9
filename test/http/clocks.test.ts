import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from './caller.ts';
import { type Service, startService } from './service.ts';
import { act, create, problem, stateOf } from './table.ts';

let service: Service;
let ada: Caller;
let bob: Caller;
let eve: Caller;
beforeAll(async () => {
  service = await startService();
  const names = ['Ada', 'Bob', 'Eve'];
  [ada, bob, eve] = (await Promise.all(names.map((name) => service.stranger.register(name)))) as [
    Caller,
    Caller,
    Caller,
  ];
});
afterAll(() => service.stop());

async function table(players: Caller[], more: object): Promise<any> {
  const [host, ...guests] = players as [Caller, ...Caller[]];
  const seats = ['me', ...guests.map(({ id }) => ({ player: id }))];
  const game = await create(host, { ruleset: 'champions-of-chance', seats, ...more });
  for (const guest of guests) await guest.post(`/v1/games/${game.id}/seats`, {});
  return stateOf(host, game.id);
}

const DIRECT = { timeout: 20_000, interval: 100 };

async function eventsOf(id: string): Promise<any[]> {
  return (await service.stranger.get(`/v1/games/${id}/events?limit=1000`)).body.events;
}

test('a seat that runs out of time has an action drawn for it', async () => {
  const game = await table([ada, bob], { clock: { perAction: 1, onTimeout: 'random' } });
  const [decision] = game.decisions;
  expect(game.deadline).toBe(decision.deadline);
  expect(Date.parse(decision.deadline) - Date.parse(game.updatedAt)).toBe(1000);
  await expect.poll(async () => (await stateOf(ada, game.id)).version, DIRECT).toBeGreaterThan(game.version);
  const late = (await eventsOf(game.id)).find(({ type }) => type === 'seatTimedOut');
  expect(late).toMatchObject({ seat: decision.seat, version: game.version + 1, data: { consequence: 'random' } });
  expect(Date.parse(late.at)).toBeGreaterThanOrEqual(Date.parse(decision.deadline));
  expect(Date.parse(late.at) - Date.parse(decision.deadline)).toBeLessThan(10_000);
  await ada.post(`/v1/games/${game.id}/resignation`, {});
});

test('a seat that runs out of time resigns where the clock says so, which ends a game of two', async () => {
  const game = await table([ada, bob], { clock: { perAction: 1, onTimeout: 'resign' } });
  const late = game.toAct[0];
  await expect.poll(async () => (await stateOf(ada, game.id)).status, DIRECT).toBe('finished');
  const { outcome } = await stateOf(ada, game.id);
  expect(outcome).toMatchObject({ winners: [1 - late], left: [{ seat: late, how: 'timedOut' }] });
  expect(outcome.reason).toBe(`Seat ${late} ran out of time: seat ${1 - late} is the last one and wins.`);
});

test('in a game of three the stand-in plays on for who ran out of time, at once', async () => {
  const game = await table([ada, bob, eve], { clock: { perAction: 1, onTimeout: 'resign' } });
  await expect.poll(async () => (await stateOf(ada, game.id)).status, { timeout: 30_000 }).toBe('finished');
  const { outcome } = await stateOf(ada, game.id);
  expect(outcome.left.length).toBe(2);
  expect(outcome.winners).toHaveLength(1);
});

test('a move after the deadline is too late, even before the house has acted', async () => {
  await service.gameService.timekeeper.stop();
  try {
    const game = await table([ada, bob], { clock: { perAction: 1, onTimeout: 'random' } });
    await new Promise((resolve) => setTimeout(resolve, 1100));
    const mover = [ada, bob][game.toAct[0]] as Caller;
    const state = await stateOf(mover, game.id);
    expect(state.version).toBe(game.version);
    const move = { action: state.legalActions[0], expectedVersion: state.version };
    expect(problem(await mover.post(`/v1/games/${game.id}/actions`, move))).toBe('409 time-out');
    expect((await stateOf(mover, game.id)).version).toBe(game.version);
    await mover.post(`/v1/games/${game.id}/resignation`, {});
  } finally {
    service.gameService.timekeeper.start();
  }
});

describe('a bank', () => {
  test('loses what is used and gains the increment with each decision', async () => {
    const game = await table([ada, bob], { clock: { bank: 100, increment: 10, onTimeout: 'resign' } });
    expect(game.clock).toEqual({
      perAction: null,
      bank: 100,
      increment: 10,
      onTimeout: 'resign',
      remaining: [100, 100],
    });
    const seat = game.toAct[0];
    const { state } = await act([ada, bob][seat] as Caller, game.id);
    const used = (Date.parse(state.updatedAt) - Date.parse(game.updatedAt)) / 1000;
    expect(state.clock.remaining[seat]).toBeCloseTo(110 - used, 3);
    expect(state.clock.remaining[1 - seat]).toBe(100);
    const [next] = state.decisions;
    const until = (Date.parse(next.deadline) - Date.parse(state.updatedAt)) / 1000;
    expect(until).toBeCloseTo(state.clock.remaining[next.seat], 3);
    await ada.post(`/v1/games/${game.id}/resignation`, {});
  });

  test('that is empty ends the game', async () => {
    const game = await table([ada, bob], { clock: { bank: 1, increment: 0, onTimeout: 'resign' } });
    const late = game.toAct[0];
    await expect.poll(async () => (await stateOf(ada, game.id)).status, DIRECT).toBe('finished');
    const { clock } = await stateOf(ada, game.id);
    expect(clock.remaining[late]).toBe(0);
    expect(clock.remaining[1 - late]).toBeGreaterThan(0);
  });
});

test('a clock runs for every seat that is to act, each by itself', async () => {
  const options = { dieSelection: 'choose' };
  const game = await table([ada, bob], { options, seed: 'both', clock: { perAction: 300, onTimeout: 'random' } });
  let state = game;
  while (state.decisions.length < 2) {
    const mover = [ada, bob][state.toAct[0]] as Caller;
    ({ state } = await act(mover, game.id));
  }
  for (const { seat, deadline } of state.decisions) {
    expect(Date.parse(deadline), `seat ${seat}`).toBe(Date.parse(state.updatedAt) + 300_000);
  }
  const before = state.decisions.find(({ seat }: any) => seat === 1).deadline;
  ({ state } = await act(ada, game.id));
  expect(state.decisions.find(({ seat }: any) => seat === 1)?.deadline ?? before).toBe(before);
  await ada.post(`/v1/games/${game.id}/resignation`, {});
});

test('clocks that cannot be meant are refused', async () => {
  for (const clock of [
    { perAction: 0, onTimeout: 'random' },
    { perAction: 30 * 86_400 + 1, onTimeout: 'random' },
    { perAction: 1.5, onTimeout: 'random' },
    { perAction: 10 },
    { perAction: 10, onTimeout: 'lose' },
    { bank: 10, onTimeout: 'random' },
    { perAction: 10, bank: 10, increment: 1, onTimeout: 'random' },
    {},
  ]) {
    const body = { ruleset: 'champions-of-chance', clock };
    expect(problem(await ada.post('/v1/games', body)), JSON.stringify(clock)).toBe('400 invalid-request');
  }
  const half = await ada.post('/v1/games', { ruleset: 'champions-of-chance', clock: { perAction: 10 } });
  const missing = half.body.errors.find(({ pointer }: any) => pointer === '/clock/onTimeout');
  expect(missing.message).toBe('is missing'); // once, though both forms of a clock want it
  const game = await create(ada, {
    ruleset: 'champions-of-chance',
    clock: { perAction: 30 * 86_400, onTimeout: 'resign' },
  });
  expect(game).toMatchObject({ status: 'open', deadline: null });
});
