import createClient from 'openapi-fetch';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { components, paths } from '../../examples/random-agent/generated/api.d.ts';
import { FastChance } from '../../src/kernel/search/fast-chance.ts';
import { loadCatalogue } from '../../src/rulesets/catalogue.ts';
import { type Service, startService } from './service.ts';

type Game = components['schemas']['Game'];

const catalogue = await loadCatalogue(false);
/** Enough for every seat to have acted many times; whole games are played by the agents. */
const MOST_ACTIONS = 150;

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

test.each([...catalogue.keys()])(
  'a generated client that takes `toAct[0]` with the inline actions plays %s',
  async (id) => {
    const client = createClient<paths, 'application/json' | 'application/problem+json'>({ baseUrl: service.url });
    const { data: registered } = await client.POST('/v1/players', { body: { name: `Naive at ${id}`, kind: 'agent' } });
    const headers = { authorization: `Bearer ${registered?.token}` };
    const { min, max } = catalogue.get(id)?.ruleset.seats ?? { min: 1, max: 1 };
    for (const seats of new Set([min, max])) {
      const body = { ruleset: id, seats: Array.from({ length: seats }, () => 'me' as const) };
      const created = await client.POST('/v1/games', { headers, body: body as never });
      if (created.data === undefined) throw new Error(JSON.stringify(created.error));
      const lot = new FastChance(`${id} ${seats}`);
      let game: Game = created.data;
      let acted = 0;
      for (; game.status === 'playing' && acted < MOST_ACTIONS; acted++) {
        expect(game.toAct).toEqual([...game.toAct].sort((one, other) => one - other));
        const actions: unknown[] = game.legalActions ?? [];
        const answer = await client.POST('/v1/games/{gameId}/actions', {
          headers,
          params: { path: { gameId: game.id } },
          body: { action: actions[lot.int(actions.length)] as never, seat: game.toAct[0] as number },
        });
        if (answer.data === undefined) throw new Error(JSON.stringify(answer.error));
        game = answer.data.state;
      }
      expect(acted).toBeGreaterThan(5);
    }
  },
);
