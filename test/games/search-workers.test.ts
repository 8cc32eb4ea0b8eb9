import { afterAll, expect, test } from 'vitest';
import { loadCatalogue } from '#rules/catalogue.ts';
import { gameSeedFromText } from '#rules/kernel/chance.ts';
import type { AnyRuleset, Seat } from '#rules/kernel/ruleset.ts';
import { FastChance } from '#rules/kernel/search/fast-chance.ts';
import { type Par, parOf } from '#rules/kernel/search/par.ts';
import { playoutsOf } from '#rules/kernel/search/policy.ts';
import { playouts, redealtFrom, search } from '#rules/kernel/search/search.ts';
import { SearchWorkerPool } from '../../src/games/search/search-bots.ts';
import { glimpse } from '../laws/guessing.ts';

const catalogue = await loadCatalogue(true);
const pool = new SearchWorkerPool(1);
afterAll(() => pool.stop());

test('a search with a number of playouts makes exactly these in its thread, however long they take', async () => {
  const ruleset = catalogue.get('folly-and-fortune')?.ruleset as AnyRuleset;
  const checked = catalogue.get('folly-and-fortune')?.inputs.options({});
  const options = checked?.ok ? checked.value : {};
  const inThread: Record<number, unknown[]> = { 1: [], 10: [], 150: [] };
  const here: typeof inThread = { 1: [], 10: [], 150: [] };
  for (let n = 0; n < 8; n++) {
    const { state } = glimpse(ruleset, options, 2, `thread ${n}`, 1);
    const seat = ruleset.actors(state)[0] as Seat;
    const lot = new FastChance(`worlds ${n}`);
    const worlds = Array.from({ length: 3 }, () => ruleset.redeal(state, seat, lot));
    const settled = { ruleset: ruleset.id, rulesVersion: ruleset.rulesVersion, options, seat, worlds, seed: `${n}` };
    const share = { owner: 'nobody', withPeople: false };
    for (const many of [1, 10, 150]) {
      inThread[many]?.push(await pool.think(() => ({ ...settled, budget: { playouts: many } }), share));
      const chance = new FastChance(`${n}`);
      const sample = redealtFrom(worlds, (world) => ruleset.redeal(world, seat, chance));
      here[many]?.push(
        search({ ruleset, seat, scoring: ruleset.scoring(options), sample, chance, more: playouts(many) }),
      );
    }
  }
  expect(inThread).toEqual(here);
  expect(here[1]).not.toEqual(here[150]);
});

test('each playout checks once whether to continue', () => {
  for (const { name, many } of [10, 100, 1000].map((many) => ({ name: `search-${many}`, many }))) {
    const more = playouts(playoutsOf(name) as number);
    expect(Array.from({ length: many + 5 }, more).filter(Boolean)).toHaveLength(many);
  }
  expect(playoutsOf('search')).toBeNull();
});

test('the par of a game follows from its seed alone, in a thread or not', async () => {
  const share = { owner: 'a competition', withPeople: true };
  const SHORT: Record<string, object> = { 'pascals-ruin': { roundsToWin: 1 }, pascal: { maxBoards: 1 } };
  for (const { ruleset, inputs } of catalogue.values()) {
    const checked = inputs.options(SHORT[ruleset.id] ?? {});
    const options = checked.ok ? checked.value : {};
    const { id, rulesVersion, seats } = ruleset;
    const question = { ruleset: id, rulesVersion, options, seats: seats.min, gameSeed: 'board 1' };
    const par = (await pool.par(question, share)) as Par;
    const parOfSeed = (seed: string) => parOf(ruleset, options, seats.min, gameSeedFromText(seed));
    expect(par).toEqual(parOfSeed('board 1'));
    expect(par).not.toEqual(parOfSeed('board 2'));
    expect(par).toMatchObject({ replays: 30, scores: { length: seats.min } });
    const won = par.shares.reduce((sum, won) => sum + won, 0);
    if (!ruleset.solo) expect(won).toBeCloseTo(1, 9);
  }
});

test('a game that never ends has no par', () => {
  const stays = { state: 'as it was', events: [] };
  const known = catalogue.get('pascal')?.ruleset as AnyRuleset;
  const endless: AnyRuleset = {
    ...known,
    ...{ setup: () => stays, actors: () => [0], legalActions: () => [{ type: 'wait' }], apply: () => stays },
  };
  expect(parOf(endless, {}, 1, gameSeedFromText('board 1'))).toBeNull();
});
