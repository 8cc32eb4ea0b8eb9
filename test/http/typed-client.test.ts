import createClient from 'openapi-fetch';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { paths } from '../../examples/random-agent/generated/api.d.ts';
import { type Service, startService } from './service.ts';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

// The type checker reads this as well: every line below relies on the types of the generated client alone.
test('a generated client is fully typed: games narrow by ruleset, actions and events by type', async () => {
  const client = createClient<paths>({ baseUrl: service.url });
  const registered = await client.POST('/v1/players', { body: { name: 'Typed', kind: 'agent' } });
  client.use({
    onRequest: ({ request }) => {
      request.headers.set('authorization', `Bearer ${registered.data?.token}`);
      return request;
    },
  });
  const created = await client.POST('/v1/games', {
    body: { ruleset: 'pascals-ruin', options: { spicy: true }, seats: ['me', 'me'], seed: 'first game' },
  });
  const game = created.data;
  if (game?.ruleset !== 'pascals-ruin') throw new Error('another game');
  expect(game.options.spicy).toBe(true);
  expect(game.view?.chain[0]?.card).toBe('4S');
  expect(game.clock).toBeNull();
  const params = { path: { gameId: game.id } };
  const dice = (game.legalActions ?? []).map((action) => (action.type === 'rollDie' ? action.die : 'none'));
  expect(dice).toEqual(['d6', 'd8', 'd10', 'd12', 'd20']);

  const acted = await client.POST('/v1/games/{gameId}/actions', {
    params,
    body: { action: { type: 'rollDie', die: 'd6' }, expectedVersion: game.version },
  });
  expect(acted.data?.appliedVersion).toBe(3);
  const listed = await client.GET('/v1/games/{gameId}/events', { params });
  if (listed.data?.ruleset !== 'pascals-ruin') throw new Error('another game');
  const rolls = listed.data.events.flatMap((event) => (event.type === 'dieRolled' ? [event.data.value] : []));
  expect(rolls).toEqual([5]);
  const watched = await client.GET('/v1/games/{gameId}', { params: { ...params, query: { seat: 'spectator' } } });
  expect(watched.data?.viewer).toBe('spectator');

  const refused = await client.POST('/v1/games/{gameId}/actions', {
    params,
    // @ts-expect-error there is no such die
    body: { action: { type: 'rollDie', die: 'd7' } },
  });
  expect(refused.error?.code).toBe('invalid-request');
  expect(refused.error?.errors?.[0]?.pointer).toBe('/action/die');
});
