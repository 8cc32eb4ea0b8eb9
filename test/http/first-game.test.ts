import { afterAll, beforeAll, expect, test } from 'vitest';
import { legalActionsOf } from '../../clients/typescript/src/types.ts';
import { openTestStore } from '../store/test-store.ts';
import { createHotSeats, playToEnd } from './random-play.ts';
import { type Service, startService } from './service.ts';

let service: Service;
beforeAll(async () => {
  service = await startService({ store: await openTestStore('embedded') });
});
afterAll(() => service.stop());

test('a stranger registers, creates a game, reads it, acts and sees the events', async () => {
  const ada = await service.stranger.register('Ada', 'human');
  expect((await ada.get('/v1/me')).body).toMatchObject({ id: ada.id, name: 'Ada', kind: 'human' });
  expect((await service.stranger.get(`/v1/players/${ada.id}`)).body.name).toBe('Ada');

  const game = await createHotSeats(ada, { seats: ['me', 'me'], seed: 'first game' });
  expect(game).toMatchObject({
    status: 'playing',
    version: 2,
    you: [0, 1],
    seeded: true,
    commitment: null,
    outcome: null,
  });
  expect(game.decisions).toEqual([{ seat: game.toAct[0], since: 2, deadline: null, because: null, asked: null }]);
  expect(legalActionsOf(game).length).toBeGreaterThan(0);

  const listed = (await ada.get(`/v1/games/${game.id}/actions`)).body;
  expect(listed.actions.map(({ action }: any) => action)).toEqual(legalActionsOf(game));
  expect(listed).toMatchObject({ seat: game.toAct[0], version: 2 });

  const { status, body } = await ada.post(`/v1/games/${game.id}/actions`, {
    action: listed.actions[0].action,
    expectedVersion: listed.version,
  });
  expect(status).toBe(200);
  expect(body).toMatchObject({ appliedVersion: 3, version: 3 });
  expect(body.events.length).toBeGreaterThan(0);
  expect((await ada.get(`/v1/games/${game.id}`)).body).toEqual(body.state);
});

test('three hot seats play random games to their end, in every mode', async () => {
  const player = await service.stranger.register('Hot seats');
  for (const [i, options] of [
    { mode: 'match', roundsToWin: 1 },
    { mode: 'eternal', maxRounds: 2, spicy: true },
  ].entries()) {
    const end = await playToEnd(player, await createHotSeats(player, { options }), `game ${i}`);
    expect(end).toMatchObject({ status: 'finished', toAct: [], decisions: [] });
    expect(end.outcome.scores).toHaveLength(3);
  }
});

test('a game that left the cache reads as before, byte for byte', async () => {
  const player = await service.stranger.register('Replay');
  const end = await playToEnd(player, await createHotSeats(player, { options: { roundsToWin: 1 } }), 'replay');
  const anew = await startService({ store: service.store });
  const read = await fetch(`${anew.url}/v1/games/${end.id}?seat=${end.viewer}`, {
    headers: { authorization: `Bearer ${player.token}` },
  });
  expect(await read.text()).toBe(JSON.stringify(end));
  await anew.app.close();
});

test('a seeded game repeats its chance', async () => {
  const player = await service.stranger.register('Seeds');
  const [one, two, other] = await Promise.all([
    createHotSeats(player, { seed: 'duplicate', options: { roundsToWin: 1 } }),
    createHotSeats(player, { seed: 'duplicate', options: { roundsToWin: 1 } }),
    createHotSeats(player, { seed: 'another', options: { roundsToWin: 1 } }),
  ]);
  expect(one.view).toEqual(two.view);
  expect(one.view).not.toEqual(other.view);
  const [ends, again] = await Promise.all([
    playToEnd(player, one, 'same choices'),
    playToEnd(player, two, 'same choices'),
  ]);
  expect(ends.outcome).toEqual(again.outcome);
  expect(ends.version).toBe(again.version);
});

test('a game without a seed is bound by a commitment before it starts', async () => {
  const player = await service.stranger.register('Commitment');
  const game = await createHotSeats(player, { seats: ['me', 'open'] });
  expect(game).toMatchObject({ status: 'open', seeded: false, view: null, toAct: [], version: 1 });
  expect(game.commitment).toMatch(/^[0-9a-f]{64}$/);
});
