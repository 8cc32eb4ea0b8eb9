import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadCatalogue } from '#rules/catalogue.ts';
import { FastChance } from '#rules/kernel/search/fast-chance.ts';
import { legalActionsOf } from '../../clients/typescript/src/types.ts';
import type { Caller } from './caller.ts';
import { type Service, startService } from './service.ts';

const catalogue = await loadCatalogue(false);
const MOST_BYTES = 16_000;
const MOST_ACTIONS = 150;
const MOST_LISTED = 25;
const EVERY = 10;

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

test.each([...catalogue.keys()])('no default response of a game of %s exceeds 16 kB', async (id) => {
  const { min, max } = catalogue.get(id)?.ruleset.seats ?? { min: 1, max: 1 };
  const largest = new Map<string, number>();
  const note = (operation: string, body: unknown) => {
    const bytes = Buffer.byteLength(JSON.stringify(body));
    largest.set(operation, Math.max(bytes, largest.get(operation) ?? 0));
    return body as any;
  };
  const got = async (operation: string, caller: Caller, path: string) => note(operation, (await caller.get(path)).body);
  const posted = async (operation: string, caller: Caller, path: string, sent: object) =>
    note(operation, (await caller.post(path, sent)).body);

  const ada = await service.stranger.register(`Sizes ${id}`);
  const guest = await service.stranger.register(`Guest ${id}`);
  for (const seats of new Set([min, max])) {
    const lot = new FastChance(`${id} ${seats}`);
    const mine = Array.from({ length: seats }, () => 'me');
    let game = await posted('createGame', ada, '/v1/games', { ruleset: id, seats: mine, seed: `sizes ${seats}` });
    const path = `/v1/games/${game.id}`;
    for (let acted = 0; game.status === 'playing' && acted < MOST_ACTIONS; acted++) {
      const legal = legalActionsOf(game);
      if (acted % EVERY === 0) {
        await got('getState', ada, path);
        await got('listActions', ada, `${path}/actions`);
        await got('listEvents', ada, `${path}/events?after=${Math.max(0, game.version - EVERY)}`);
        await got('listTurns', ada, '/v1/me/turns');
      }
      const action = legal[lot.int(legal.length)];
      game = (await posted('submitAction', ada, `${path}/actions`, { action, seat: game.viewer })).state;
    }
    await got('listEvents', ada, `${path}/events`);
    for (let from = 1; from <= game.version; ) {
      const { states } = await got('listStates', ada, `${path}/states?from=${from}`);
      from = states.at(-1).version + 1;
    }
    if (game.status === 'playing') await posted('resignGame', ada, `${path}/resignation`, {});
    if (seats === 1) continue;
    const withGuest = [...mine.slice(1), 'open'];
    const open = await posted('createGame', ada, '/v1/games', { ruleset: id, seats: withGuest });
    await posted('joinGame', guest, `/v1/games/${open.id}/seats`, {});
  }
  for (let more = 0; more < MOST_LISTED; more++) {
    const all = [...Array(max - 1).fill('me'), max === 1 ? 'me' : 'open'];
    const { id: gameId } = await posted('createGame', ada, '/v1/games', { ruleset: id, seats: all });
    if (max > 1) await posted('joinGame', guest, `/v1/games/${gameId}/seats`, {});
  }
  await got('listTurns', ada, '/v1/me/turns');
  await got('listGames', ada, '/v1/games?player=me');
  await got('getRuleset', ada, `/v1/rulesets/${id}`);
  await got('listRulesets', ada, '/v1/rulesets');
  for (const [operation, bytes] of largest) expect(bytes, operation).toBeLessThan(MOST_BYTES);
});
