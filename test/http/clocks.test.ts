import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { loadCatalogue } from '#rules/catalogue.ts';
import { legalActionsOf } from '../../clients/typescript/src/types.ts';
import { verify } from '../../src/games/fairness/verification.ts';
import { NOT_ALL_CHECKED, verifiedByPython } from '../games/python.ts';
import { freshDatabase } from '../store/test-store.ts';
import type { Caller } from './caller.ts';
import { type Service, serviceOfTest, startService } from './service.ts';
import { act, create, problem, stateOf } from './table.ts';

let service: Service;
let ada: Caller;
let bob: Caller;
let eve: Caller;
beforeAll(async () => {
  service = await startService();
  [ada, bob, eve] = await service.stranger.registerAll('Ada', 'Bob', 'Eve');
});
afterAll(() => service.stop());

async function table(players: readonly Caller[], more: object): Promise<any> {
  const [host, ...guests] = players as [Caller, ...Caller[]];
  const seats = ['me', ...guests.map(({ id }) => ({ player: id }))];
  const game = await create(host, { ruleset: 'champions-of-chance', seats, ...more });
  for (const guest of guests) await guest.post(`/v1/games/${game.id}/seats`, {});
  return stateOf(host, game.id);
}

async function eventsOf(id: string): Promise<any[]> {
  return (await service.stranger.get(`/v1/games/${id}/events?limit=1000`)).body.events;
}

test('a seat that runs out of time has an action drawn for it', async () => {
  const game = await table([ada, bob], { clock: { perAction: 1, onTimeout: 'random' } });
  const [decision] = game.decisions;
  expect(game.deadline).toBe(decision.deadline);
  expect(Date.parse(decision.deadline) - Date.parse(game.updatedAt)).toBe(1000);
  await expect.poll(async () => (await stateOf(ada, game.id)).version).toBeGreaterThan(game.version);
  const late = (await eventsOf(game.id)).find(({ type }) => type === 'seatTimedOut');
  expect(late).toMatchObject({ seat: decision.seat, version: game.version + 1, data: { consequence: 'random' } });
  expect(Date.parse(late.at)).toBeGreaterThanOrEqual(Date.parse(decision.deadline));
  expect(Date.parse(late.at) - Date.parse(decision.deadline)).toBeLessThan(10_000);
  await ada.post(`/v1/games/${game.id}/resignation`, {});
});

test('a seat that runs out of time resigns if the clock says so, which ends a game of two', async () => {
  const game = await table([ada, bob], { clock: { perAction: 1, onTimeout: 'resign' } });
  const late = game.toAct[0];
  await expect.poll(async () => (await stateOf(ada, game.id)).status).toBe('finished');
  const { outcome } = await stateOf(ada, game.id);
  expect(outcome).toMatchObject({ winners: [1 - late], left: [{ seat: late, how: 'timedOut' }] });
  expect(outcome.reason).toBe('timedOut');
  expect(outcome.text).toBe(`Seat ${late} ran out of time: seat ${1 - late} is the last one and wins.`);
});

test('in a game of three a stand-in plays on at once for the player who ran out of time', async () => {
  const game = await table([ada, bob, eve], { clock: { perAction: 1, onTimeout: 'resign' } });
  await expect.poll(async () => (await stateOf(ada, game.id)).status).toBe('finished');
  const { outcome } = await stateOf(ada, game.id);
  expect(outcome.left.length).toBe(2);
  expect(outcome.winners).toHaveLength(1);
});

test('a move after the deadline is too late, even before the server has acted', async () => {
  await service.gameService.timekeeper.stop();
  try {
    const game = await table([ada, bob], { clock: { perAction: 1, onTimeout: 'random' } });
    await new Promise((resolve) => setTimeout(resolve, 1100));
    const mover = [ada, bob][game.toAct[0]] as Caller;
    const state = await stateOf(mover, game.id);
    expect(state.version).toBe(game.version);
    const move = { action: legalActionsOf(state)[0], expectedVersion: state.version };
    expect(problem(await mover.post(`/v1/games/${game.id}/actions`, move))).toBe('409 time-out');
    expect((await stateOf(mover, game.id)).version).toBe(game.version);
    await mover.post(`/v1/games/${game.id}/resignation`, {});
  } finally {
    service.gameService.timekeeper.loop.start();
  }
});

describe('a bank', () => {
  test('loses the used time and gains the increment with each decision', async () => {
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

  test('gains one increment for a die of several cards: it is one decision with one deadline', async () => {
    for (const clock of [
      { bank: 3600, increment: 60, onTimeout: 'random' },
      { perAction: 3600, onTimeout: 'random' },
    ]) {
      let state = await table([ada, bob], { options: { dieSelection: 'choose' }, clock });
      while (state.decisions.length < 2) ({ state } = await act([ada, bob][state.toAct[0]] as Caller, state.id));
      const ofAda = ({ decisions }: any) => decisions.find(({ seat }: any) => seat === 0);
      const [deadline, remaining] = [ofAda(state).deadline, state.clock.remaining];
      for (let n = 0; n < 10; n++) {
        const chosen = legalActionsOf(await stateOf(ada, state.id)).find(({ type }) => type === 'chooseDie') as any;
        for (const type of ['chooseDie', 'unchooseDie']) {
          const action = { type, card: chosen.card };
          state = (await ada.post(`/v1/games/${state.id}/actions`, { action, seat: 0 })).body.state;
          expect([ofAda(state).deadline, state.clock.remaining], `${type} ${n + 1}`).toEqual([deadline, remaining]);
        }
      }
      while (ofAda(state) !== undefined) ({ state } = await act(ada, state.id));
      const left = (Date.parse(deadline) - Date.parse(state.updatedAt)) / 1000;
      if (remaining !== null) expect(state.clock.remaining[0]).toBeCloseTo(left + 60, 3);
      await ada.post(`/v1/games/${state.id}/resignation`, {});
    }
  });

  test('that is empty ends the game', async () => {
    const game = await table([ada, bob], { clock: { bank: 1, increment: 0, onTimeout: 'resign' } });
    const late = game.toAct[0];
    await expect.poll(async () => (await stateOf(ada, game.id)).status).toBe('finished');
    const { clock } = await stateOf(ada, game.id);
    expect(clock.remaining[late]).toBe(0);
    expect(clock.remaining[1 - late]).toBeGreaterThan(0);
  });
});

test('a rated game counts if one player lets the time run out and the other never had to act', async () => {
  for (const ruleset of ['champions-of-chance', 'pascals-ruin']) {
    const pair = await Promise.all([service.stranger.register('Early', 'human'), service.stranger.register('Idle')]);
    const clock = { perAction: 1, onTimeout: 'resign' };
    const { id, toAct } = await table(pair, { ruleset, clock, rated: true });
    expect(toAct).toHaveLength(1);
    await expect.poll(async () => (await stateOf(ada, id)).status).toBe('finished');
    const { outcome, counts, whyNot } = await stateOf(ada, id);
    expect(outcome).toMatchObject({ winners: [1 - toAct[0]], left: [{ seat: toAct[0], how: 'timedOut' }] });
    expect([counts, whyNot]).toEqual([true, null]);
    for (const [seat, player] of pair.entries()) {
      const of = async (page: string) => (await ada.get(`/v1/players/${player.id}/${page}`)).body;
      expect((await of('record')).rulesets).toMatchObject([seat === toAct[0] ? { lost: 1 } : { won: 1 }]);
      expect((await of('ratings')).ratings).toMatchObject([{ games: 1 }]);
    }
  }
});

test('a game that was recorded as unattended stays so on its page and in lists', async () => {
  const database = await freshDatabase('embedded');
  onTestFinished(() => database.remove());
  const first = await startService({ store: await database.open() });
  const pair = await first.stranger.registerAll('Early', 'Idle');
  const { id } = await table(pair, { clock: { perAction: 1, onTimeout: 'resign' } });
  await expect.poll(async () => (await stateOf(first.stranger, id)).status).toBe('finished');
  expect((await stateOf(first.stranger, id)).counts).toBe(true);
  await first.stop();
  // an earlier version of the service would have stored this
  await database.ask(`update game set unattended = true where id = '${id}'`);
  const own = await serviceOfTest({ store: await database.open() });
  const [listed] = (await own.stranger.get(`/v1/games?player=${pair[0]?.id}`)).body.games;
  expect([listed.whyNot, (await stateOf(own.stranger, id)).whyNot]).toEqual(['unattended', 'unattended']);
});

describe('a timeout of several players at once', () => {
  async function serviceWithClock() {
    const passed = { ms: 0 };
    const own = await serviceOfTest({ clock: { now: () => new Date(Date.now() + passed.ms) } });
    return { own, pass: (seconds: number) => (passed.ms += seconds * 1000) };
  }

  async function registered(own: Service, many: number): Promise<Caller[]> {
    return Promise.all(Array.from({ length: many }, (_, i) => own.stranger.register(`Player ${i}`)));
  }

  async function begun([host, ...guests]: Caller[], more: object): Promise<any> {
    const seats = ['me', ...guests.map(({ id }) => ({ player: id }))];
    const { id } = await create(host as Caller, { ruleset: 'folly-and-fortune', seats, ...more });
    for (const guest of guests) await guest.post(`/v1/games/${id}/seats`, {});
    return stateOf(host as Caller, id);
  }

  const over = async (own: Service, id: string) => {
    await expect.poll(async () => (await stateOf(own.stranger, id)).status).toBe('finished');
    return stateOf(own.stranger, id);
  };

  test.each([2, 3, 5])('is no win for any of %i, and an unattended rated game counts in no record', async (many) => {
    const players = await registered(service, many);
    const clocks = [
      { perAction: 1, onTimeout: 'resign' },
      { bank: 1, increment: 0, onTimeout: 'resign' },
    ];
    const games = await Promise.all(clocks.map((clock) => begun(players, { clock, rated: true })));
    for (const { id } of games) {
      const { version, outcome, counts, whyNot } = await over(service, id);
      const left = players.map((_, seat) => ({ seat, how: 'timedOut', version }));
      expect(outcome).toMatchObject({ winners: [], left });
      expect([counts, whyNot]).toEqual([false, 'unattended']);
      const ends = (await eventsOf(id)).filter((event) => event.version === version);
      expect(ends.map(({ type, seat }) => [type, seat])).toEqual([
        ...players.map((_, seat) => ['seatTimedOut', seat]),
        ['gameEnded', null],
      ]);
      const transcript = (await service.stranger.get(`/v1/games/${id}/transcript`)).body;
      expect(verify(transcript, await loadCatalogue(true))).toMatchObject({ verified: true });
      expect(verifiedByPython(transcript).status).toBe(NOT_ALL_CHECKED);
    }
    for (const { id } of players) {
      const { rulesets } = (await service.stranger.get(`/v1/players/${id}/record`)).body;
      const none = { finished: 2, won: 0, shared: 0, lost: 0, uncounted: 2, whyNot: { unattended: 2 } };
      expect(rulesets).toMatchObject([none]);
      const { opponents } = (await service.stranger.get(`/v1/players/${id}/record/details`)).body;
      expect(opponents).toEqual([]);
      expect((await service.stranger.get(`/v1/players/${id}/ratings`)).body.ratings).toEqual([]);
      const listed = (await service.stranger.get(`/v1/games?player=${id}`)).body.games;
      expect(listed.map((game: any) => game.whyNot)).toEqual(['unattended', 'unattended']);
    }
  });

  test('is a loss for both of two players who chose their dice in secret', async () => {
    const { own, pass } = await serviceWithClock();
    const players = await registered(own, 2);
    const clock = { perAction: 3600, onTimeout: 'resign' };
    let state = await begun(players, { ruleset: 'champions-of-chance', options: { dieSelection: 'choose' }, clock });
    while (state.decisions.length < 2) ({ state } = await act(players[state.toAct[0]] as Caller, state.id));
    pass(3601);
    expect(await over(own, state.id)).toMatchObject({
      outcome: { winners: [], left: [{ seat: 0 }, { seat: 1 }] },
      counts: true,
    });
    for (const { id } of players) {
      expect((await own.stranger.get(`/v1/players/${id}/record`)).body.rulesets).toMatchObject([{ lost: 1 }]);
    }
  });

  test('differs from an earlier timeout during an outage by the deadlines alone', async () => {
    const { own, pass } = await serviceWithClock();
    await own.gameService.timekeeper.stop();
    const players = await registered(own, 3);
    const { id, decisions } = await begun(players, { clock: { perAction: 60, onTimeout: 'resign' } });
    const more = players.slice(1).map((player) => player.post(`/v1/games/${id}/extension`, { seat: 0, seconds: 60 }));
    expect((await Promise.all(more)).map(({ status }) => status)).toEqual([200, 200]);
    pass(600);
    own.gameService.timekeeper.loop.start();
    const { outcome } = await over(own, id);
    expect(outcome).toMatchObject({ winners: [0], left: [{ seat: 1 }, { seat: 2 }] });
    expect(new Set(outcome.left.map(({ version }: any) => version)).size).toBe(1);
    expect(decisions).toHaveLength(3);
  });
});

test('a clock runs separately for every seat that is to act', async () => {
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

test('impossible clocks are rejected', async () => {
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
  expect(missing.message).toBe('is missing'); // one message, although both kinds of clock require the field
  const game = await create(ada, {
    ruleset: 'champions-of-chance',
    clock: { perAction: 30 * 86_400, onTimeout: 'resign' },
  });
  expect(game).toMatchObject({ status: 'open', deadline: null });
});
