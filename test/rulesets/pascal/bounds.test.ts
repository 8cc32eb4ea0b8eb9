import { describe, expect, test } from 'vitest';
import { FastChance } from '#rules/kernel/search/fast-chance.ts';
import { ALL_DICE, partsOf, sumsOf } from '#rules/pascal/dice.ts';
import { boundsOf } from '#rules/pascal/fitting.ts';
import { pickBySum, sumsOfParts } from '#rules/pascal/legality.ts';
import { DEFAULTS, ruleset } from './scripted-board.ts';

describe('the bounds of a board', () => {
  test.each([0, 1, 2, 3, 4, 5])('are the same when most are taken over from the board before: game %i', (game) => {
    const chance = new FastChance(`bounds ${game}`);
    let { state } = ruleset.setup({ ...DEFAULTS, maxBoards: 3 }, 1, chance);
    let steps = 0;
    for (; ruleset.actors(state).length > 0; steps++) {
      const taken = structuredClone(boundsOf(state.values));
      const { totals, least, most } = boundsOf([...state.values]);
      expect([taken.totals, taken.least, taken.most]).toEqual([totals, least, most]);
      boundsOf(state.values);
      const legal = ruleset.legalActions(state, 0).filter(({ type }) => type !== 'cancelBoard');
      const small = legal.filter((action) => action.type !== 'write' || action.dice.length === 1);
      const open = small.length > 0 ? small : legal;
      const [first = { type: 'cancelBoard' as const }] = open.length > 0 ? [open[chance.int(open.length)]] : [];
      ({ state } = ruleset.apply(state, 0, first, chance));
    }
    expect(steps).toBeGreaterThan(100);
  });
});

describe('sums', () => {
  test('between two bounds are found as by a search of every set of dice', () => {
    const chance = new FastChance('sums');
    const bySet = [...Array(ALL_DICE + 1).keys()].map((set) => `set ${set}`);
    for (let i = 0; i < 2_000; i++) {
      const dice = Array.from({ length: 6 }, () => 1 + chance.int(6));
      const unused = 1 + chance.int(ALL_DICE);
      const sums = sumsOf(dice, unused);
      const table = sumsOfParts(dice, unused);
      expect(table.highest).toBe(sums[unused]);
      const least = chance.int(table.highest + 1);
      const most = least + chance.int(40);
      const fitting = partsOf(unused).filter((set) => (sums[set] ?? 0) >= least && (sums[set] ?? 0) <= most);
      expect(pickBySum(bySet, table, least, most)).toEqual(fitting.map((set) => `set ${set}`));
    }
  });
});
