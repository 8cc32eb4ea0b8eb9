import { afterAll, beforeAll, expect, test } from 'vitest';
import { legalActionsOf } from '../../clients/typescript/src/types.ts';
import type { Caller } from './caller.ts';
import { type Service, startService } from './service.ts';
import { create, playOut, stateOf } from './table.ts';

let service: Service;
let ada: Caller;
let rulesets: any[];
beforeAll(async () => {
  service = await startService();
  ada = await service.stranger.register('Ada');
  rulesets = (await ada.get('/v1/rulesets')).body.rulesets;
});
afterAll(() => service.stop());

test('every policy of every ruleset fills a seat, acts right after each change, and ends its game', async () => {
  for (const { id, seats, policies } of rulesets) {
    for (const policy of policies.filter((name: string) => !name.startsWith('search') && name !== 'planner')) {
      if (seats.max === 1) continue;
      const others = Array.from({ length: seats.max - 1 }, () => ({ bot: policy }));
      const game = await create(ada, { ruleset: id, seats: [...others, 'me'], seed: `${id} ${policy}` });
      expect(game.seats[0]).toEqual({ seat: 0, kind: 'bot', player: null, policy, left: null });
      const end = await playOut([ada], game.id, `${id} ${policy}`);
      expect(end).toMatchObject({ status: 'finished', outcome: { left: [] } });
    }
  }
});

test('the search bot plays every ruleset: it thinks in a thread, and wakes waiting callers when it has acted', async () => {
  const cleo = await service.stranger.register('Cleo');
  for (const { id, seats } of rulesets.filter(({ solo }: any) => !solo)) {
    const others = Array.from({ length: seats.min - 1 }, () => ({ bot: 'search' }));
    const game = await create(cleo, { ruleset: id, seats: ['me', ...others] });
    let state = await stateOf(cleo, game.id);
    for (let turns = 0; turns < 3 && state.status === 'playing'; ) {
      if (state.choices === undefined) {
        state = await stateOf(cleo, game.id, `?after=${state.version}&wait=20`);
        continue;
      }
      turns++;
      const move = { action: legalActionsOf(state)[0], expectedVersion: state.version };
      ({ state } = (await cleo.post(`/v1/games/${game.id}/actions`, move)).body);
    }
    await cleo.post(`/v1/games/${game.id}/resignation`, {});
  }
});

test('search bots play each other to the end', async () => {
  const body = { ruleset: 'champions-of-chance', seats: [{ bot: 'search' }, { bot: 'search-10' }] };
  const { id } = await create(ada, body);
  await expect.poll(() => stateOf(ada, id).then(({ status }) => status)).toBe('finished');
});

test('search bots with fixed playouts repeat a game if the chance is the same', async () => {
  const seats = [{ bot: 'search-10' }, { bot: 'search-10' }];
  const logs: unknown[] = [];
  for (const seed of ['twice', 'twice', 'once']) {
    const { id } = await create(ada, { ruleset: 'folly-and-fortune', options: { startingCards: 3 }, seats, seed });
    await expect.poll(() => stateOf(ada, id).then(({ status }) => status)).toBe('finished');
    const { log } = (await ada.get(`/v1/games/${id}/transcript`)).body;
    logs.push(log.slice(1).map(({ seat, action, draws }: any) => ({ seat, action, draws })));
  }
  expect(logs[1]).toEqual(logs[0]);
  expect(logs[2]).not.toEqual(logs[0]);
});

test('a response contains the version of the action and the one after the bots, with all events', async () => {
  const game = await create(ada, { ruleset: 'pascals-ruin', seats: ['me', { bot: 'random' }, { bot: 'random' }] });
  let state = await stateOf(ada, game.id);
  for (let further = 0; further === 0 && state.status === 'playing'; ) {
    const body = { action: legalActionsOf(state)[0], expectedVersion: state.version };
    const { body: answer } = await ada.post(`/v1/games/${game.id}/actions`, body);
    expect(answer.appliedVersion).toBe(state.version + 1);
    expect(answer.version).toBe(answer.state.version);
    const versions = answer.events.map(({ version }: any) => version);
    expect(versions[0]).toBe(answer.appliedVersion);
    expect(versions.at(-1)).toBeLessThanOrEqual(answer.version);
    further = answer.version - answer.appliedVersion;
    state = answer.state;
  }
  expect(state.status === 'finished' || legalActionsOf(state).length > 0).toBe(true);
});

test('bots alone play to the end by themselves, however long it takes', async () => {
  const solo = { ruleset: 'pascal', seats: [{ bot: 'planner' }], seed: 'planner' };
  const bots = { ruleset: 'folly-and-fortune', seats: [{ bot: 'random' }, { bot: 'random' }, { bot: 'random' }] };
  for (const body of [solo, bots]) {
    const { id, you, viewer } = await create(ada, body);
    expect({ you, viewer }).toEqual({ you: [], viewer: 'spectator' });
    await expect.poll(() => stateOf(ada, id).then(({ status }) => status)).toBe('finished');
  }
});

test('the same seed gives the same game against bots', async () => {
  const play = async () => {
    const body = { ruleset: 'champions-of-chance', seats: ['me', { bot: 'random' }], seed: 'same' };
    const { outcome, version } = await playOut([ada], (await create(ada, body)).id, 'same');
    return { outcome, version };
  };
  expect(await play()).toEqual(await play());
});
