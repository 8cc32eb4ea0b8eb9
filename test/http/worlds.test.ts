import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { loadCatalogue } from '#rules/catalogue.ts';
import { choicesOf } from '#rules/kernel/choices.ts';
import { FastChance } from '#rules/kernel/search/fast-chance.ts';
import { randomPolicy } from '#rules/kernel/search/policy.ts';
import { simulateGame } from '#rules/kernel/search/simulation.ts';
import { legalActionsOf } from '../../clients/typescript/src/types.ts';
import type { Answer, Caller } from './caller.ts';
import { playToEnd } from './random-play.ts';
import { type Service, startService } from './service.ts';

const catalogue = await loadCatalogue(true);

let service: Service;
let ada: Caller;
let bob: Caller;
beforeAll(async () => {
  service = await startService();
  ada = await service.stranger.register('Ada');
  bob = await service.stranger.register('Bob');
});
afterAll(() => service.stop());

async function create(asked: object): Promise<any> {
  const { status, body } = await ada.post('/v1/games', { seed: 'worlds', ...asked });
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
}

function expectProblem(answer: Answer, status: number, code: string): void {
  expect(answer.status, JSON.stringify(answer.body)).toBe(status);
  expect(answer.body).toMatchObject({ status, code });
}

describe.each([...catalogue.values()])('$ruleset.id', ({ ruleset }) => {
  const seats = Array.from({ length: ruleset.seats.max }, () => 'me');

  test('worlds look to the seat like the game itself, and its code plays them to the end', async () => {
    let state = await create({ ruleset: ruleset.id, seats });
    const lot = new FastChance('a few actions');
    for (let step = 0; step < 12; step++) {
      const action = legalActionsOf(state)[lot.int(legalActionsOf(state).length)];
      state = (await ada.post(`/v1/games/${state.id}/actions`, { action, seat: state.viewer })).body.state;
    }
    for (const seat of seats.keys()) {
      const { body: seen } = await ada.get(`/v1/games/${state.id}?seat=${seat}`);
      const { status, body } = await ada.post(`/v1/games/${state.id}/worlds`, { seat, count: 3 });
      expect(status, JSON.stringify(body)).toBe(200);
      const { rulesVersion, options, version, toAct } = seen;
      expect({ ...body, worlds: [] }).toEqual({
        ruleset: ruleset.id,
        rulesVersion,
        options,
        seat,
        version,
        toAct,
        worlds: [],
      });
      expect(body.worlds).toHaveLength(3);
      for (const world of body.worlds) {
        expect(JSON.parse(JSON.stringify(ruleset.view(world.state, seat)))).toEqual(seen.view);
        expect([...ruleset.actors(world.state)].sort((one, other) => one - other)).toEqual(toAct);
        expect(choicesOf(ruleset.legalActions(world.state, seat))).toEqual(seen.choices ?? []);
        expect(ruleset.invariants?.(world.state) ?? []).toEqual([]);
      }
      const players = seats.map(() => randomPolicy);
      const worlds = body.worlds.map((world: any) => world.state);
      for (const number of worlds.keys()) {
        const { outcome } = simulateGame({ ruleset, options, players, seed: 'on', worlds }, number);
        expect(outcome.scores).toHaveLength(seats.length);
      }
    }
  });
});

test('worlds of one game differ from one another and from one call to the next', async () => {
  const game = await create({ ruleset: 'champions-of-chance', seats: ['me', 'me', 'me'] });
  const drawn = async () => (await ada.post(`/v1/games/${game.id}/worlds`, { count: 100 })).body.worlds;
  const worlds = [...(await drawn()), ...(await drawn())].map((world) => JSON.stringify(world));
  expect(new Set(worlds).size).toBe(200);
  expect(new Set(worlds.map((world) => world.length)).size).toBe(1);
});

test('drawing and writing many worlds lets everything else have its turn between any two', async () => {
  const { id } = await create({ ruleset: 'pascals-ruin', seats: ['me', 'me'] });
  const pause = vi.spyOn(service.gameService.timeSlicer, 'pause');
  onTestFinished(() => pause.mockRestore());
  const { body } = await ada.post(`/v1/games/${id}/worlds`, { count: 100 });
  expect(body.worlds).toHaveLength(100);
  expect(pause.mock.calls.length).toBeGreaterThanOrEqual(200);
});

test("without a seat it is the player's lowest one to act", async () => {
  const game = await create({ ruleset: 'pascals-ruin', seats: ['me', 'me', 'me'] });
  const { body } = await ada.post(`/v1/games/${game.id}/worlds`, {});
  expect(body.seat).toBe(game.toAct[0]);
  expect(body.worlds).toHaveLength(1);
});

describe('refusals', () => {
  test('a spectator gets no worlds, and no player those of another seat', async () => {
    const game = await create({ ruleset: 'pascals-ruin', seats: ['me', 'me'] });
    const path = `/v1/games/${game.id}/worlds`;
    expectProblem(await bob.post(path, {}), 403, 'not-your-seat');
    expectProblem(await bob.post(path, { seat: 0 }), 403, 'not-your-seat');
    expectProblem(await ada.post(path, { seat: 2 }), 404, 'no-such-seat');
  });

  test.each([
    [{ count: 0 }, '/count'],
    [{ count: 101 }, '/count'],
    [{ count: '1' }, '/count'],
    [{ seat: 'spectator' }, '/seat'],
    [{ seat: -1 }, '/seat'],
    [{ seed: 'mine' }, '/seed'],
  ])('%j is invalid at %s', async (body, pointer) => {
    const game = await create({ ruleset: 'pascals-ruin', seats: ['me', 'me'] });
    const answer = await ada.post(`/v1/games/${game.id}/worlds`, body);
    expectProblem(answer, 400, 'invalid-request');
    expect(answer.body.errors.map((error: any) => error.pointer)).toEqual([pointer]);
  });

  test('before the start and after the end there are no worlds', async () => {
    const open = await create({ ruleset: 'pascals-ruin', seats: ['me', 'open'] });
    expectProblem(await ada.post(`/v1/games/${open.id}/worlds`, {}), 409, 'game-not-started');
    const options = { roundsToWin: 1 };
    const over = await playToEnd(ada, await create({ ruleset: 'pascals-ruin', options, seats: ['me', 'me'] }), 'end');
    expect(over.status).toBe('finished');
    expectProblem(await ada.post(`/v1/games/${over.id}/worlds`, {}), 409, 'game-over');
  });
});
