import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadCatalogue } from '#rules/catalogue.ts';
import type { Chance } from '#rules/kernel/chance.ts';
import { FastChance } from '#rules/kernel/search/fast-chance.ts';
import { Croupier, type Game } from '../../clients/typescript/src/index.ts';
import { type Service, startService } from './service.ts';

const catalogue = await loadCatalogue(false);
/** Enough actions for every seat to act many times. The tests of agents play whole games. */
const MOST_ACTIONS = 80;

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

test.each([...catalogue.keys()])(
  'a generated client that knows only the form of `choices` plays %s for `toAct[0]`',
  async (id) => {
    const client = await Croupier.register(service.url, `Naive at ${id}`);
    const { min, max } = catalogue.get(id)?.ruleset.seats ?? { min: 1, max: 1 };
    for (const seats of new Set([min, max])) {
      const body = { ruleset: id, seats: Array.from({ length: seats }, () => 'me' as const) };
      const lot = new FastChance(`${id} ${seats}`);
      let game: Game = await client.post('/v1/games', { body: body as never });
      let acted = 0;
      for (; game.status === 'playing' && acted < MOST_ACTIONS; acted++) {
        expect(game.toAct).toEqual([...game.toAct].sort((one, other) => one - other));
        const answer = await client.post('/v1/games/{gameId}/actions', {
          params: { path: { gameId: game.id } },
          body: { action: chosenFrom(game.choices ?? [], lot) as never, seat: game.toAct[0] as number },
        });
        game = answer.state;
      }
      expect(acted).toBeGreaterThan(5);
    }
  },
);

/** Picks a random entry, then a value of each of its fields. Every combination is legal. */
function chosenFrom(choices: readonly { type: string }[], lot: Chance): object {
  const { type, ...lists } = choices[lot.int(choices.length)] as { type: string } & Record<string, unknown[]>;
  const chosen = Object.entries<unknown[]>(lists).map(([field, values]) => [field, values[lot.int(values.length)]]);
  return { type, ...Object.fromEntries(chosen) };
}
