import { expect, test } from 'vitest';
import { loadCatalogue } from '#rules/catalogue.ts';
import type { ActionShape } from '#rules/kernel/ruleset.ts';
import { FastChance } from '#rules/kernel/search/fast-chance.ts';
import { submitAction } from '../../src/games/commands/actions.ts';
import { deserialize, isDue, serialize, VERSIONS_BETWEEN } from '../../src/games/runtime/snapshot.ts';
import { ADA, begunGame } from './begun-game.ts';

const MOVES = 60;
const catalogue = await loadCatalogue(false);

test.each([...catalogue])('a game of %s is read as it was written', (_, entry) => {
  const chance = new FastChance('moves');
  let { game } = begunGame(entry, 'snapshot');
  for (let move = 0; move < MOVES && game.status === 'playing'; move++) {
    const again = deserialize(game.header, serialize(game));
    expect(again).toEqual(game);
    const seat = game.decisions[0]?.seat ?? 0;
    const legal: ActionShape[] = entry.ruleset.legalActions(again.state, seat);
    const action = legal[chance.int(legal.length)];
    const moved = submitAction(ADA, again.header.id, { seat, action }, null).decide(again, again.updatedAt, null);
    if (!moved.ok || moved.value === null) throw new Error('a legal action was refused');
    game = moved.value.game;
  }
  expect(game.version).toBeGreaterThan(MOVES / 4);
});

test('a snapshot is due when a game passes another block of versions, in one step or in several', () => {
  const at = VERSIONS_BETWEEN;
  expect([isDue(at - 1, at), isDue(at - 3, at + 3), isDue(0, 10 * at)]).toEqual([true, true, true]);
  expect([isDue(0, at - 1), isDue(at, at + 1), isDue(at, 2 * at - 1)]).toEqual([false, false, false]);
});
