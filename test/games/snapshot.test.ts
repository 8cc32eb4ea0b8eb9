import { expect, test } from 'vitest';
import { holderFor, newHeader, opening } from '../../src/games/commands/create-game.ts';
import { submitAction } from '../../src/games/commands/submit-action.ts';
import type { Proposal } from '../../src/games/model/game.ts';
import { deserialize, isDue, serialize, VERSIONS_BETWEEN } from '../../src/games/runtime/snapshot.ts';
import type { ActionShape } from '../../src/kernel/ruleset.ts';
import { FastChance } from '../../src/kernel/search/fast-chance.ts';
import { type CatalogueEntry, loadCatalogue } from '../../src/rulesets/catalogue.ts';

const ADA = { id: '01930000-0000-7000-8000-000000000001', name: 'Ada', kind: 'agent', createdAt: new Date(0) } as const;
const CLOCK = { perAction: 3600, bank: 3600, increment: 5, onTimeout: 'random' } as const;
const MOVES = 60;
const catalogue = await loadCatalogue(false);

function begun({ ruleset, inputs }: CatalogueEntry): Proposal {
  const options = inputs.options(undefined);
  if (!options.ok) throw new Error(`${ruleset.id} has no default options`);
  const plan = {
    ...{ ruleset, options: options.value, creator: ADA, visibility: 'public' as const, clock: CLOCK },
    seats: Array.from({ length: ruleset.seats.min }, () => holderFor(ADA, 'words')),
    ...{
      standIn: 'random',
      seed: 'snapshot',
      commitment: null,
      rematchOf: null,
      daily: null,
      rated: false,
      place: null,
      talking: true,
    },
  };
  return opening(newHeader(plan, ADA.createdAt), plan.seats);
}

test.each([...catalogue])('what is read of a game of %s is the game that was written', (_, entry) => {
  const chance = new FastChance('moves');
  let { game } = begun(entry);
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

test('a snapshot is due whenever a game passes another so many versions, in one step or in several', () => {
  const at = VERSIONS_BETWEEN;
  expect([isDue(at - 1, at), isDue(at - 3, at + 3), isDue(0, 10 * at)]).toEqual([true, true, true]);
  expect([isDue(0, at - 1), isDue(at, at + 1), isDue(at, 2 * at - 1)]).toEqual([false, false, false]);
});
